// `node bench/place-orders.mjs`: places orders at a steady rate over HTTP, on PostgreSQL with 100,000 orders and 48,800
// products; then once more through a proxy that drops three in ten answers, where each call is repeated until it is
// answered. `--rate`, `--seconds`, `--lossy` change the load; `--database postgres://…` keeps the data.
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { connect, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { onPostgres } from "./api.mjs";
import { percentile } from "./numbers.mjs";
import { loadText, shown } from "./report.mjs";
import { users } from "./search-cases.mjs";
import { allRecords } from "./search-rows.mjs";

const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "20" },
    seconds: { type: "string", default: "600" },
    lossy: { type: "string", default: "10000" },
    database: { type: "string" },
  },
});
const say = (line) => process.stderr.write(`${line}\n`);
const things = ["VAS", "BAS", "LAM", "THR", "PLA", "MIR", "STO", "QUI", "CLO", "FRA", "CAN", "SHE"];

/** An order of one to four lines, the same for the same number; one line in fifty has a SKU that nobody has. */
function orderOf(series, n) {
  const lines = Array.from({ length: 1 + (n % 4) }, (_, i) => {
    const product = 1 + ((n * 7_919 + i * 104_729) % 48_800);
    const sku = n % 50 === 0 && i === 0 ? `NEW-${n}` : `${things[product % 12]}-${product}-${"RB"[n % 2]}`;
    return { Sku: sku, ProductName: "A thing", Quantity: 1 + (n % 3), PriceIncTax: 19.95, ShippingIncTax: 5 };
  });
  return {
    MarketplaceId: 1,
    MarketplaceOrderId: `${series}-${n}`,
    CustomerFirstName: "Mia",
    CustomerSurname: "Nguyen",
    CustomerEmail: "mia@example.com",
    ShippingAddress: {
      streetAddress: `${1 + (n % 500)} High Street`,
      city: "Fremantle",
      state: "WA",
      postCode: "6160",
      countryCode: "AU",
    },
    Lines: lines,
  };
}

/** Returns the status; rejects if the connection ends without an answer. */
function send(port, agent, order) {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ ...order, Id: randomUUID() });
    const headers = {
      authorization: `Bearer ${users.administrator}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    };
    const sent = request({ port, agent, method: "POST", path: "/api/v1/orders/PlaceOrder", headers }, (response) => {
      response.on("error", reject).on("end", () => resolve(response.statusCode));
      response.resume();
    });
    sent.on("error", reject).end(body);
  });
}

/** Begins each call at its moment, whether or not earlier ones have been answered. */
async function atASteadyRate(port, rate, seconds) {
  const agent = new Agent({ keepAlive: true });
  const times = [];
  const statuses = new Map();
  const series = randomUUID().slice(0, 8);
  const began = performance.now();
  const calls = [];
  for (let n = 0; n < rate * seconds; n++) {
    await wait(Math.max(0, began + (n * 1000) / rate - performance.now()));
    const from = performance.now();
    calls.push(
      send(port, agent, orderOf(series, n)).then(
        (status) => {
          times.push(performance.now() - from);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        },
        (error) => statuses.set(error.code, (statuses.get(error.code) ?? 0) + 1),
      ),
    );
    if (n % (rate * 60) === 0) say(`${n} orders`);
  }
  await Promise.all(calls);
  agent.destroy();
  return { times, statuses };
}

/** Passes requests on, and closes the connection instead of passing on three in ten answers. */
function lossyProxy(port) {
  let drops = 0;
  let answers = 0;
  const server = createServer((client) => {
    const api = connect(port);
    const end = () => {
      client.destroy();
      api.destroy();
    };
    client.on("error", end).on("close", end);
    api.on("error", end).on("close", end);
    client.on("data", (data) => api.write(data));
    api.on("data", (data) => {
      answers++;
      if (Math.random() < 0.3) {
        drops++;
        end();
      } else client.write(data);
    });
  });
  return new Promise((resolve) =>
    server.listen(0, () => resolve({ port: server.address().port, counts: () => ({ drops, answers }), server })),
  );
}

/** Twenty callers place all orders, and repeat each call with a new `Id` until it is answered. */
async function throughTheProxy(port, count) {
  const agent = new Agent({ keepAlive: false });
  const series = randomUUID().slice(0, 8);
  let next = 0;
  let calls = 0;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let n = next++; n < count; n = next++) {
        for (let status = 0; status !== 200; ) {
          calls++;
          status = await send(port, agent, orderOf(series, n)).catch(() => 0);
          if (status !== 0 && status !== 200) throw new Error(`answered ${status}`);
        }
      }
    }),
  );
  return { series, calls };
}

await onPostgres(values.database, { ...allRecords(100_000), say }, async (app, database) => {
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address();
  const { times, statuses } = await atASteadyRate(port, Number(values.rate), Number(values.seconds));
  const [p50, p95, p99] = [50, 95, 99].map((percent) => shown(percentile(times, percent)));
  console.log(`${values.rate} orders a second for ${values.seconds} s: ${JSON.stringify([...statuses])}`);
  console.log(`ms: p50 ${p50}, p95 ${p95}, p99 ${p99}, longest ${shown(Math.max(...times))}`);

  const proxy = await lossyProxy(port);
  const { series, calls } = await throughTheProxy(proxy.port, Number(values.lossy));
  proxy.server.close();
  const { rows } = await database.db.$client.query(
    `select (select count(*)::int from placed_orders where number like $1) as placed,
       (select count(distinct marketplace_order_id)::int from orders where marketplace_order_id like $1) as numbers,
       (select count(*)::int from (select 1 from orders where marketplace_order_id like $1
         group by marketplace_order_id, supplier_id having count(*) > 1) twice) as twice`,
    [`${series}-%`],
  );
  console.log(`${values.lossy} orders through a proxy that dropped ${JSON.stringify(proxy.counts())}: ${calls} calls`);
  console.log(`placed ${rows[0].placed}, numbers among orders ${rows[0].numbers}, made twice ${rows[0].twice}`);
  console.log(`\n${loadText()}`);
});
