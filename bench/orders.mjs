// `node bench/orders.mjs`: measures the API's list of orders with a million orders, on PostgreSQL.
// `--only search` runs the cases whose name contains that word; `--database postgres://…` keeps the data for the next
// run.
import { parseArgs } from "node:util";
import { onPostgres } from "./api.mjs";
import { percentile } from "./numbers.mjs";
import { cases, users } from "./order-cases.mjs";
import { makeOrders } from "./order-rows.mjs";
import { loadText, timesTable } from "./report.mjs";

const { values } = parseArgs({
  options: {
    orders: { type: "string", default: "1000000" },
    times: { type: "string", default: "60" },
    only: { type: "string", default: "" },
    database: { type: "string" },
  },
});
const say = (line) => process.stderr.write(`${line}\n`);
/** Returns the durations in milliseconds, and the number of orders in the last response. */
async function measure(app, { name, user, input }) {
  const times = [];
  let answer;
  for (let n = -3; n < Number(values.times); n++) {
    const began = performance.now();
    const query = { pageSize: 20, ...input(Math.abs(n)) };
    const response = await app.inject({
      url: "/api/v1/orders",
      query,
      headers: { authorization: `Bearer ${users[user]}` },
    });
    if (response.statusCode !== 200) throw new Error(`${name}: ${response.statusCode} ${response.body}`);
    if (n >= 0) times.push(performance.now() - began);
    answer = response.json();
  }
  const { totalCount } = answer;
  return { name, totalCount, fastest: Math.min(...times), p50: percentile(times, 50), p95: percentile(times, 95) };
}

await onPostgres(
  values.database,
  {
    isMade: "select 1 from orders limit 1",
    make: (client) => makeOrders(client, Number(values.orders)),
    say,
  },
  async (app) => {
    const seen = [];
    for (const one of cases.filter(({ name }) => name.includes(values.only))) {
      seen.push(await measure(app, one));
      const { name, fastest, p50, p95 } = seen.at(-1);
      say(`${[fastest, p50, p95].map((ms) => ms.toFixed(1).padStart(7)).join(" ")}  ${name}`);
    }
    console.log(timesTable(seen));
    console.log(`\n${loadText()}`);
  },
);
