/**
 * The secrets of the environment are not in a backup: the file alone must not open what they encrypt. It has their
 * fingerprints, so that a restore can tell the operator that they are missing.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** For each kind of encrypted values, the variables with its secret: the first that is set, as in `config.ts`. */
const sealing = [
  ["SECOND_FACTOR_SECRET", "OIDC_CLIENT_SECRET"],
  ["SETTINGS_SECRET", "SECOND_FACTOR_SECRET", "OIDC_CLIENT_SECRET"],
];

/** Where `npm start` stores the secrets that it has created. */
export const secretsFile = (dataDir: string): string => join(dataDir, "secrets.json");

/** Returns the fingerprints of the secrets that are in use; none if they are not known here. */
export function fingerprints(env: NodeJS.ProcessEnv, dataDir: string): string[] {
  const file = secretsFile(dataDir);
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as NodeJS.ProcessEnv) : {};
  const values = sealing.flatMap((names) => names.map((name) => env[name] || stored[name]).find(Boolean) ?? []);
  return [...new Set(values.flatMap((value) => value.split(",").map((secret) => fingerprint(secret.trim()))))];
}

/** Four bytes: enough to recognise a secret, and too few to guess one by. */
const fingerprint = (secret: string) =>
  createHash("sha256").update(`countinghouse backup ${secret}`).digest("hex").slice(0, 8);
