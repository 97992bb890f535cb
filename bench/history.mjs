// `node bench/history.mjs`: the history with ten million changes in two years, on PostgreSQL, and what writing it costs:
// an import of 5,000 products that changes a price and the stock of each, with and without its triggers.
import { parseArgs } from "node:util";
import pino from "pino";
import { load, onPostgres, productWorkbook, sendFile } from "./api.mjs";
import { percentile } from "./numbers.mjs";
import { loadText, timesTable } from "./report.mjs";

const { values } = parseArgs({
  options: {
    changes: { type: "string", default: "10000000" },
    rows: { type: "string", default: "5000" },
    runs: { type: "string", default: "5" },
    times: { type: "string", default: "40" },
    database: { type: "string" },
  },
});
const [count, rows, runs] = [values.changes, values.rows, values.runs].map(Number);
const say = (line) => process.stderr.write(`${line}\n`);
const seconds = (ms) => (ms / 1000).toFixed(1);
const months = 24;

const records = `
  insert into users (email, given_name, surname, roles) select 'user' || i || '@example.com', 'Kim', 'Doe ' || i, '{Administrator}' from generate_series(1, 200) i;
  insert into suppliers (name) values ('Supplier');
  insert into product_types (name, path) values ('Type', 'Type');
  insert into products (supplier_id, product_type_id, name, external_sku, description, manage_stock, stock_quantity, recommended_retail_price, sale_price)
    select 1, 1, 'Product ' || i, 'SKU-' || i, '<p>A product of ours.</p>', true, 1, 20 + i % 80, 18 + i % 80 from generate_series(1, ${rows}) i;
`;

/** Half of the changes are of products, and the first hundred of these have very many; one in 100,000 changed a GTIN. */
const ofMonth = (begin) => `
  insert into changes (at, record, record_id, table_name, key, kind, before, after, fields, user_id, way, detail)
  select '${begin}'::timestamptz + random() * interval '28 days', record, id, record || 's', jsonb_build_object('id', id), 'changed',
    jsonb_build_object(field, i % 100), jsonb_build_object(field, i % 100 + 1), array[record || 's.' || field], 1 + i % 200, 'form', ''
  from (
    select i, case i % 2 when 0 then 'product' else 'order' end as record,
      case when i % 20 = 0 then 1 + i % 100 else 1 + (i::bigint * 7919) % 100000 end as id,
      case when i % 2 = 1 then 'order_notes' when i % 100000 = 0 then 'gtin' else 'sale_price' end as field
    from generate_series(1, ${Math.round(count / months)}) i
  ) as made order by 1;
`;

async function make(client) {
  await client.query(records);
  await client.query("truncate changes");
  const { rows: begins } = await client.query(`
    select 'changes_' || to_char(begin, 'YYYY_MM') as name, to_char(begin, 'YYYY-MM-DD') as begin, to_char(begin + interval '1 month', 'YYYY-MM-DD') as until
    from generate_series(date_trunc('month', now()) - interval '${months - 1} months', date_trunc('month', now()), interval '1 month') as begin`);
  for (const { name, begin, until } of begins) {
    await client.query(
      `create table if not exists ${name} partition of changes for values from ('${begin} 00:00+00') to ('${until} 00:00+00')`,
    );
    await client.query(ofMonth(begin));
    say(name);
  }
  // As the server does by itself after a while.
  await client.query("vacuum (analyze)");
}

const day = (daysAgo) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
const cases = {
  "everything, as it opens": () => ({}),
  "everything, page 100": () => ({ pageNumber: 100 }),
  "everything, oldest first": () => ({ sortDirection: "Ascending" }),
  "of a person": (n) => ({ userId: 1 + (n % 200) }),
  "of a person, a week": (n) => ({ userId: 1 + (n % 200), fromDate: day(200), toDate: day(193) }),
  "a field that many change": () => ({ field: "products.sale_price" }),
  "a field that few change": () => ({ field: "products.gtin" }),
  "a field that nobody changed": () => ({ field: "products.brand" }),
  "of a product": (n) => ({ record: "product", recordId: 101 + (n % 1_000) }),
  "of a product that changes often": (n) => ({ record: "product", recordId: 21 + 20 * (n % 4) }),
  "of such a product, by a person": (n) => ({ record: "product", recordId: 21, userId: 1 + (n % 200) }),
};

async function measure(app, name) {
  const times = [];
  let totalCount;
  for (let n = -3; n < Number(values.times); n++) {
    const query = new URLSearchParams(cases[name](n + 3));
    const began = performance.now();
    const response = await app.inject({ url: `/api/v1/history?${query}`, headers: { authorization: "Bearer 1" } });
    if (response.statusCode !== 200) throw new Error(`${name}: ${response.statusCode} ${response.body}`);
    if (n >= 0) times.push(performance.now() - began);
    totalCount = response.json().totalCount;
  }
  const [p50, p95] = [percentile(times, 50), percentile(times, 95)];
  return { name, totalCount, times, fastest: Math.min(...times), p50, p95 };
}

/** Seconds of an import that changes every product. */
async function importTime(app, database, work, price) {
  const titles = ["ProductId", "VariantId", "RecommendedRetailPrice", "SalePrice", "ManageStock", "StockQuantity"];
  async function* all() {
    for (let from = 1; from <= rows; from += 1_000)
      yield Array.from({ length: Math.min(1_000, rows - from + 1) }, (_, i) => ({
        ProductId: from + i,
        RecommendedRetailPrice: 40 + price + ((from + i) % 80),
        SalePrice: 30 + price + ((from + i) % 80),
        StockQuantity: 100 + price,
      }));
  }
  const id = await sendFile(app, "products/ExcelImport", await productWorkbook(titles, all()));
  const began = performance.now();
  await work({ id }, { isLastTry: true });
  const taken = performance.now() - began;
  const { rows: ended } = await database.db.$client.query("select status, done from processes where id = $1", [id]);
  if (ended[0]?.status !== 2 || ended[0].done !== rows) throw new Error(JSON.stringify(ended[0]));
  return taken;
}

await onPostgres(values.database, { isMade: "select 1 from products limit 1", make, say }, async (app, database) => {
  const seen = [];
  for (const name of Object.keys(cases)) seen.push(await measure(app, name));
  console.log(timesTable(seen, "changes"));
  const { runProcess } = await load("#api/core/processing/run.ts");
  const { processKinds } = await load("#api/registries/processes.ts");
  const { databaseFiles } = await load("#api/core/files/store.ts");
  const { testConfig } = await import("./api.mjs");
  const work = runProcess({
    database,
    kinds: processKinds,
    config: await testConfig(),
    files: databaseFiles,
    jobs: { enqueue: async () => {} },
    log: pino({ level: "silent" }),
  });
  const times = { with: [], without: [] };
  for (let run = 0; run < runs * 2; run++) {
    const which = run % 2 === 0 ? "with" : "without";
    await triggers(database, which === "with");
    times[which].push(await importTime(app, database, work, run));
    say(`${which}: ${seconds(times[which].at(-1))} s`);
  }
  await triggers(database, true);
  const median = (list) => percentile(list, 50);
  console.log(
    `\nAn import of ${rows} products: ${seconds(median(times.with))} s with the history, ${seconds(median(times.without))} s without it, ${(100 * (median(times.with) / median(times.without) - 1)).toFixed(1)} % more (medians of ${runs}).`,
  );
  console.log(`\n${loadText()}`);
});

async function triggers(database, areOn) {
  await database.db.$client.query(`alter table products ${areOn ? "enable" : "disable"} trigger record_change`);
}
