// `node --expose-gc bench/feed.mjs`: makes the product feed of a marketplace with 100,000 products on PostgreSQL, and
// watches how much memory that takes. `--database postgres://…` keeps the data for the next run.
import { request } from "node:http";
import { parseArgs } from "node:util";
import { onPostgres } from "./api.mjs";
import { loadText } from "./report.mjs";
import { users } from "./search-cases.mjs";
import { allRecords } from "./search-rows.mjs";

const { values } = parseArgs({ options: { database: { type: "string" } } });
const say = (line) => process.stderr.write(`${line}\n`);

/** Copies of all products bring them to 100,000, which are all approved on the first marketplace. */
const prepared = [
  `insert into products (supplier_id, product_type_id, name, external_sku, recommended_retail_price, sale_price, description)
     select supplier_id, product_type_id, name || ' again', external_sku || '-2', recommended_retail_price, sale_price, '<p>Made by hand.</p>'
     from products order by id limit (select greatest(0, 100000 - count(*)) from products)`,
  `insert into supplier_marketplaces (supplier_id, marketplace_id, status, commission_rate)
     select id, 1, 2, 0.1 from suppliers on conflict do nothing`,
  `update supplier_marketplaces set status = 2 where marketplace_id = 1`,
  `update products set is_disabled = false`,
  `insert into marketplace_products (product_id, marketplace_id, status, sync_status)
     select id, 1, 2, 0 from products on conflict do nothing`,
  `update marketplace_products set status = 2, available_from = null, available_to = null where marketplace_id = 1`,
  `vacuum (analyze) products`,
];

/** Reads an answer to its end without keeping it. */
function fetched(port, path, headers = {}) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    request({ port, path, headers }, (response) => {
      let [bytes, items, tail] = [0, 0, ""];
      response.on("data", (piece) => {
        bytes += piece.length;
        const text = tail + piece.toString("latin1");
        items += text.split("<item>").length - 1;
        tail = text.slice(-5);
      });
      response.on("error", reject).on("end", () => {
        const { statusCode: status, headers: answered } = response;
        resolve({ status, etag: answered.etag, bytes, items, ms: performance.now() - began });
      });
    })
      .on("error", reject)
      .end();
  });
}

const mb = (bytes) => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
const line = (name, { status, items, bytes, ms }) =>
  `${name}: ${status}, ${items.toLocaleString("en-AU")} items, ${mb(bytes)}, ${(ms / 1_000).toFixed(2)} s`;

await onPostgres(values.database, { ...allRecords(1_000), say }, async (app, database) => {
  for (const statement of prepared) await database.db.$client.query(statement);
  const headers = { authorization: `Bearer ${users.administrator}` };
  const payload = { Id: crypto.randomUUID(), MarketplaceId: 1, IsOn: true, ProductLink: "https://shop.example/p/{id}" };
  await app.inject({ method: "POST", url: "/api/v1/marketplaces/UpdateProductFeed", headers, payload });
  const { feed } = (await app.inject({ url: "/api/v1/marketplaces/1", headers })).json();
  const [, secret] = /\/([^/]+)\.xml$/.exec(feed.url) ?? [];
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address();
  const path = `/api/v1/feeds/1/${secret}`;
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const first = await fetched(port, path);
  clearInterval(watching);
  console.log(line("first", first));
  console.log(line("again", await fetched(port, path)));
  console.log(line("with ETag", await fetched(port, path, { "if-none-match": first.etag })));
  console.log(`memory: ${mb(before)} before, at most ${mb(most)} meanwhile`);
  console.log(`\n${loadText()}`);
});
