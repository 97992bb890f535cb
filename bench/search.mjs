// `node bench/search.mjs`: measures the API's search with a million orders, 800,000 shipments, 50,000 products and
// 100,000 variants, on PostgreSQL. `--database postgres://…` keeps the data for the next run.
import { parseArgs } from "node:util";
import { onPostgres } from "./api.mjs";
import { percentile } from "./numbers.mjs";
import { loadText, timesTable } from "./report.mjs";
import { cases, users } from "./search-cases.mjs";
import { allRecords } from "./search-rows.mjs";

const { values } = parseArgs({
  options: {
    orders: { type: "string", default: "1000000" },
    times: { type: "string", default: "60" },
    only: { type: "string", default: "" },
    database: { type: "string" },
  },
});
const say = (line) => process.stderr.write(`${line}\n`);

/** Returns the durations in milliseconds, and the number of hits in the last response. */
async function measure(app, { name, user, words }) {
  const times = [];
  let totalCount = 0;
  for (let n = -3; n < Number(values.times); n++) {
    const began = performance.now();
    const response = await app.inject({
      url: "/api/v1/search",
      query: { q: words(Math.abs(n)) },
      headers: { authorization: `Bearer ${users[user]}` },
    });
    if (response.statusCode !== 200) throw new Error(`${name}: ${response.statusCode} ${response.body}`);
    if (n >= 0) times.push(performance.now() - began);
    const { only: _, ...kinds } = response.json();
    totalCount = Object.values(kinds).reduce((sum, kind) => sum + (kind?.items.length ?? 0), 0);
  }
  return {
    name,
    totalCount,
    times,
    fastest: Math.min(...times),
    p50: percentile(times, 50),
    p95: percentile(times, 95),
  };
}

await onPostgres(values.database, { ...allRecords(Number(values.orders)), say }, async (app) => {
  const seen = [];
  for (const one of cases.filter(({ name }) => name.includes(values.only))) {
    seen.push(await measure(app, one));
    const { name, fastest, p50, p95 } = seen.at(-1);
    say(`${[fastest, p50, p95].map((ms) => ms.toFixed(1).padStart(7)).join(" ")}  ${name}`);
  }
  const all = seen.flatMap(({ times }) => times);
  console.log(timesTable(seen, "hits shown"));
  console.log(`\nall cases: p95 ${percentile(all, 95).toFixed(1)} ms, ${loadText()}`);
});
