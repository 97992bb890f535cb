/**
 * A cookie that only this site can read or change: JSON, deflated, encrypted and authenticated (JWE, A256GCM), and
 * split into several cookies, because browsers drop cookies over 4,096 bytes including the name.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { CompactEncrypt, compactDecrypt } from "jose";
import { env } from "#app/services/request/environment.server.ts";
import { at } from "#contract/rules/at.ts";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);
const chunkLength = 3_800;
const maxPlainBytes = 256 * 1024;

const keys = env.sessionSecrets.map((secret) => createHash("sha256").update(secret).digest());
/** Over https, browsers accept this prefix only from the host itself, with Secure and Path=/. */
export const cookiePrefix = env.isHttps ? "__Host-" : "";

/** In seconds. */
export const oneYear = 365 * 24 * 60 * 60;

/** Returns the full name of a cookie of this site. */
export const cookieName = (name: string): string => `${cookiePrefix}${name}`;

export interface SealedCookie<T> {
  /** Returns the value; undefined if there is none, or if it was changed, truncated or sealed with a removed secret. */
  open(cookies: ReadonlyMap<string, string>): Promise<T | undefined>;
  /**
   * Returns the `Set-Cookie` lines that replace the value in the browser.
   * @returns undefined if the sealed value does not fit into `maxChunks` cookies
   */
  seal(value: T, cookies: ReadonlyMap<string, string>): Promise<string[] | undefined>;
  clear(cookies: ReadonlyMap<string, string>): string[];
}

/** @param maxAgeSeconds lifetime in the browser; a session cookie if undefined */
export function sealedCookie<T>(
  name: string,
  { maxChunks, maxAgeSeconds }: { maxChunks: number; maxAgeSeconds?: number },
): SealedCookie<T> {
  const nameOf = (chunk: number) => `${cookieName(name)}${chunk === 0 ? "" : `.${chunk}`}`;
  const existing = (cookies: ReadonlyMap<string, string>) =>
    Array.from({ length: maxChunks }, (_, i) => i).filter((i) => cookies.has(nameOf(i)));
  const line = (chunk: number, value: string, age = maxAgeSeconds) => serializeCookie(nameOf(chunk), value, age);

  return {
    async open(cookies) {
      const [count, first] = cookies.get(nameOf(0))?.split("~") ?? [];
      const total = Number(count);
      if (first === undefined || !(total >= 1 && total <= maxChunks)) return undefined;
      const chunks = [first, ...Array.from({ length: total - 1 }, (_, i) => cookies.get(nameOf(i + 1)))];
      return chunks.includes(undefined) ? undefined : ((await unseal(name, chunks.join(""))) as T | undefined);
    },
    async seal(value, cookies) {
      const sealed = await sealText(name, JSON.stringify(value));
      const chunks = Array.from({ length: Math.ceil(sealed.length / chunkLength) }, (_, i) =>
        sealed.slice(i * chunkLength, (i + 1) * chunkLength),
      );
      if (chunks.length > maxChunks) return undefined;
      const spare = existing(cookies).filter((i) => i >= chunks.length);
      return [
        ...chunks.map((chunk, i) => line(i, i === 0 ? `${chunks.length}~${chunk}` : chunk)),
        ...spare.map((i) => line(i, "", 0)),
      ];
    },
    clear: (cookies) => existing(cookies).map((i) => line(i, "", 0)),
  };
}

/** The cookie's name is authenticated as well, so that the value cannot be used for another cookie. */
async function sealText(name: string, text: string): Promise<string> {
  const plain = await deflate(Buffer.from(text));
  return new CompactEncrypt(plain).setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: name }).encrypt(at(keys, 0));
}

async function unseal(name: string, sealed: string): Promise<unknown> {
  for (const key of keys) {
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(sealed, key, {
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: ["A256GCM"],
      });
      if (protectedHeader.kid !== name) return undefined;
      return JSON.parse((await inflate(plaintext, { maxOutputLength: maxPlainBytes })).toString());
    } catch {
      // Another secret may open it; if none does, the cookie is ignored.
    }
  }
  return undefined;
}

export function parseCookies(header: string | null): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at > 0) cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
  }
  return cookies;
}

/** Returns a `Set-Cookie` line with the attributes of every cookie of this site. */
export function serializeCookie(name: string, value: string, maxAgeSeconds?: number): string {
  const age = maxAgeSeconds === undefined ? "" : `; Max-Age=${maxAgeSeconds}`;
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${env.isHttps ? "; Secure" : ""}${age}`;
}
