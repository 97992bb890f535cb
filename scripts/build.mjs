// Builds both halves of the product into build/: the back office with Vite, the API with esbuild.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { build } from "esbuild";
import { apiBundle, backOfficeBundle, copyFiles } from "./bundle.mjs";

process.env.NODE_ENV = "production";
// Emptied here, because both builds write into it at the same time (for Vite see `emptyOutDir`).
rmSync("build", { recursive: true, force: true });

await Promise.all([run("node_modules/@remix-run/dev/dist/cli.js", "vite:build"), build(backOfficeBundle), buildApi()]);

async function buildApi() {
  await build(apiBundle("build/api"));
  copyFiles("build/api");
  await run("build/api/make-empty.js", "build/api/empty");
}

async function run(...args) {
  const [code] = await once(spawn(process.execPath, args, { stdio: "inherit" }), "exit");
  if (code !== 0) process.exit(code ?? 1);
}
