// `npm run reset`: deletes the embedded database, so that the next start makes the demo data anew.
import { spawnSync } from "node:child_process";
import { build, install } from "./prepare.mjs";

try {
  await install();
  await build();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
process.exit(spawnSync(process.execPath, ["build/api/reset.js"], { stdio: "inherit" }).status ?? 1);
