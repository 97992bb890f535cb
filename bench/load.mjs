// Measures the servers: requests with ten connections, processor time, start-up time, memory.
import autocannon from "autocannon";
import { percentile } from "./numbers.mjs";
import { cpuOf, memoryOf } from "./servers.mjs";

const connections = 10;
const gzip = { "accept-encoding": "gzip" };
const seconds = { warmUp: 3, measured: 8 };

/**
 * Loads the server with these addresses in turn.
 * @returns how often a second it answers all of them, and percentiles of the response time in milliseconds
 */
export async function load(urls, headers) {
  await cannon(urls, headers, seconds.warmUp);
  const { result, times } = await cannon(urls, headers, seconds.measured);
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${urls}: ${result.non2xx} answers were no pages, ${result.errors} requests failed`);
  return {
    perSecond: result.requests.average / urls.length,
    p50: percentile(times, 50),
    p95: percentile(times, 95),
    p99: percentile(times, 99),
  };
}

async function cannon(urls, headers, duration) {
  const times = [];
  const requests = urls.map((url) => ({ path: url.slice(new URL(url).origin.length) }));
  const run = autocannon({
    url: new URL(urls[0]).origin,
    requests,
    connections,
    duration,
    headers: { ...gzip, ...headers },
  });
  run.on("response", (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  return { result: await run, times };
}

/** The warm-up is long enough for the code to be compiled; the clock of processor time has steps of 10 ms. */
const cpuAtLeast = { warmUp: { times: 100, ms: 1_000 }, measured: { times: 200, ms: 3_000 } };

/**
 * Requests these addresses one after the other, again and again. Processor time depends less than duration on what else
 * the machine does.
 * @param pids process ids by name
 * @returns by the same names, the milliseconds of processor time for all addresses together
 */
export async function cpu(urls, headers, pids) {
  await requestAll(urls, headers, cpuAtLeast.warmUp);
  const used = () => Object.entries(pids).map(([name, pid]) => [name, cpuOf(pid)]);
  const before = Object.fromEntries(used());
  const times = await requestAll(urls, headers, cpuAtLeast.measured);
  return Object.fromEntries(used().map(([name, milliseconds]) => [name, (milliseconds - before[name]) / times]));
}

/** Returns how often all addresses were requested. */
async function requestAll(urls, headers, atLeast) {
  const until = performance.now() + atLeast.ms;
  let times = 0;
  for (; times < atLeast.times || performance.now() < until; times++) {
    for (const url of urls) {
      const response = await fetch(url, { headers: { ...gzip, ...headers } });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
    }
  }
  return times;
}

/** The headers of a signed-in browser that has opened a page before, and has the style sheet. */
export async function headersOfUser({ cookies }, url) {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const page = await fetch(url, { headers: { cookie } });
  const [, styleSheet] = /href="([^"]+\.css)"/.exec(await page.text());
  const [withStyleSheet] = (await fetch(new URL(styleSheet, url))).headers.getSetCookie();
  return { cookie: `${cookie}; ${withStyleSheet.split(";")[0]}` };
}

/** Measures a back office that has just started, and its idle memory. */
export async function startUp(startBackOffice) {
  const office = await startBackOffice();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const idle = memoryOf(office.pid);
  await office.stop();
  return { startSeconds: office.startSeconds, idleMegabytes: idle };
}
