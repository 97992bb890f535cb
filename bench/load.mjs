// What the servers stand: requests a second with ten connections, start-up, memory.
import autocannon from "autocannon";
import { percentile } from "./numbers.mjs";
import { memoryOf } from "./subjects.mjs";

const connections = 10;
const seconds = { warmUp: 5, measured: 10 };

/** @returns requests a second, and milliseconds within which so many of a hundred were answered */
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

/** A back office that has just started, and what it keeps while nobody asks it for anything. */
export async function startUp(startBackOffice) {
  const office = await startBackOffice();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const idle = memoryOf(office.pid);
  await office.stop();
  return { startSeconds: office.startSeconds, idleMegabytes: idle };
}
