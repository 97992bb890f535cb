// Installs and builds when something changed since last time. Only node: modules: node_modules may not be there yet.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { alone } from "./alone.mjs";
import { mayInstall } from "./packages.mjs";

const [major, minor] = process.versions.node.split(".").map(Number);
const builtFrom = [
  "app",
  "api",
  "contract",
  "demo",
  "docs/guide",
  "public",
  "scripts/build.mjs",
  "scripts/bundle.mjs",
  "remix.config.js",
  "vite.config.ts",
  "tailwind.config.ts",
  "postcss.config.js",
  "package.json",
  "package-lock.json",
];

/**
 * Installs the packages of the lock file, unless they are installed already.
 * @throws Error when Node is too old, or when something would have to be installed and that is forbidden
 */
export async function install() {
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Countinghouse needs Node 20.19 or newer; this is ${process.versions.node}.`);
  }
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" };
  delete env.NODE_ENV;
  if (!mayInstall()) {
    if (!existsSync("node_modules"))
      throw new Error("The npm packages are not installed, and --no-install forbids it. Run npm ci first.");
    return;
  }
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  await once({
    mark: "node_modules/.prepared",
    sources: ["package-lock.json"],
    title: "Installing npm packages (a minute the first time)",
    command: "npm",
    args,
    env,
  });
}

/** Builds the back office and the API, if their sources changed. */
export async function build() {
  const env = { ...process.env, NODE_ENV: "production" };
  await once({
    mark: "build/.prepared",
    sources: builtFrom,
    title: "Building",
    command: process.execPath,
    args: ["scripts/build.mjs"],
    env,
  });
}

async function once({ mark, sources, title, command, args, env }) {
  const isDone = () => existsSync(mark) && readFileSync(mark, "utf8") === digestOf(sources);
  if (isDone()) return;
  await alone(".cache/preparing.pid", async () => {
    // Another process may have done it meanwhile.
    if (isDone()) return;
    rmSync(mark, { force: true });
    const digest = digestOf(sources);
    await run(title, command, args, env);
    mkdirSync(dirname(mark), { recursive: true });
    writeFileSync(mark, digest);
  });
}

function run(what, command, args, env) {
  process.stdout.write(`${what} …`);
  const started = Date.now();
  const isWindows = process.platform === "win32";
  // A process group of its own, so that all of it can be ended.
  const child = spawn(command, args, {
    env,
    stdio: ["ignore", "pipe", "pipe"],
    shell: isWindows,
    detached: !isWindows,
  });
  const end = () => (isWindows ? child.kill() : process.kill(-child.pid, "SIGTERM"));
  process.once("exit", end);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const dots = setInterval(() => process.stdout.write("…"), 5_000);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      process.off("exit", end);
      clearInterval(dots);
      process.stdout.write(code === 0 ? ` done in ${Math.round((Date.now() - started) / 1000)} s\n` : " failed\n");
      if (code === 0) resolve();
      else reject(new Error(output.trim().split("\n").slice(-40).join("\n")));
    });
  });
}

function digestOf(paths) {
  const hash = createHash("sha256").update(process.version);
  for (const path of paths.flatMap(filesIn)) hash.update(path).update(readFileSync(path));
  return hash.digest("hex");
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)]));
}
