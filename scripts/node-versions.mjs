// The other supported versions of Node that the product is started with, from the npm package `node`.
import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { mayInstall } from "./packages.mjs";

const versions = ["22.23.3", "24.21.0"];

/** @returns the programs by version, installed below .cache; undefined if they cannot be installed */
export async function nodePrograms() {
  const programs = [];
  for (const version of versions) programs.push([version, await installed(version)]);
  return programs.every(([, program]) => program) ? Object.fromEntries(programs) : undefined;
}

async function installed(version) {
  const folder = resolve(".cache/node", version);
  const program = join(folder, "node_modules/node/bin/node");
  if (!runs(program, version) && mayInstall()) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
    console.log(`Installing Node ${version} from npm into ${folder} (--no-install forbids it) …`);
    // The package puts its program into place by a script, which the project's own packages may not run.
    const options = ["--ignore-scripts=false", "--no-audit", "--no-fund", "--loglevel=error"];
    const npm = promisify(execFile)("npm", ["install", ...options, `node@${version}`], { cwd: folder });
    // Whether it can be run, not what npm says, decides whether it is there.
    await npm.catch(() => {});
  }
  return runs(program, version) ? program : undefined;
}

function runs(program, version) {
  return (
    existsSync(program) && spawnSync(program, ["--version"], { encoding: "utf8" }).stdout?.trim() === `v${version}`
  );
}
