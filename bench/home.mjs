// `node bench/home.mjs`: measures the two queries of the home page with a million orders on PostgreSQL.
// `--database postgres://…` keeps the data for the next run; the rows are those of `search.mjs`.
import { parseArgs } from "node:util";
import { onPostgres } from "./api.mjs";
import { percentile } from "./numbers.mjs";
import { loadText, timesTable } from "./report.mjs";
import { users } from "./search-cases.mjs";
import { allRecords } from "./search-rows.mjs";

const { values } = parseArgs({
  options: {
    orders: { type: "string", default: "1000000" },
    times: { type: "string", default: "40" },
    database: { type: "string" },
  },
});
const say = (line) => process.stderr.write(`${line}\n`);

/** Returns the durations in milliseconds, and the number of orders that the answer counts. */
async function measure(app, user, query) {
  const times = [];
  let totalCount = 0;
  for (let n = -3; n < Number(values.times); n++) {
    const began = performance.now();
    const headers = { authorization: `Bearer ${users[user]}` };
    const response = await app.inject({ url: `/api/v1/home/${query}`, headers });
    if (response.statusCode !== 200) throw new Error(`${query}: ${response.statusCode} ${response.body}`);
    if (n >= 0) times.push(performance.now() - began);
    const answer = response.json();
    const rows = query === "waiting" ? answer.map(({ count }) => count) : answer.days.map(({ orders }) => orders);
    totalCount = rows.reduce((sum, count) => sum + count, 0);
  }
  const [p50, p95] = [percentile(times, 50), percentile(times, 95)];
  return { name: `${user}: ${query}`, totalCount, times, fastest: Math.min(...times), p50, p95 };
}

await onPostgres(values.database, { ...allRecords(Number(values.orders)), say }, async (app) => {
  const seen = [];
  for (const user of Object.keys(users)) {
    for (const query of ["waiting", "movements"]) seen.push(await measure(app, user, query));
  }
  console.log(timesTable(seen, "counted"));
  console.log(`\n${loadText()}`);
});
