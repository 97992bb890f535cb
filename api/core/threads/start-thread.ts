/** Starts worker threads, from the bundle in production and from the sources in tests. */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";

/** Modules that run as threads: their paths within `api/`. Each is an entry point in `scripts/bundle.mjs` as well. */
export const threads = [
  "registries/document-worker",
  "core/database/embedded-worker",
  "core/excel/reader/reading-worker",
  "core/excel/writer/workbook-worker",
] as const;
type Thread = (typeof threads)[number];

const isSource = new URL(import.meta.url).pathname.endsWith(".ts");

export function startThread(thread: Thread, options?: WorkerOptions): Worker {
  return new Worker(isSource ? compiled(thread) : new URL(`./${basename(thread)}.js`, import.meta.url), options);
}

const alreadyCompiled = new Map<Thread, URL>();

/**
 * Bundles the sources of a thread once per process, in about 100 ms. Compiling them with tsx as they are loaded would take
 * 300 to 600 ms longer each time that a thread starts.
 */
function compiled(thread: Thread): URL {
  const known = alreadyCompiled.get(thread);
  if (known) return known;
  const folder = new URL("../../../.cache/threads/", import.meta.url);
  const file = new URL(`${basename(thread)}.mjs`, folder);
  mkdirSync(folder, { recursive: true });
  // Another process may be loading the same file, so it is replaced in one step.
  const unfinished = new URL(`${file}.${process.pid}`);
  writeFileSync(unfinished, bundle(fileURLToPath(new URL(`../../${thread}.ts`, import.meta.url))));
  renameSync(unfinished, file);
  alreadyCompiled.set(thread, file);
  return file;
}

/** Loads esbuild only here, because it is not installed in production. */
function bundle(entryPoint: string): Uint8Array {
  const { buildSync } = createRequire(import.meta.url)("esbuild") as typeof import("esbuild");
  const { outputFiles } = buildSync({
    entryPoints: [entryPoint],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    logLevel: "warning",
    write: false,
  });
  const [output] = outputFiles;
  if (!output) throw new Error(`esbuild has returned no output for ${entryPoint}.`);
  return output.contents;
}
