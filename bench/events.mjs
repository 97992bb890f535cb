// `node bench/events.mjs`: measures how long events take from their command to the webhook of a marketplace, on
// PostgreSQL. The receiver takes 20 ms for each.
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import pino from "pino";
import { load, onPostgres, testConfig } from "./api.mjs";
import { percentile } from "./numbers.mjs";
import { loadText } from "./report.mjs";

const { values } = parseArgs({
  options: {
    perSecond: { type: "string", default: "20" },
    seconds: { type: "string", default: "60" },
    database: { type: "string" },
  },
});
const perSecond = Number(values.perSecond);
const count = perSecond * Number(values.seconds);

const parties = `
  insert into suppliers (name) values ('Acacia Trading');
  insert into marketplaces (name, legal_name, abn) values ('Bazaar', 'Bazaar Pty Ltd', '51824753556');
  insert into product_types (name, path) values ('Everything', 'Everything');
  insert into products (supplier_id, product_type_id, name, external_sku, recommended_retail_price, sale_price)
    select 1, 1, 'Product ' || i, 'SKU-' || i, 20, 18 from generate_series(1, 100) i;
  insert into users (email, given_name, surname, roles) values ('operator@example.com', 'Kim', 'Doe', '{Operator}');
`;

/** Arrivals in milliseconds since 1970, by the order's number. */
const arrivals = new Map();
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { order, createdAt } = JSON.parse(body);
  arrivals.set(order.marketplaceOrderId, Date.now() - Date.parse(createdAt));
  await wait(20);
  response.writeHead(200).end();
});
await new Promise((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${receiver.address().port}/`;

const orderOf = (n) => ({
  Id: crypto.randomUUID(),
  MarketplaceId: 1,
  MarketplaceOrderId: `E-${n}`,
  CustomerFirstName: "Ana",
  CustomerSurname: "Lee",
  ShippingAddress: {
    streetAddress: `${n} High Street`,
    city: "Fremantle",
    state: "WA",
    postCode: "6160",
    countryCode: "AU",
  },
  Lines: [{ Sku: `SKU-${1 + (n % 100)}`, Quantity: 1, PriceIncTax: 19.8 }],
});

async function place(app, n) {
  const began = performance.now();
  const response = await app.inject({
    method: "POST",
    url: "/api/v1/orders/PlaceOrder",
    headers: { authorization: "Bearer 1" },
    payload: orderOf(n),
  });
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
  return performance.now() - began;
}

const env = { MARKETPLACE_WEBHOOKS: JSON.stringify({ 1: { url, secret: "a secret for this alone" } }) };
await onPostgres(
  values.database,
  { isMade: "select 1 from suppliers limit 1", make: (client) => client.query(parties), say: console.error },
  async (app, database) => {
    const { deliverer, deliverySchedule } = await load("#api/core/outbox/deliver.ts");
    const { eventSender } = await load("#api/registries/channels.ts");
    const { startSchedules } = await load("#api/core/schedules/schedules.ts");
    const log = pino({ level: "error" });
    const parts = { database, send: eventSender(await testConfig(env), database.db), log };
    const { stop } = startSchedules([deliverySchedule(deliverer(parts))], log);
    const began = performance.now();
    const placing = [];
    for (let n = 0; n < count; n++) {
      await wait(Math.max(0, began + (n * 1_000) / perSecond - performance.now()));
      placing.push(place(app, n));
    }
    const times = await Promise.all(placing);
    for (let pause = 0; arrivals.size < count && pause < 300; pause++) await wait(100);
    await stop();
    const took = [...arrivals.values()];
    console.log(`events sent: ${took.length} of ${count}, ${perSecond} a second`);
    console.log(`from the command to the webhook: p50 ${percentile(took, 50)} ms, p95 ${percentile(took, 95)} ms`);
    console.log(`longest ${Math.max(...took)} ms; orders placed in p95 ${Math.round(percentile(times, 95))} ms`);
    console.log(loadText());
  },
  env,
);
receiver.close();
