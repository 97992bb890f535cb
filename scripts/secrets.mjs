import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * The secrets shared by both processes: created on the first start, stored in the data folder, readable only by the
 * owner.
 */
export function sharedSecrets(dataDir) {
  const file = join(dataDir, "secrets.json");
  try {
    if (!existsSync(file)) {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      const secret = () => randomBytes(32).toString("base64url");
      writeFileSync(file, JSON.stringify({ SESSION_SECRET: secret(), OIDC_CLIENT_SECRET: secret() }, null, 2), {
        mode: 0o600,
        flag: "wx",
      });
    }
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    // In the words of the API (api/core/database/folder-lock.ts), which is not built yet.
    if (error.code)
      throw new Error(
        `The data folder ${resolve(dataDir)} cannot be used (${error.code}). Let this user write there, or set DATA_DIR to another folder.`,
      );
    throw new Error(
      `${file} cannot be read: ${error.message}. Restore it, or remove it: then everybody signs in again.`,
    );
  }
}
