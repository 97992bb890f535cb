// `node bench/run.mjs`: measures the built product and its baselines, and reports which budgets are met.
// `node bench/run.mjs --runs 1` is quick.
import { parseArgs } from "node:util";
import { openBrowser } from "./browser.mjs";
import { cookieHeader, load, startUp } from "./load.mjs";
import { medians } from "./numbers.mjs";
import { machine, pagesTable, promises, promisesOf, promisesTable, serversTable } from "./report.mjs";
import { startSubjects } from "./subjects.mjs";

const { values } = parseArgs({ options: { runs: { type: "string", default: "5" } } });
const runs = Array.from({ length: Number(values.runs) }, (_, i) => i + 1);
const say = (line) => process.stderr.write(`${line}\n`);

/** Measures all subjects in turn in each run, so that noise affects them equally. */
async function inTurns(subjects, what, measure) {
  const seen = Object.fromEntries(subjects.map(({ name }) => [name, []]));
  for (const run of runs) {
    for (const subject of subjects) {
      say(`${what}, run ${run}: ${subject.name}`);
      seen[subject.name].push(await measure(subject));
    }
  }
  return Object.fromEntries(subjects.map(({ name }) => [name, medians(seen[name])]));
}

const { subjects, pages: others, product, stop } = await startSubjects();
const browser = await openBrowser();
try {
  const pages = await inTurns([...subjects, ...others], "browser", browser.measure);
  const loads = await inTurns([...subjects, ...others], "load", ({ url, storageState }) =>
    load(url, storageState && cookieHeader(storageState)),
  );
  const { api } = await inTurns([{ name: "api" }], "load", () => load(product.api.url, product.api.headers));
  const { office } = await inTurns([{ name: "office" }], "start", () => startUp(product.startBackOffice));
  const figures = Object.fromEntries(
    [...subjects, ...others].map(({ name }) => [name, { ...pages[name], ...loads[name] }]),
  );

  console.log(`${machine(browser.version)}; medians of ${runs.length}\n`);
  console.log(`${pagesTable(subjects, figures)}\n\n${pagesTable(others, figures)}\n\n${serversTable(office, api)}\n`);
  console.log(
    promisesTable([...promises(figures, office), ...others.flatMap((page) => promisesOf(page, figures[page.name]))]),
  );
} finally {
  await browser.close();
  await stop();
}
