/** The key pairs with which feeds sign in to SFTP servers. */
import { generateKeyPairSync } from "node:crypto";
import ssh2 from "ssh2";

/**
 * Returns a private key as PEM, and its public key as a line for `authorized_keys`. ECDSA, which OpenSSH takes since 5.7:
 * of the Ed25519 keys that ssh2 makes, it cannot read about one in 300.
 */
export function makeKeyPair(): { privateKey: string; publicKey: string } {
  const { privateKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "sec1", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const parsed = ssh2.utils.parseKey(privateKey);
  if (parsed instanceof Error) throw parsed;
  return { privateKey, publicKey: `${parsed.type} ${parsed.getPublicSSH().toString("base64")} countinghouse` };
}
