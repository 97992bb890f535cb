// `node bench/run.mjs`: measures the built product and its baselines, and reports which promises are kept.
// `--runs 1` is quick, `--only orders,suppliers` measures these pages, and `--no-browser`, `--no-load`, `--no-cpu` and
// `--no-start` leave out a part.
import { parseArgs } from "node:util";
import { openBrowser } from "./browser.mjs";
import { cpu, headersOfUser, load, startUp } from "./load.mjs";
import { medians } from "./numbers.mjs";
import { pages } from "./pages.mjs";
import { promises } from "./promises.mjs";
import { loadText, machine, pagesTable, promisesTable, serversTable } from "./report.mjs";
import { startSubjects } from "./subjects.mjs";

const leaveOut = { type: "boolean", default: false };
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    only: { type: "string" },
    "no-browser": leaveOut,
    "no-load": leaveOut,
    "no-cpu": leaveOut,
    "no-start": leaveOut,
  },
});
const runs = Array.from({ length: Number(values.runs) }, (_, i) => i + 1);
const say = (line) => process.stderr.write(`${line}\n`);

/** Returns the pages named by `--only`; all of them without it. */
function chosenPages() {
  const names = values.only?.split(",") ?? pages.map(({ name }) => name);
  return names.map((name) => {
    const page = pages.find((each) => each.name === name);
    if (!page) throw new Error(`There is no page "${name}", only ${pages.map((each) => each.name).join(", ")}.`);
    return page;
  });
}

/**
 * Measures all subjects in turn in each run, so that noise affects them equally.
 * @returns the medians of their figures, in the order of the subjects
 */
async function inTurns(part, subjects, measure) {
  if (values[`no-${part}`]) return subjects.map(() => ({}));
  const seen = subjects.map(() => []);
  for (const run of runs) {
    for (const [i, subject] of subjects.entries()) {
      say(`${part}, run ${run}: ${[subject.page, subject.kind].join(", ")}`);
      seen[i].push(await measure(subject));
    }
  }
  return seen.map(medians);
}

const headersOf = async ({ signIn, url }) => (signIn ? headersOfUser(await signIn(), url) : {});

async function cpuFigures(subject) {
  const { url, next, pids } = subject;
  const headers = await headersOf(subject);
  const page = await cpu([url], headers, pids);
  const nextPage = next ? await cpu(next, headers, pids) : {};
  return { officeCpu: page.office, apiCpu: page.api, officeCpuNext: nextPage.office, apiCpuNext: nextPage.api };
}

async function loadFigures(subject) {
  const { url, next } = subject;
  const headers = await headersOf(subject);
  const { perSecond } = await load([url], headers);
  return { perSecond, navigations: next && (await load(next, headers)).perSecond };
}

const { subjects, product, stop } = await startSubjects(chosenPages());
const browser = await openBrowser();
try {
  for (const subject of subjects) {
    subject.next = await browser.requestsOfNextPage(subject);
    const paths = subject.next?.map((url) => new URL(url).pathname) ?? [];
    say(`requests of the next page of ${subject.page}, ${subject.kind}: ${paths.join(" ")}`);
  }
  const visits = await inTurns("browser", subjects, browser.measure);
  const loads = await inTurns("load", subjects, loadFigures);
  // After the load, so that the code is compiled.
  const cpus = await inTurns("cpu", subjects, cpuFigures);
  const [api] = await inTurns("load", [{ page: "list of orders", kind: "API" }], async () =>
    load([product.api.url], await product.api.headers()),
  );
  const [office] = await inTurns("start", [{ page: "start-up", kind: "back office" }], () =>
    startUp(product.startBackOffice),
  );
  const seen = subjects.map((subject, i) => ({
    ...subject,
    figures: { requestsNext: subject.next?.length, ...visits[i], ...cpus[i], ...loads[i] },
  }));
  const isList = ({ hasNextPage }) => hasNextPage;
  const groups = [seen.filter(isList), seen.filter((subject) => !isList(subject))].filter(({ length }) => length > 0);

  console.log(`${machine(browser.version)}; medians of ${runs.length}; ${loadText()}\n`);
  for (const group of groups) console.log(`${pagesTable(group)}\n`);
  console.log(`${serversTable(office, api)}\n\n${promisesTable(promises(seen, office))}`);
} finally {
  await browser.close();
  await stop();
}
