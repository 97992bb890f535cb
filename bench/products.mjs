// `node bench/products.mjs`: measures the list of products with 100,000 products on PostgreSQL, as it opens, by words
// and by price, and the step from one of its products to the next. `--database postgres://…` keeps the data for the
// next run.
import { parseArgs } from "node:util";
import { onPostgres } from "./api.mjs";
import { percentile } from "./numbers.mjs";
import { loadText, timesTable } from "./report.mjs";
import { users } from "./search-cases.mjs";
import { allRecords } from "./search-rows.mjs";

const { values } = parseArgs({
  options: { times: { type: "string", default: "40" }, database: { type: "string" } },
});
const say = (line) => process.stderr.write(`${line}\n`);

/** What the page asks for, by the n-th request. */
const cases = {
  "as it opens": () => ({}),
  "by price": () => ({ sortFieldName: "recommendedRetailPrice", sortDirection: "Descending" }),
  "by name": () => ({ sortFieldName: "name" }),
  "by name, page 100": () => ({ sortFieldName: "name", pageNumber: 100 }),
  "a word that an eighth have": (n) => ({ name: ["oak", "linen", "copper"][n % 3] }),
  "such a word, by price": (n) => ({
    name: ["oak", "linen", "copper"][n % 3],
    sortFieldName: "recommendedRetailPrice",
  }),
  "two letters": (n) => ({ name: ["oa", "li", "co"][n % 3] }),
  "a SKU": (n) => ({ name: `VAS-${12 * (1 + (n % 4_000))}` }),
  "nothing like it": () => ({ name: "xylophone" }),
  "out of stock": () => ({ stock: "outOfStock" }),
  "in stock": () => ({ stock: "inStock" }),
  problems: () => ({ showProblemProductsOnly: true }),
  "of one supplier": (n) => ({ supplierId: 1 + (n % 60) }),
};

/** Copies of all products bring them to 100,000. */
const more = `
  insert into products (supplier_id, product_type_id, name, external_sku, has_variants, recommended_retail_price, sale_price)
    select supplier_id, product_type_id, name || ' again', external_sku || '-2', false, recommended_retail_price, sale_price
    from products order by id limit (select greatest(0, 100000 - count(*)) from products);
  vacuum (analyze) products;
`;

const listUrl = (query) => `/api/v1/products?${new URLSearchParams({ pageSize: "25", ...query })}`;

/** The page of a list, and the product after one of those on it. */
const requests = {
  list: listUrl,
  next: ({ pageNumber: _, ...query }, id) =>
    `/api/v1/products/${id}/Neighbour?${new URLSearchParams({ step: "next", ...query })}`,
};

async function measure(app, user, name, request) {
  const headers = { authorization: `Bearer ${users[user]}` };
  const listed = async (query) => (await app.inject({ url: listUrl(query), headers })).json().items;
  const [any] = await listed({});
  const times = [];
  let totalCount;
  for (let n = -3; n < Number(values.times); n++) {
    const query = cases[name](n + 3);
    const items = request === "next" ? await listed(query) : [];
    const url = requests[request](query, (items[(n + 3) % items.length] ?? any).id);
    const began = performance.now();
    const response = await app.inject({ url, headers });
    if (response.statusCode !== 200) throw new Error(`${name}: ${response.statusCode} ${response.body}`);
    if (n >= 0) times.push(performance.now() - began);
    const answer = response.json();
    totalCount = answer.totalCount ?? Number(answer.id !== null);
  }
  const [p50, p95] = [percentile(times, 50), percentile(times, 95)];
  return { name: `${user}: ${request}, ${name}`, totalCount, times, fastest: Math.min(...times), p50, p95 };
}

await onPostgres(values.database, { ...allRecords(1_000), say }, async (app, database) => {
  for (const statement of more.split(";").filter((part) => part.trim())) await database.db.$client.query(statement);
  const seen = [];
  for (const user of Object.keys(users))
    for (const name of Object.keys(cases))
      for (const request of Object.keys(requests)) seen.push(await measure(app, user, name, request));
  console.log(timesTable(seen, "found"));
  console.log(`\n${loadText()}`);
});
