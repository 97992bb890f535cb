/** The secret part of a feed's address. It is derived, so that a copy of the database opens no feed. */
import { createHmac, timingSafeEqual } from "node:crypto";

const purpose = "countinghouse product feeds";

/** @param nonce of the marketplace; another one makes another address */
function secretOf(key: string, marketplaceId: number, nonce: string): string {
  return createHmac("sha256", key)
    .update(JSON.stringify([purpose, marketplaceId, nonce]))
    .digest("base64url");
}

/** @param secrets of the settings: the first makes addresses, all of them recognise one */
export const feedSecret = ([key = ""]: readonly string[], marketplaceId: number, nonce: string): string =>
  secretOf(key, marketplaceId, nonce);

export function isFeedSecret(secrets: readonly string[], marketplaceId: number, nonce: string, given: string): boolean {
  const bytes = Buffer.from(given);
  return secrets.some((key) => {
    const right = Buffer.from(secretOf(key, marketplaceId, nonce));
    return right.length === bytes.length && timingSafeEqual(right, bytes);
  });
}
