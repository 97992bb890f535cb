import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The secrets that both processes share: made on the first start, kept in the data folder, readable by nobody else. */
export function sharedSecrets(dataDir) {
  const file = join(dataDir, "secrets.json");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const secret = () => randomBytes(32).toString("base64url");
    writeFileSync(file, JSON.stringify({ SESSION_SECRET: secret(), OIDC_CLIENT_SECRET: secret() }, null, 2), { mode: 0o600, flag: "wx" });
  }
  return JSON.parse(readFileSync(file, "utf8"));
}
