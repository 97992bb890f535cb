/**
 * A signed cookie of a browser that has signed in successfully, stored for as long as browsers allow. It grants no
 * access: failed sign-ins of such a browser are counted separately. One browser may know several accounts.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieNames } from "./cookie-names.ts";
import type { IdentityParts } from "./parts.ts";
import { signInName, unknownBrowser } from "./sign-in.ts";

const maxAgeSeconds = 400 * 24 * 60 * 60;
/** A browser is hardly shared by more people than this; the oldest entries are dropped. */
const mostAccounts = 8;

type Signing = Pick<IdentityParts, "cookieKeys" | "config" | "path">;

/** Returns the browser's id for this account, or `unknownBrowser`. */
export function knownBrowser({ cookieKeys, config, path }: Signing, request: FastifyRequest, email: string): string {
  const entry = entriesOf(request, cookieNames(config, path).knownBrowser).find((each) =>
    isFor(each, cookieKeys, email),
  );
  return entry?.split(".")[0] ?? unknownBrowser;
}

/** Sets the cookie after a successful sign-in. An existing cookie is sent again to extend its life. */
export function rememberBrowser(
  { cookieKeys, config, path }: Signing,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
): void {
  const id = knownBrowser({ cookieKeys, config, path }, request, email) || randomBytes(16).toString("base64url");
  const names = cookieNames(config, path);
  const others = entriesOf(request, names.knownBrowser).filter((each) => !isFor(each, cookieKeys, email));
  const value = [`${id}.${signature(cookieKeys[0] ?? "", email, id)}`, ...others].slice(0, mostAccounts).join("~");
  const secure = config.apiPublicUrl.startsWith("https:") ? "; Secure" : "";
  reply.header(
    "set-cookie",
    `${names.knownBrowser}=${value}; Path=${names.path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`,
  );
}

const longestValue = 2_000;

function entriesOf({ headers }: FastifyRequest, cookieName: string): string[] {
  const sent = (headers.cookie ?? "").split(";").find((cookie) => cookie.trim().startsWith(`${cookieName}=`)) ?? "";
  const value = sent.trim().slice(cookieName.length + 1);
  return value
    .slice(0, longestValue)
    .split("~")
    .filter((entry) => /^[\w-]{22}\.[\w-]{43}$/.test(entry));
}

function isFor(entry: string, keys: readonly string[], email: string): boolean {
  const [id = "", signed = ""] = entry.split(".");
  return keys.some((key) => timingSafeEqual(Buffer.from(signed), Buffer.from(signature(key, email, id))));
}

const signature = (key: string, email: string, id: string) =>
  createHmac("sha256", key)
    .update(`known browser\0${signInName(email)}\0${id}`)
    .digest("base64url");
