// Builds both halves of the product into build/: the back office with Vite, the API with esbuild.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync } from "node:fs";
import { build } from "esbuild";

process.env.NODE_ENV = "production";
// Here, as both write into it at once (Vite empties nothing: `emptyOutDir`).
rmSync("build", { recursive: true, force: true });

await Promise.all([run("node_modules/@remix-run/dev/dist/cli.js", "vite:build"), buildServer(), buildApi()]);

/** The HTTP server of the back office; the pages are loaded by it when it starts. */
async function buildServer() {
  await bundle({ main: "app/server/main.ts" }, "build/back-office", { alias: { "~": "./app", "@contract": "./contract" } });
}

async function buildApi() {
  await bundle(
    { main: "api/main.ts", "make-empty": "api/database/make-empty.ts", unlock: "api/unlock.ts", "document-worker": "api/areas/document-worker.ts" },
    "build/api",
  );
  // Found beside the bundle, as they are found beside their sources.
  cpSync("api/database/embedded-worker.mjs", "build/api/embedded-worker.mjs");
  cpSync("api/excel/workbook-worker.mjs", "build/api/workbook-worker.mjs");
  cpSync("api/excel/reading-worker.mjs", "build/api/reading-worker.mjs");
  cpSync("api/database/migrations", "build/api/migrations", { recursive: true });
  await run("build/api/make-empty.js", "build/api/empty");
}

async function bundle(entryPoints, outdir, options = {}) {
  await build({
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    logLevel: "warning",
    ...options,
  });
}

async function run(...args) {
  const [code] = await once(spawn(process.execPath, args, { stdio: "inherit" }), "exit");
  if (code !== 0) process.exit(code ?? 1);
}
