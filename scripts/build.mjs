// Builds both halves of the product into build/: the back office with Vite, the API with esbuild.

import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { build } from "esbuild";

process.env.NODE_ENV = "production";

// First, because it empties the folder.
const vite = spawnSync(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "vite:build"], { stdio: "inherit" });
if (vite.status !== 0) process.exit(vite.status ?? 1);

await build({
  entryPoints: { main: "api/main.ts" },
  outdir: "build/api",
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: true,
  logLevel: "warning",
});
// Found beside the bundle, as they are found beside their sources.
cpSync("api/database/embedded-worker.mjs", "build/api/embedded-worker.mjs");
cpSync("api/excel/workbook-worker.mjs", "build/api/workbook-worker.mjs");
cpSync("api/excel/reading-worker.mjs", "build/api/reading-worker.mjs");
cpSync("api/database/migrations", "build/api/migrations", { recursive: true });
