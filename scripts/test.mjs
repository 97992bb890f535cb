// `npm test` installs and builds what is needed, finds a browser and a database, runs the short selection of suites and
// sums up. `npm test -- --all` runs every suite. `npm test -- --only api,screens` runs these alone; what follows goes to
// their runner: `--only screens list`. With `--no-install` nothing is installed, and what cannot run is left out.
// `--minutes 70` runs shorter forms of the suites that a slow machine would not end within that time.
// Only node: modules, because it runs before anything is installed.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { findChromium } from "./chromium.mjs";
import { buildImage } from "./image.mjs";
import { nodePrograms } from "./node-versions.mjs";
import { startPostgres } from "./postgres.mjs";
import { build, install } from "./prepare.mjs";
import { countsOf, forgetReport, reportOf, runs, substitutes, suites } from "./test-suites.mjs";
import { suiteInTime } from "./test-time.mjs";

const { values, positionals } = parseArgs({
  options: {
    only: { type: "string" },
    all: { type: "boolean" },
    minutes: { type: "string", default: "Infinity" },
    "no-install": { type: "boolean" },
  },
  allowPositionals: true,
});
if (values["no-install"]) process.env.TEST_NO_INSTALL = "1";
const selection = values.all ? runs.all : runs.short;
const wanted = values.only?.split(",") ?? selection.names;
const unknown = wanted.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(", ")}. There are ${suites.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

if (!(Number(values.minutes) > 0)) {
  console.error("--minutes needs a number of minutes.");
  process.exit(2);
}

const endsAt = Date.now() + Number(values.minutes) * 60_000;
const notes = [];
const cleanUp = [];
/** Made once for all suites that need it. */
let made;
let current;
let isStopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, async () => {
    if (isStopping) return;
    isStopping = true;
    current?.kill("SIGINT");
    for (const step of cleanUp.splice(0)) await step();
    made?.remove();
    process.exit(130);
  });
}

/** Prepares what a suite needs besides its tests. @returns its environment, or undefined when something cannot be had */
async function prepare({ name, needs = [] }) {
  const env = { TEST_REPORT: reportOf(name) };
  if (needs.includes("postgres")) {
    env.TEST_POSTGRES_URL = process.env.TEST_POSTGRES_URL ?? (await ownPostgres());
    if (!env.TEST_POSTGRES_URL) return undefined;
  }
  if (needs.includes("node")) {
    await build();
    const programs = nodePrograms();
    if (!programs) return undefined;
    env.NODE_PROGRAMS = JSON.stringify(programs);
  }
  if (needs.includes("image")) {
    made ??= buildImage();
    env.TEST_IMAGE = JSON.stringify(made.image);
  }
  if (needs.includes("chromium")) {
    await build();
    env.CHROMIUM_PATH = await findChromium();
  }
  return env;
}

async function ownPostgres() {
  const server = await startPostgres();
  if (server) cleanUp.push(server.stop);
  return server?.url;
}

function run({ args }, env) {
  current = spawn(process.execPath, [...args, ...positionals], {
    stdio: ["ignore", "inherit", "inherit"],
    env: environment(env),
  });
  return new Promise((resolve) => {
    current.once("error", () => resolve(1));
    current.once("exit", (code) => resolve(code ?? 1));
  });
}

/** Without a database of another suite: some suites differ in their database alone. */
function environment(env) {
  const { TEST_POSTGRES_URL, TEST_IMAGE, NODE_ENV, ...rest } = process.env;
  return { ...rest, ...env };
}

async function outcomeOf(suite) {
  const started = Date.now();
  forgetReport(suite);
  console.log(`\n── ${suite.title} ──`);
  try {
    const env = await prepare(suite);
    if (!env) {
      notes.push(
        `${suite.needs.includes("node") ? "Node 22 and 24 are" : "PostgreSQL is"} not available: “${suite.title}” did not run.`,
      );
      return undefined;
    }
    const counts = countsOf(suite, await run(suite, env));
    return { ...counts, title: suite.title, usual: suite.seconds, seconds: secondsSince(started) };
  } catch (error) {
    console.error(error.message);
    return {
      title: suite.title,
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: [],
      crashed: true,
      usual: suite.seconds,
      seconds: secondsSince(started),
    };
  } finally {
    for (const step of cleanUp.splice(0)) await step();
  }
}

const secondsSince = (moment) => Math.round((Date.now() - moment) / 1000);

function sumUp(outcomes) {
  const total = (key) => outcomes.reduce((sum, outcome) => sum + outcome[key], 0);
  const words = ({ passed, failed, skipped }) =>
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  console.log("");
  for (const outcome of outcomes) {
    console.log(
      `${outcome.title.padEnd(28)} ${String(outcome.seconds).padStart(4)} s   ${words(outcome)}${outcome.crashed ? " (it did not end as it should)" : ""}`,
    );
  }
  for (const note of notes) console.log(note);
  if (!values.only) console.log(selection.leavesOut);
  // Repeated at the end, where they are found in a long log.
  for (const { title, failures } of outcomes) {
    for (const failure of failures) console.log(`Failed in “${title}”: ${failure}`);
  }
  const all = { passed: total("passed"), failed: total("failed"), skipped: total("skipped") };
  console.log(words(all));
  return all.failed === 0 && all.passed > 0;
}

try {
  await install();
} catch (error) {
  console.error(`${error.message}\n0 passed, 1 failed`);
  process.exit(1);
}
mkdirSync(".cache/tests", { recursive: true });
const outcomes = [];
for (const [i, name] of wanted.entries()) {
  const suite = inTime(suiteNamed(name), wanted.slice(i + 1).map(suiteNamed));
  const outcome = (await outcomeOf(suite)) ?? (await substituteFor(name));
  if (isStopping) break;
  if (outcome) outcomes.push(outcome);
}
made?.remove();
// Whoever stops this run also ends it, after cleaning up.
if (!isStopping) process.exit(sumUp(outcomes) ? 0 : 1);

function suiteNamed(name) {
  return suites.find((suite) => suite.name === name);
}

/** The suite, or a shorter form of it that ends in time, which is noted. */
function inTime(suite, next) {
  const chosen = suiteInTime({
    suite,
    next,
    past: outcomes,
    secondsLeft: (endsAt - Date.now()) / 1000,
    named: suiteNamed,
  });
  if (chosen !== suite) notes.push(`To end in time, “${chosen.title}” ran in place of “${suite.title}”.`);
  return chosen;
}

/** The suite that runs when this one cannot, unless it runs anyway. */
async function substituteFor(name) {
  const substitute = substitutes[name];
  return substitute && !isStopping && !wanted.includes(substitute) && !values.only
    ? outcomeOf(suiteNamed(substitute))
    : undefined;
}
