// `node bench/change-many.mjs`: raises the prices of 20,000 products at once, on PostgreSQL with one API process, and
// undoes it.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { build } from "#scripts/prepare.mjs";
import { onPostgres } from "./api.mjs";
import { loadText } from "./report.mjs";
import { startApi } from "./servers.mjs";

const { values } = parseArgs({ options: { products: { type: "string", default: "20000" } } });
const products = Number(values.products);
const seconds = (ms) => (ms / 1000).toFixed(1);

/** A third of the products are on a marketplace, and a tenth have two variants, one with a price of its own. */
const made = `
  insert into suppliers (name) select 'Supplier ' || i from generate_series(1, 20) i;
  insert into users (email, given_name, surname, roles) values ('office@example.com', 'Kim', 'Doe', '{Operator}');
  insert into product_types (name, path) values ('Type', 'Type');
  insert into marketplaces (name, legal_name, abn) values ('Market Lane', 'Market Lane Pty Ltd', '51824753556');
  insert into products (supplier_id, product_type_id, name, external_sku, description, has_variants, recommended_retail_price, sale_price)
    select 1 + i % 20, 1, 'Product ' || i, 'SKU-' || i, '<p>A product of ours.</p>', i % 10 = 0, 20 + i % 80, 18 + i % 80
    from generate_series(1, ${products}) i;
  insert into product_variants (product_id, external_sku, combination, recommended_retail_price, sale_price)
    select id, external_sku || '-' || v, v::text, case when v = 1 then 30 end, case when v = 1 then 25 end
    from products, generate_series(1, 2) v where has_variants;
  insert into marketplace_products (product_id, marketplace_id, status, sync_status) select id, 1, 2, 0 from products where id % 3 = 0;
  analyze;
`;

await build();
await onPostgres(
  undefined,
  { isMade: "select 1 from products limit 1", make: (client) => client.query(made), say: console.error },
  async (app, database) => {
    const folder = mkdtempSync(join(tmpdir(), "countinghouse-bench-"));
    let server;
    try {
      const send = (path, body) => command(app, path, body);
      const Change = { Kind: "pricePercent", Fraction: 0.05, EndsIn95: true };
      const began = performance.now();
      const preview = await send("products/PreviewMany", { Filter: {}, Change });
      const previewed = performance.now() - began;
      const id = await send("products/ChangeMany", { Filter: {}, Change });
      const ordered = performance.now() - began - previewed;
      server = await startApi(database, folder);
      await enqueue(database, id);
      const changed = await timeOf(database, id);
      const { processId } = await send("history/Undo", { UndoneId: id });
      await enqueue(database, processId);
      const undone = await timeOf(database, processId);
      console.log("| | seconds |\n|---|---:|");
      console.log(`| preview of ${preview.count} products, the first 20 of them | ${seconds(previewed)} |`);
      console.log(`| command, until its answer | ${seconds(ordered)} |`);
      console.log(`| all prices changed | ${seconds(changed)} |`);
      console.log(`| undone | ${seconds(undone)} |`);
      console.log(`\n${loadText()}`);
    } finally {
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

async function command(app, path, body) {
  const response = await app.inject({
    method: "POST",
    url: `/api/v1/${path}`,
    headers: { authorization: "Bearer 1" },
    payload: { Id: randomUUID(), ...body },
  });
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${response.body}`);
  return response.json();
}

/** The API in this process stores a process, and gives it to nobody. */
async function enqueue(database, id) {
  const { createJobs } = await import("#api/core/jobs/jobs.ts");
  const { default: pino } = await import("pino");
  const jobs = createJobs(database, pino({ level: "silent" }));
  await database.transaction((db) => jobs.enqueue(db, "process", { id }));
}

/** Waits until the process has ended. @returns milliseconds */
async function timeOf(database, id) {
  const began = performance.now();
  for (;;) {
    await wait(200);
    const { rows } = await database.db.$client.query("select finished_at, status from processes where id = $1", [id]);
    if (rows[0]?.finished_at) return performance.now() - began;
  }
}
