/**
 * Encrypts secrets that the program itself has to read again (JWE, A256GCM), so they cannot be hashed. The key is
 * derived from a variable and not stored in the database, so that a copy of the database opens none.
 */
import { hkdfSync } from "node:crypto";
import { CompactEncrypt, compactDecrypt } from "jose";

export interface Seal {
  /** The first encrypts, all of them decrypt. */
  secrets: readonly string[];
  /** The purpose of the key, so that the same secret derives other keys elsewhere (RFC 5869, info). */
  purpose: string;
}

const keyOf = (secret: string, purpose: string) => new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));

/** @param content text, or JSON that also names the record, so that a sealed text cannot be moved to another one */
export function seal({ secrets, purpose }: Seal, content: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(content))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(keyOf(secrets[0] ?? "", purpose));
}

/** Returns undefined if the text was sealed with another secret or for another purpose. */
export async function openSealed({ secrets, purpose }: Seal, sealed: string): Promise<string | undefined> {
  for (const secret of secrets) {
    try {
      const { plaintext } = await compactDecrypt(sealed, keyOf(secret, purpose), {
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: ["A256GCM"],
      });
      return new TextDecoder().decode(plaintext);
    } catch {
      // Another secret may open it.
    }
  }
  return undefined;
}
