// `node bench/catalogue.mjs`: measures how long a supplier's catalogue takes to move in, on PostgreSQL: a Shopify export
// of 1,000 products with three pictures each, from the file to no product with problems.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { load, onPostgres, sendFile, testConfig } from "./api.mjs";
import { loadText } from "./report.mjs";

const { values } = parseArgs({
  options: {
    products: { type: "string", default: "1000" },
    pictures: { type: "string", default: "3" },
    database: { type: "string" },
  },
});
const [count, picturesEach] = [Number(values.products), Number(values.pictures)];
const say = (line) => process.stderr.write(`${line}\n`);
const headers = { authorization: "Bearer 1" };
const hosts = 5;

const made = `
  insert into suppliers (name) values ('Supplier');
  insert into users (email, given_name, surname, roles) values ('operator@example.com', 'Kim', 'Doe', '{Operator}');
  insert into product_types (name, path) values ('Clothing', 'Clothing');
`;

/** A photo of 1,600 × 1,200 pixels, some 300 KB. */
async function photo() {
  const noise = { type: "gaussian", mean: 128, sigma: 22 };
  return sharp({ create: { width: 1_600, height: 1_200, channels: 3, noise, background: "#888" } })
    .jpeg({ quality: 72 })
    .toBuffer();
}

/** Every fourth product has two variants. @param addressOf the address of picture `i` */
function shopifyExport(addressOf) {
  const head =
    "Handle,Title,Body (HTML),Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Position,Status";
  const rows = [];
  for (let i = 1; i <= count; i++) {
    const hasVariants = i % 4 === 0;
    const picture = (n) => (n <= picturesEach ? `${addressOf((i - 1) * picturesEach + n)},${n}` : ",");
    rows.push(
      `product-${i},Product ${i},<p>About product ${i}</p>,Ridge,${hasVariants ? "Size,S" : "Title,Default Title"},SKU-${i},250,shopify,7,${20 + (i % 80)}.00,,,${picture(1)},active`,
    );
    if (hasVariants) rows.push(`product-${i},,,,,M,SKU-${i}-M,260,shopify,8,${20 + (i % 80)}.00,,,${picture(2)},`);
    for (let n = hasVariants ? 3 : 2; n <= picturesEach; n++) rows.push(`product-${i},,,,,,,,,,,,,${picture(n)},`);
  }
  return [head, ...rows].join("\n");
}

async function call(app, path, payload) {
  const response = await app.inject({
    method: payload ? "POST" : "GET",
    url: `/api/v1/${path}`,
    headers,
    payload: payload && { ...payload, Id: randomUUID() },
  });
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
}

async function timed(name, work) {
  const began = performance.now();
  const result = await work();
  console.log(`| ${name} | ${((performance.now() - began) / 1000).toFixed(1)} |`);
  return result;
}

await onPostgres(
  values.database,
  { isMade: "select 1 from suppliers limit 1", make: (client) => client.query(made), say },
  async (app, database) => {
    const content = await photo();
    const server = createServer((_, response) => response.setHeader("content-type", "image/jpeg").end(content));
    await new Promise((done) => server.listen(0, done));
    const { port } = server.address();
    const addressOf = (i) => `http://127.0.0.${1 + (i % hosts)}:${port}/${i}.jpg`;
    const [{ runProcess }, { processKinds }, { fetchPictures }, { databaseFiles }] = await Promise.all(
      ["core/processing/run", "registries/processes", "areas/products/pictures/fetch-pictures", "core/files/store"].map(
        (path) => load(`#api/${path}.ts`),
      ),
    );
    const config = await testConfig({ ALLOW_PRIVATE_WEBHOOKS: "on" });
    const jobs = { enqueue: async () => {} };
    const run = runProcess({ database, kinds: processKinds, config, jobs, files: databaseFiles });
    const ran = (id) => run({ id }, { id: randomUUID(), isLastTry: false });
    const log = { error: (fields) => say(String(fields.err)) };

    const began = performance.now();
    console.log(`Photos of ${Math.round(content.length / 1024)} KB\n\n| | seconds |\n|---|---:|`);
    const file = shopifyExport(addressOf);
    const { fileId } = await timed(`${(file.length / 1024).toFixed(0)} KB received`, () =>
      sendFile(app, "products/ImportFile", new File([file], "products_export.csv")),
    );
    const check = await call(app, "products/CheckImportFile", {
      FileId: fileId,
      SupplierId: 1,
      ProductTypeId: 1,
      MakesUnknown: true,
      ShippingMethod: 0,
      DomesticFlatRate: 9.0455,
      ShippingNotes: "Two days",
      Columns: [],
    });
    await timed("checked", () => ran(check));
    const applied = await call(app, "products/ApplyImport", { ProcessId: check, Overwrite: true });
    await timed("applied", () => ran(applied));
    await timed(`${count * picturesEach} pictures fetched`, () =>
      fetchPictures({ database, config, files: databaseFiles, log }),
    );
    console.log(`| all | ${((performance.now() - began) / 1000).toFixed(1)} |\n`);
    const pictures = await call(app, `products/Pictures?processId=${applied}`);
    const [all, wrong] = await Promise.all([
      call(app, "products?includeTotalCount=true"),
      call(app, "products?includeTotalCount=true&showProblemProductsOnly=true"),
    ]);
    console.log(
      `Fetched ${pictures.fetched}, failed ${pictures.failed}. ${all.totalCount} products, ${wrong.totalCount} with problems.`,
    );
    console.log(loadText());
    server.close();
  },
  { ALLOW_PRIVATE_WEBHOOKS: "on" },
);
