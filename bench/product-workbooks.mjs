// `node bench/product-workbooks.mjs`: measures exports and imports of very many products as workbooks, on PostgreSQL.
import { randomUUID } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { load, onPostgres, productWorkbook, sendFile, testConfig } from "./api.mjs";
import { loadText } from "./report.mjs";

const { values } = parseArgs({
  options: { products: { type: "string", default: "33333" }, database: { type: "string" } },
});
const count = Number(values.products);
const say = (line) => process.stderr.write(`${line}\n`);

/** Each product has two variants and five attributes, so three rows. */
const made = `
  insert into suppliers (name) select 'Supplier ' || i from generate_series(1, 60) i;
  insert into users (email, given_name, surname, roles) values ('operator@example.com', 'Kim', 'Doe', '{Operator}');
  insert into product_types (name, path) select 'Type ' || i, 'Type ' || i from generate_series(1, 12) i;
  insert into attributes (internal_name, display_name, selection_type, option_data_type) select 'Attribute ' || i, 'Attribute ' || i, case when i < 4 then 2 else 3 end, 0 from generate_series(1, 5) i;
  insert into attribute_options (attribute_id, code, value, position) select a, 'o' || i, 'Option ' || i, i from generate_series(1, 3) a, generate_series(1, 12) i;
  insert into product_type_attributes (product_type_id, attribute_id, position) select t, a, a from generate_series(1, 12) t, generate_series(1, 5) a;
  insert into products (supplier_id, product_type_id, name, external_sku, description, has_variants, recommended_retail_price, sale_price)
    select 1 + i % 60, 1 + i % 12, 'Product number ' || i, '', '<p>A product of ours, number ' || i || ', that people like.</p>', true, 20 + i % 80, 18 + i % 80 from generate_series(1, ${count}) i;
  insert into product_attributes (product_id, attribute_id, use_for_variations, value)
    select p, a, a = 1, case when a > 3 then 'Text of ' || p else '' end from generate_series(1, ${count}) p, generate_series(1, 5) a;
  insert into product_attribute_options (product_id, option_id) select p, o from generate_series(1, ${count}) p, unnest(array[1, 2, 13, 25]) o;
  insert into product_variants (product_id, external_sku, combination, manage_stock, stock_quantity, shipping_package_weight)
    select p, 'SKU-' || p || '-' || o, o::text, true, p % 100, 1.25 from generate_series(1, ${count}) p, generate_series(1, 2) o order by p, o;
  insert into product_variant_options (variant_id, option_id) select id, combination::int from product_variants;
  analyze;
`;

const headers = { authorization: "Bearer 1" };
const megabytes = (bytes) => (bytes / 1024 / 1024).toFixed(1);
const seconds = (ms) => (ms / 1000).toFixed(1);

/** Measures how long the process was blocked meanwhile, and its peak memory. */
async function watched(name, work) {
  globalThis.gc?.();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 100);
  delay.enable();
  const began = performance.now();
  const result = await work();
  const took = performance.now() - began;
  delay.disable();
  clearInterval(look);
  console.log(`| ${name} | ${seconds(took)} | ${megabytes(most - before)} | ${(delay.max / 1e6).toFixed(0)} |`);
  return result;
}

async function exported(app, path) {
  const response = await app.inject({ url: `/api/v1/products/${path}`, headers });
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.rawPayload;
}

/** Changes the stock of every tenth variant, and the price of every hundredth product. */
function edited() {
  async function* rows() {
    for (let id = 1; id <= count; id++) {
      if (id % 100 === 0) yield [{ ProductId: id, RecommendedRetailPrice: 199.95 }];
      if (id % 5 === 0) yield [{ ProductId: id, VariantId: 2 * id, StockQuantity: 777 }];
    }
  }
  return productWorkbook(["ProductId", "VariantId", "RecommendedRetailPrice", "StockQuantity"], rows());
}

await onPostgres(
  values.database,
  {
    isMade: "select 1 from products limit 1",
    make: (client) => client.query(made),
    say,
  },
  async (app, database) => {
    const { runProcess } = await load("#api/core/processing/run.ts");
    const { processKinds } = await load("#api/registries/processes.ts");
    const run = runProcess({
      database,
      kinds: processKinds,
      config: await testConfig(),
      jobs: { enqueue: async () => {} },
    });
    const ran = (id) => run({ id }, { id: randomUUID(), isLastTry: false });
    const summaryOf = async (id) =>
      (await app.inject({ url: `/api/v1/products/ExcelImportResult?id=${id}`, headers })).json().summary;
    const counts = ({ made, changed, unchanged, refused }) =>
      [made, changed, unchanged, refused].map((group) => group.count).join(" / ");

    console.log("| | seconds | MB more at the most | longest hold, ms |\n|---|---:|---:|---:|");
    const all = await watched("all product data, exported", () => exported(app, "ExcelExport"));
    await watched("the same again", () => exported(app, "ExcelExport"));
    await watched("stock levels and prices, exported", () => exported(app, "ExcelExportStockAndPrices"));
    const check = await watched(`that file of ${megabytes(all.length)} MB sent`, () =>
      sendFile(app, "products/ExcelImportCheck", new File([all], "Products.xlsx")),
    );
    await watched("checked", () => ran(check));
    say(counts(await summaryOf(check)));
    const edits = await edited();
    const process = await watched("a file of edits alone sent", () => sendFile(app, "products/ExcelImport", edits));
    await watched("imported", () => ran(process));
    say(counts(await summaryOf(process)));
    console.log(`\n${loadText()}`);
  },
);
