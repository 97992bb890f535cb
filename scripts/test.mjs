// `npm test` installs and builds what is needed, finds a browser and a database, runs the short selection of suites and
// sums up. `npm test -- --all` runs every suite. `npm test -- --only api,screens` runs these alone; what follows goes to
// their runner: `--only screens list`. With `--no-install` nothing is installed, and what cannot run is left out.
// `--minutes 70` runs shorter forms of the suites that a slow machine would not end within that time.
// Only node: modules, because it runs before anything is installed.
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { findChromium } from "./chromium.mjs";
import { buildImage } from "./image.mjs";
import { nodePrograms } from "./node-versions.mjs";
import { startPostgres } from "./postgres.mjs";
import { build, install } from "./prepare.mjs";
import { inLanes, oneAtATime } from "./test-lanes.mjs";
import {
  countsOf,
  forgetReport,
  missingOf,
  reportOf,
  runs,
  sentencesOfMissing,
  substitutes,
  suites,
} from "./test-suites.mjs";
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
/** For each suite that runs now: the process of its tests, and the steps that clean up after it. */
const running = new Set();
/** Two builds would mix their files, and two installations wait for each other's lock. */
const prepareInTurn = oneAtATime();
/** Built once for all suites that need it. */
let image;
let isStopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, async () => {
    if (isStopping) return;
    isStopping = true;
    for (const { runner } of running) runner?.kill("SIGINT");
    for (const { cleanUp } of running) for (const step of cleanUp.splice(0)) await step();
    process.exit(130);
  });
}

/**
 * Prepares what a suite needs besides its tests.
 * @param cleanUp receives the steps to take after the suite
 * @returns its environment, or undefined when something cannot be had
 */
async function prepare({ name, needs = [] }, cleanUp) {
  const env = { TEST_REPORT: reportOf(name), TEST_RESULTS: `test-results/${name}`, TEST_MISSING: missingOf(name) };
  if (needs.includes("postgres")) {
    env.TEST_POSTGRES_URL = process.env.TEST_POSTGRES_URL ?? (await ownPostgres(cleanUp));
    if (!env.TEST_POSTGRES_URL) return undefined;
  }
  if (needs.some((need) => ["build", "node", "chromium"].includes(need))) await build();
  if (needs.includes("node")) {
    const programs = await nodePrograms();
    if (!programs) return undefined;
    env.NODE_PROGRAMS = JSON.stringify(programs);
  }
  if (needs.includes("image")) {
    image ??= await buildImage();
    env.TEST_IMAGE = JSON.stringify(image);
  }
  if (needs.includes("chromium")) env.CHROMIUM_PATH = await findChromium();
  return env;
}

async function ownPostgres(cleanUp) {
  const server = await startPostgres();
  if (server) cleanUp.push(server.stop);
  return server?.url;
}

/** Runs a suite. What it prints is shown at once, or after it has ended if another one runs beside it. */
async function run({ name, title, args }, { job, env, isBeside }) {
  const log = `.cache/tests/${name}.log`;
  const output = isBeside ? openSync(log, "w") : "inherit";
  job.runner = spawn(process.execPath, [...args, ...positionals], {
    stdio: ["ignore", output, output],
    env: environment(env),
  });
  const code = await new Promise((resolve) => {
    job.runner.once("error", () => resolve(1));
    job.runner.once("exit", (code) => resolve(code ?? 1));
  });
  if (isBeside) {
    closeSync(output);
    console.log(`\n── ${title} ──`);
    process.stdout.write(readFileSync(log));
  }
  return code;
}

/** Without a database of another suite: some suites differ in their database alone. */
function environment(env) {
  const { TEST_POSTGRES_URL, TEST_IMAGE, NODE_ENV, ...rest } = process.env;
  return { ...rest, ...env };
}

async function outcomeOf(suite, isBeside = false) {
  const job = { cleanUp: [] };
  running.add(job);
  let started = Date.now();
  forgetReport(suite);
  console.log(isBeside ? `Running “${suite.title}” beside another suite …` : `\n── ${suite.title} ──`);
  try {
    const prepared = () => {
      started = Date.now();
      return prepare(suite, job.cleanUp);
    };
    const env = await (suite.needs ? prepareInTurn(prepared) : prepared());
    if (!env) {
      notes.push(
        `${suite.needs.includes("node") ? "Node 22 and 24 are" : "PostgreSQL is"} not available: “${suite.title}” did not run.`,
      );
      return undefined;
    }
    const counts = countsOf(suite, await run(suite, { job, env, isBeside }));
    notes.push(...sentencesOfMissing(suite));
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
    for (const step of job.cleanUp.splice(0)) await step();
    running.delete(job);
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
await inLanes(
  wanted.map(suiteNamed),
  ({ leavesIdle }) => leavesIdle,
  async (suite, { next, isBeside }) => {
    if (isStopping) return;
    const outcome = (await outcomeOf(inTime(suite, next), isBeside)) ?? (await substituteFor(suite.name));
    if (outcome && !isStopping) outcomes.push(outcome);
  },
);
// Stopping this run also stops the suites, after cleaning up.
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
