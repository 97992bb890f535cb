// Runs a command-line tool of the built API with the arguments of this process. Only node: modules.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** @param name file in `build/api`, without its ending */
export function runBuilt(name) {
  const command = `build/api/${name}.js`;
  if (!existsSync(command)) {
    console.error("There is no build yet. Run npm start or npm run build first.");
    process.exit(1);
  }
  process.exit(spawnSync(process.execPath, [command, ...process.argv.slice(2)], { stdio: "inherit" }).status ?? 1);
}
