/**
 * A cookie that nobody but this site can read or change: JSON, deflated, encrypted and authenticated (JWE, A256GCM),
 * and cut into several cookies, because browsers drop one over 4,096 bytes with its name.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { CompactEncrypt, compactDecrypt } from "jose";
import { env } from "./environment.server";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);
const chunkLength = 3_800;
const maxPlainBytes = 256 * 1024;

const keys = env.sessionSecrets.map((secret) => createHash("sha256").update(secret).digest());
/** Over https browsers accept a cookie with this prefix only from this host itself, with Secure and Path=/. */
export const cookiePrefix = env.isHttps ? "__Host-" : "";

/** The full name of a cookie of this site. */
export const cookieName = (name: string): string => `${cookiePrefix}${name}`;

export interface SealedCookie<T> {
  /** The value, or undefined when there is none, or it was changed, cut or sealed with a secret that is gone. */
  open(cookies: ReadonlyMap<string, string>): Promise<T | undefined>;
  /**
   * `Set-Cookie` lines that put the value in place of what the browser has.
   * @returns undefined when the sealed value is longer than `maxChunks` cookies hold
   */
  seal(value: T, cookies: ReadonlyMap<string, string>): Promise<string[] | undefined>;
  clear(cookies: ReadonlyMap<string, string>): string[];
}

/** @param maxAgeSeconds how long the browser keeps it; without one, until it is closed */
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

/** The name is authenticated along with the text, so that the value of one cookie is nothing to another. */
async function sealText(name: string, text: string): Promise<string> {
  const plain = await deflate(Buffer.from(text));
  return new CompactEncrypt(plain)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM", kid: name })
    .encrypt(keys[0] as Buffer);
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
      // Another secret may open it; if none does, the cookie counts as not there.
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

/** A `Set-Cookie` line with the attributes that every cookie of this site has. */
export function serializeCookie(name: string, value: string, maxAgeSeconds?: number): string {
  const age = maxAgeSeconds === undefined ? "" : `; Max-Age=${maxAgeSeconds}`;
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${env.isHttps ? "; Secure" : ""}${age}`;
}
