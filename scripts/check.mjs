// `npm run check`: types, lint and format, import rules, routes, unused code, documentation, and whether the tests of
// screens can be listed. Two at a time, slowest first.
// Only node: modules: it runs before anything is installed.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { install } from "./prepare.mjs";

const bin = (path) => `node_modules/${path}`;

function types(folder) {
  const known = `.cache/types/${folder.replace("/", "-")}.tsbuildinfo`;
  return {
    name: `types of ${folder}`,
    args: [
      bin("typescript/bin/tsc"),
      "-p",
      `${folder}/tsconfig.json`,
      "--pretty",
      "--incremental",
      "--tsBuildInfoFile",
      known,
    ],
  };
}

const checks = [
  types("app"),
  types("api"),
  types("tests"),
  types("tests/screens"),
  types("tests/services"),
  types("contract"),
  { name: "unused code", args: [bin("knip/bin/knip.js"), "--no-progress", "--treat-config-hints-as-errors"] },
  {
    name: "import rules",
    args: [bin("dependency-cruiser/bin/dependency-cruise.mjs"), "app", "api", "contract", "demo", "scripts", "tests"],
  },
  {
    name: "lint and format",
    args: [bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "--max-diagnostics=100", "--colors=force"],
  },
  { name: "folders of the API", args: ["scripts/check-folders.mjs"] },
  { name: "patterns and lengths", args: ["scripts/check-patterns.mjs"] },
  { name: "exports of routes", args: ["scripts/check-routes.mjs"] },
  { name: "names in documentation", args: ["scripts/check-docs.mjs"] },
  { name: "list of screen tests", args: [bin("@playwright/test/cli.js"), "test", "--list", "--reporter=line"] },
];

function run({ name, args }) {
  const started = Date.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.once("close", (code) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? "ok    " : "FAILED"}  ${name.padEnd(24)} ${seconds.padStart(5)} s`);
      if (code !== 0) console.log(`\n${output.trim()}\n`);
      resolve(code === 0);
    });
  });
}

async function worker(queue) {
  const results = [];
  for (let next = queue.shift(); next; next = queue.shift()) results.push(await run(next));
  return results;
}

try {
  await install();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const queue = [...checks];
const results = (
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, () => worker(queue)))
).flat();
const failed = results.filter((isGood) => !isGood).length;
console.log(
  failed === 0 ? `\nAll ${results.length} checks passed.` : `\n${failed} of ${results.length} checks failed.`,
);
process.exit(failed === 0 ? 0 : 1);
