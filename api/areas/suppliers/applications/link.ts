/** The applicant's link. Its secret is derived, so that a copy of the database opens no application. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Config } from "#api/core/config.ts";
import type { Db } from "#api/core/database/connection.ts";
import { applications } from "#api/core/database/schema/index.ts";

const purpose = "countinghouse applications";
const nonceLength = 32;

const secretOf = (key: string, nonce: string) =>
  createHmac("sha256", key)
    .update(JSON.stringify([purpose, nonce]))
    .digest("base64url");

/** @param nonce a UUID of the application; the first of the settings' secrets makes links, all recognise them */
export function tokenOf({ settingsSecrets: [key = ""] }: Pick<Config, "settingsSecrets">, nonce: string): string {
  return `${nonce.replaceAll("-", "")}${secretOf(key, nonce)}`;
}

export const linkOf = (config: Pick<Config, "settingsSecrets" | "publicUrl">, nonce: string): string =>
  `${config.publicUrl}/apply/${tokenOf(config, nonce)}`;

/** Returns the application of a link; undefined for an unknown or incomplete one. */
export async function applicationOfToken(db: Db, { settingsSecrets }: Pick<Config, "settingsSecrets">, token: string) {
  const [, ...parts] = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})/.exec(token) ?? [];
  if (parts.length === 0) return undefined;
  const nonce = parts.join("-");
  const given = Buffer.from(token.slice(nonceLength));
  const isRight = settingsSecrets.some((key) => {
    const right = Buffer.from(secretOf(key, nonce));
    return right.length === given.length && timingSafeEqual(right, given);
  });
  if (!isRight) return undefined;
  const [application] = await db.select().from(applications).where(eq(applications.linkNonce, nonce));
  return application;
}
