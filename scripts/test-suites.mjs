// The suites of `npm test`: how each is run, and what its report says.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { relative, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";

const vitest = (name, extra = []) => [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${reportOf(name)}`,
  ...extra,
];

/** Its configuration reads the path of the report from TEST_REPORT. */
const playwright = (extra = []) => ["node_modules/@playwright/test/cli.js", "test", ...extra];
const firstDay = ["--config=playwright.first-day.config.ts"];
const month = ["--config=playwright.month.config.ts"];

/** The path of a suite's report. */
export const reportOf = (name) => `.cache/tests/${name}.json`;

/** Where a suite writes what it lacks, a line each: see `missing` in tests/support/outside/partners.ts. */
export const missingOf = (name) => `.cache/tests/${name}-missing.txt`;

/** Tests of the database itself. The other tests of the API behave alike on PGlite and PostgreSQL. */
const databaseTests = [
  "backup",
  "database",
  "database-gone",
  "upgrade",
  "commands",
  "demo",
  "jobs",
  "locations",
  "unlock",
].map((name) => `tests/api/${name}.test.ts`);

/**
 * Tests that call the API very often: every operation by every kind of caller and with oversized input,
 * and random edits.
 */
const enduranceTests = [
  "access",
  "oversized",
  "edits-random",
  "products-random-edits",
  "products-grid-random",
  "products-round-trip",
].map((name) => `--exclude=tests/api/${name}.test.ts`);

/** All flows with scripts, and the main ones without. */
const withScripts = ["--grep", "^javascript |@core"];

/** Marks the flows of the screens that the short run takes: the main one of each area, with and without JavaScript. */
const core = ["--grep", "@core"];

/**
 * @typedef {object} Suite
 * @property {string} name what `--only` calls it
 * @property {string} title
 * @property {string[]} args what Node runs
 * @property {("build" | "chromium" | "postgres" | "node" | "image")[]} [needs]
 * @property {boolean} [leavesIdle] it leaves a processor idle much of the time, so that another such suite runs beside it
 * @property {number} seconds what it takes on two cores at rest, beside another one if it leaves a processor idle
 * @property {string[]} [shorter] suites that can run in its place where time is short, the longest first
 * @property {(report: object) => Counts} count
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts failures: file, title and first line of the error
 */

/** @type {Suite[]} */
export const suites = [
  {
    name: "contract",
    title: "The contract",
    leavesIdle: true,
    seconds: 45,
    args: vitest("contract", ["--project=contract"]),
    count: countVitest,
  },
  {
    name: "services",
    title: "Services of the back office",
    leavesIdle: true,
    seconds: 110,
    needs: ["build"],
    args: vitest("services", ["--config=vitest.services.config.ts"]),
    count: countVitest,
  },
  { name: "api", title: "The API on PGlite", seconds: 700, args: vitest("api", ["--project=api"]), count: countVitest },
  {
    name: "postgres",
    title: "The API on PostgreSQL",
    seconds: 400,
    shorter: ["postgres-short"],
    args: vitest("postgres", ["--project=api"]),
    needs: ["postgres"],
    count: countVitest,
  },
  {
    name: "postgres-short",
    title: "The API on PostgreSQL",
    seconds: 260,
    args: vitest("postgres-short", ["--project=api", ...enduranceTests]),
    needs: ["postgres"],
    count: countVitest,
  },
  {
    name: "pglite",
    title: "The database on PGlite",
    leavesIdle: true,
    seconds: 120,
    args: vitest("pglite", ["--project=api", ...databaseTests]),
    count: countVitest,
  },
  {
    name: "screens",
    title: "The screens in Chromium",
    seconds: 1300,
    shorter: ["screens-with-scripts", "core"],
    args: playwright(),
    needs: ["chromium"],
    count: countPlaywright,
  },
  {
    name: "screens-with-scripts",
    title: "The screens in Chromium, with scripts",
    seconds: 880,
    args: playwright(withScripts),
    needs: ["chromium"],
    count: countPlaywright,
  },
  {
    name: "core",
    title: "The main flows in Chromium",
    seconds: 230,
    args: playwright(core),
    needs: ["chromium"],
    count: countPlaywright,
  },
  {
    name: "versions",
    title: "Other versions of Node",
    leavesIdle: true,
    seconds: 60,
    args: vitest("versions", ["--project=versions"]),
    needs: ["node"],
    count: countVitest,
  },
  {
    name: "image",
    title: "The steps of the Dockerfile",
    leavesIdle: true,
    seconds: 20,
    args: vitest("image", ["--project=image"]),
    needs: ["image"],
    count: countVitest,
  },
  {
    name: "outside",
    title: "What others have written",
    leavesIdle: true,
    seconds: 200,
    needs: ["build", "chromium"],
    args: vitest("outside", ["--project=outside"]),
    count: countVitest,
  },
  {
    name: "first-day",
    title: "From an empty folder",
    leavesIdle: true,
    seconds: 35,
    args: playwright(firstDay),
    needs: ["chromium"],
    count: countPlaywright,
  },
  {
    name: "month",
    title: "A month, on PGlite",
    seconds: 65,
    args: playwright(month),
    needs: ["chromium"],
    count: countPlaywright,
  },
  {
    name: "month-image",
    title: "A month, with the image",
    leavesIdle: true,
    seconds: 200,
    args: playwright(month),
    needs: ["chromium", "image"],
    count: countPlaywright,
  },
  {
    name: "month-postgres",
    title: "A month, on PostgreSQL, two of each",
    leavesIdle: true,
    seconds: 80,
    args: playwright(month),
    needs: ["chromium", "postgres"],
    count: countPlaywright,
  },
];

/** The suites of a run without `--only`, and what that run leaves out, in sentences for its last lines. */
export const runs = {
  short: {
    names: ["services", "contract", "postgres-short", "core"],
    leavesOut:
      "Left out: most flows of the screens, the API on PGlite (the flows of the screens run on it), every operation by every kind of caller and with oversized input, random edits, the walks from an empty folder to a published product and through a month on both databases, starts on other versions of Node, and the steps of the Dockerfile. `npm test -- --all` runs all of it but the API on PGlite.",
  },
  all: {
    // Suites that leave a processor idle come first, because they show how slow the machine is; the longest last.
    names: [
      // While the product is built for the services, the contract needs nothing.
      "services",
      "contract",
      // In place of the month on PGlite: the image runs the same programs on the same database.
      "month-image",
      "pglite",
      "month-postgres",
      "image",
      "versions",
      "outside",
      "first-day",
      "postgres",
      "screens",
    ],
    leavesOut:
      "Left out: what tests of the API ask on PGlite a second time (`npm test -- --only api`), and the measurements in bench/.",
  },
};

/** Suites that run in place of one that this machine cannot run. */
export const substitutes = { postgres: "api", "postgres-short": "api" };

/** Forgets the last run's report, so that a suite that crashes cannot be counted by it. */
export function forgetReport({ name }) {
  rmSync(reportOf(name), { force: true });
  rmSync(missingOf(name), { force: true });
}

/** Returns sentences about the partners and parts that a suite skipped. */
export function sentencesOfMissing({ name }) {
  const lines = existsSync(missingOf(name)) ? readFileSync(missingOf(name), "utf8").split("\n") : [];
  return [...new Set(lines.filter(Boolean))];
}

/** The figures of a suite that has ended. What ended badly without a failed test counts as one. */
export function countsOf({ name, count }, exitCode) {
  const report = existsSync(reportOf(name)) ? JSON.parse(readFileSync(reportOf(name), "utf8")) : undefined;
  const counts = report ? count(report) : { passed: 0, failed: 0, skipped: 0, failures: [] };
  const isUntold = exitCode !== 0 && counts.failed === 0;
  return isUntold ? { ...counts, failed: 1, crashed: true } : counts;
}

function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const unreadable = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages[0])),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + unreadable.length,
    skipped: numPendingTests + numTodoTests,
    failures: [...failures, ...unreadable.map(({ name, message }) => failure(name, "could not be run", message))],
  };
}

function countPlaywright({ stats, errors, suites }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (errors?.length > 0 ? 1 : 0),
    skipped: stats.skipped,
    failures: [
      ...suites.flatMap((suite) => failedSpecs(suite)),
      ...(errors ?? []).map(({ message }) => failure("Playwright", "", message)),
    ],
  };
}

function failedSpecs({ suites = [], specs = [] }) {
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, results }) => failure(file, `${title} [${projectName}]`, results[0]?.error?.message)),
  );
  return [...failed, ...suites.flatMap((suite) => failedSpecs(suite))];
}

const failure = (file, title, message = "") =>
  `${relative(process.cwd(), resolve(file))} › ${title}: ${stripVTControlCharacters(message).split("\n")[0]}`;
