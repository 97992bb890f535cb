// `npm run unlock -- EMAIL`: lifts the lock of an account, with the API running or not. Only node: modules.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const command = "build/api/unlock.js";
if (!existsSync(command)) {
  console.error("There is no build yet. Run npm start or npm run build first.");
  process.exit(1);
}
process.exit(spawnSync(process.execPath, [command, ...process.argv.slice(2)], { stdio: "inherit" }).status ?? 1);
