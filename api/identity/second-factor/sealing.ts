/**
 * Encrypts the secrets of authenticator apps (JWE, A256GCM). They cannot be hashed: a code is computed from them.
 * The key is derived from a variable and not stored in the database, so that a copy of the database opens none.
 */
import { hkdfSync } from "node:crypto";
import { CompactEncrypt, compactDecrypt } from "jose";
import { z } from "zod";

/** Purpose of the key, so that the same secret derives other keys elsewhere (RFC 5869, info). */
const purpose = "countinghouse authenticator apps";

const sealedContent = z.object({ userId: z.number(), secret: z.string() });

const keyOf = (secret: string) => new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));

/** @param secrets the first encrypts, all of them decrypt */
export async function sealSecret(secrets: readonly string[], userId: number, secret: string): Promise<string> {
  const plain = new TextEncoder().encode(JSON.stringify({ userId, secret }));
  return new CompactEncrypt(plain).setProtectedHeader({ alg: "dir", enc: "A256GCM" }).encrypt(keyOf(secrets[0] ?? ""));
}

/** Returns undefined if it was encrypted with another key or for another user. */
export async function openSecret(
  secrets: readonly string[],
  userId: number,
  sealed: string,
): Promise<string | undefined> {
  for (const each of secrets) {
    try {
      const { plaintext } = await compactDecrypt(sealed, keyOf(each), {
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: ["A256GCM"],
      });
      const content = sealedContent.parse(JSON.parse(new TextDecoder().decode(plaintext)));
      return content.userId === userId ? content.secret : undefined;
    } catch {
      // Another key may open it.
    }
  }
  return undefined;
}
