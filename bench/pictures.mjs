// `node bench/pictures.mjs`: 3,000 pictures in a zip file, on PostgreSQL: how long it takes until all are shown, and the
// memory that it takes.
import { parseArgs } from "node:util";
import pino from "pino";
import sharp from "sharp";
import { load, onPostgres, testConfig } from "./api.mjs";
import { loadText } from "./report.mjs";

const { values } = parseArgs({ options: { products: { type: "string", default: "1000" } } });
const products = Number(values.products);
const each = 3;
const say = (line) => process.stderr.write(`${line}\n`);
const seconds = (ms) => (ms / 1000).toFixed(1);

const made = `
  insert into users (email, given_name, surname, roles) values ('user@example.com', 'Kim', 'Doe', '{Operator}');
  insert into suppliers (name) values ('Supplier');
  insert into product_types (name, path) values ('Type', 'Type');
  insert into products (supplier_id, product_type_id, name, external_sku, recommended_retail_price, sale_price)
    select 1, 1, 'Product ' || i, 'SKU-' || i, 20, 20 from generate_series(1, ${products}) i;
  analyze;
`;

/** Pictures of 1,600 × 1,200 pixels, each different, as a camera would store them. */
async function pictures() {
  const noise = await sharp({
    create: { width: 1_600, height: 1_200, channels: 3, noise: { type: "gaussian", mean: 128, sigma: 12 } },
  })
    .png()
    .toBuffer();
  const parts = [];
  for (let i = 1; i <= products; i++)
    for (let n = 1; n <= each; n++)
      parts.push({
        path: `SKU-${i}_${n}.jpg`,
        content: await sharp(noise)
          .tint({ r: i % 256, g: (n * 80) % 256, b: (i >> 2) % 256 })
          .jpeg({ quality: 60 })
          .toBuffer(),
      });
  return parts;
}

await onPostgres(
  undefined,
  { isMade: "select 1 from products limit 1", make: (client) => client.query(made), say },
  async (app, database) => {
    const { zipOf } = await load("#tests/support/zip.ts");
    const { fetchPictures } = await load("#api/areas/products/pictures/fetch-pictures.ts");
    const { databaseFiles } = await load("#api/core/files/store.ts");
    const parts = await pictures();
    const zip = zipOf(parts);
    const count = parts.length;
    parts.length = 0;
    say(`${count} pictures, ${Math.round(zip.length / 1024 / 1024)} MB`);
    const form = new FormData();
    form.append("supplierId", "1");
    form.append("file", new Blob([zip]), "pictures.zip");
    const request = new Request("http://localhost", { method: "POST", body: form });
    const payload = Buffer.from(await request.arrayBuffer());
    const began = performance.now();
    const answer = await app.inject({
      method: "POST",
      url: "/api/v1/products/UploadPictures",
      payload,
      headers: { authorization: "Bearer 1", "content-type": request.headers.get("content-type") },
    });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    const received = performance.now() - began;
    const log = pino({ level: "silent" });
    await fetchPictures({ database, config: await testConfig(), files: databaseFiles, log });
    const all = performance.now() - began;
    const { rows } = await database.db.$client.query("select count(*)::int as shown from product_images");
    if (rows[0].shown !== count) throw new Error(`${rows[0].shown} of ${count} pictures are shown.`);
    console.log(
      `${count} pictures, ${Math.round(zip.length / 1024 / 1024)} MB: taken after ${seconds(received)} s, all shown after ${seconds(all)} s.`,
    );
    console.log(`\n${loadText()}`);
  },
);
