// Measures load on the servers: requests per second with ten connections, start-up time, memory.
import autocannon from "autocannon";
import { percentile } from "./numbers.mjs";
import { memoryOf } from "./subjects.mjs";

const connections = 10;
const seconds = { warmUp: 5, measured: 10 };

/** Returns requests per second, and percentiles of the response time in milliseconds. */
export async function load(url, headers = {}) {
  await cannon(url, headers, seconds.warmUp);
  const { result, times } = await cannon(url, headers, seconds.measured);
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were no pages, ${result.errors} requests failed`);
  return {
    perSecond: result.requests.average,
    p50: percentile(times, 50),
    p95: percentile(times, 95),
    p99: percentile(times, 99),
  };
}

async function cannon(url, headers, duration) {
  const times = [];
  const run = autocannon({ url, connections, duration, headers: { "accept-encoding": "gzip", ...headers } });
  run.on("response", (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  return { result: await run, times };
}

export function cookieHeader({ cookies }) {
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
}

/** Measures a back office that has just started, and its idle memory. */
export async function startUp(startBackOffice) {
  const office = await startBackOffice();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const idle = memoryOf(office.pid);
  await office.stop();
  return { startSeconds: office.startSeconds, idleMegabytes: idle };
}
