import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { asc, eq } from "drizzle-orm";
import pino from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { fetchPictures } from "#api/areas/products/pictures/fetch-pictures.ts";
import { readConfig } from "#api/core/config.ts";
import {
  fetchedPictures,
  files,
  productImages,
  productTypes,
  products as table,
} from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { productWorkbooks } from "#tests/support/product-transfers.ts";
import { edited, productsWorkbook } from "#tests/support/products-workbook.ts";
import type { TestUser } from "#tests/support/world.ts";

const env = { ALLOW_PRIVATE_WEBHOOKS: "on" };
const api = await startApi(env);
const { db } = api.database;
const { products } = operations;
const books = productWorkbooks(api, env);
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off", ...env });
const fetchAll = (allowPrivateWebhooks = true, slowMs?: number) =>
  fetchPictures({
    slowMs,
    database: api.database,
    config: { ...config, allowPrivateWebhooks },
    files: databaseFiles,
    log: pino({ level: "silent" }),
  });

let operator: TestUser;
let supplier: number;
let server: Server;
let host: string;
/** How often each path was asked for, and how many answers were under way at once. */
let asked: Map<string, number>;
let mostAtOnce: number;
/** Ends the pictures that are answered slowly. */
let release: () => void;
let released: Promise<void>;

beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  const picture = async (red: number) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: { r: red, g: 0, b: 0 } } })
      .jpeg()
      .toBuffer();
  let underWay = 0;
  server = createServer(async ({ url = "" }, response) => {
    asked.set(url, (asked.get(url) ?? 0) + 1);
    mostAtOnce = Math.max(mostAtOnce, ++underWay);
    response.on("close", () => underWay--);
    if (url.startsWith("/html")) response.setHeader("content-type", "image/jpeg").end("<html>Not a picture</html>");
    else if (url.startsWith("/missing")) response.writeHead(404).end();
    else if (url.startsWith("/busy") && asked.get(url) === 1) response.writeHead(503).end();
    else if (url.startsWith("/slow")) {
      await released;
      response.writeHead(404).end();
    } else if (url.startsWith("/moved")) response.writeHead(302, { location: "/1.jpg" }).end();
    else if (url.startsWith("/loop")) response.writeHead(302, { location: url }).end();
    else if (url.startsWith("/huge")) {
      const block = Buffer.alloc(1024 * 1024);
      const write = () => {
        while (!response.destroyed && response.write(block));
      };
      response.on("drain", write);
      write();
    } else response.end(await picture(Number(/\d+/.exec(url)?.[0] ?? 0)));
  });
  await new Promise<void>((done) => server.listen(0, "0.0.0.0", done));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(async () => {
  supplier = await api.aSupplier();
  await db.delete(fetchedPictures);
  [asked, mostAtOnce] = [new Map(), 0];
  released = new Promise((done) => {
    release = done;
  });
});

const at = (...paths: string[]) => paths.map((path) => `${host}/${path}`).join(" | ");

/** Imports these pictures of a product, and fetches them. */
async function withPictures(...paths: string[]) {
  const id = await api.aProduct(supplier, { externalSku: "A-1", name: "Dish" });
  const applied = await books.imported(operator, await productsWorkbook([{ ProductId: id, Pictures: at(...paths) }]));
  await fetchAll();
  return { ...applied, product: id };
}

const galleryOf = (id: number) =>
  db.select().from(productImages).where(eq(productImages.productId, id)).orderBy(asc(productImages.position));
const namesIn = async (id: number) => {
  const names: string[] = [];
  for (const { imageId } of await galleryOf(id))
    names.push((await db.select({ name: files.name }).from(files).where(eq(files.id, imageId)))[0]?.name ?? "");
  return names;
};
const problemsOf = async (productId: number) =>
  (await api.ok(operator, products.pictures, { productId })).problems.map(({ address, problem, isWaiting }) => [
    address.slice(host.length + 1),
    problem,
    isWaiting,
  ]);

test("fetches pictures in their order, and the first becomes the hero image", async () => {
  const { product: id } = await withPictures("3.jpg", "1.jpg", "2.jpg");
  expect(await namesIn(id)).toEqual(["3.jpg", "1.jpg", "2.jpg"]);
  const [first] = await galleryOf(id);
  const [product] = await db.select().from(table).where(eq(table.id, id));
  expect(product?.defaultImageFileId).toBe(first?.imageId);
  expect(await api.ok(operator, products.pictures, { productId: id })).toMatchObject({
    fetched: 3,
    waiting: 0,
    failed: 0,
  });
});

test("fetches each address once, also if the file is imported again or the picture was removed", async () => {
  const { product: id } = await withPictures("1.jpg", "2.jpg");
  const [first] = await galleryOf(id);
  await api.ok(operator, products.deleteImage, { ProductId: id, ProductImageId: first?.id ?? 0 });
  await books.imported(operator, await productsWorkbook([{ ProductId: id, Pictures: at("1.jpg", "2.jpg", "4.jpg") }]));
  await fetchAll();
  expect(asked.get("/1.jpg")).toBe(1);
  expect(await namesIn(id)).toEqual(["2.jpg", "4.jpg"]);
});

test("adds to the pictures that people have chosen, and keeps their hero image", async () => {
  const id = await api.aProduct(supplier, { externalSku: "A-1" });
  const own = await api.aFile({ location: 2 });
  await api.aProductImage(id, { imageId: own, label: "Ours" });
  await db.update(table).set({ defaultImageFileId: own }).where(eq(table.id, id));
  await books.imported(operator, await productsWorkbook([{ ProductId: id, Pictures: at("1.jpg") }]));
  await fetchAll();
  const [first, second] = await galleryOf(id);
  expect(first?.imageId).toBe(own);
  expect(second).toBeDefined();
  const [product] = await db.select().from(table).where(eq(table.id, id));
  expect(product?.defaultImageFileId).toBe(own);
});

test("says why a picture could not be fetched, and fetches the others", async () => {
  const { product: id } = await withPictures("html.jpg", "missing.jpg", "huge.jpg", "loop.jpg", "1.jpg", "moved.jpg");
  expect(await namesIn(id)).toEqual(["1.jpg", "moved.jpg"]);
  expect(await problemsOf(id)).toEqual([
    ["html.jpg", expect.stringContaining("is not an image that can be used"), false],
    ["missing.jpg", "The address answered 404 (not found).", false],
    ["huge.jpg", "This picture is larger than 20 MB.", false],
    ["loop.jpg", "This address is redirected again and again.", false],
  ]);
});

test("tries again later where the server is busy, and at once when somebody asks for it", async () => {
  const { product: id } = await withPictures("busy.jpg", "missing.jpg");
  expect(await problemsOf(id)).toEqual([
    ["busy.jpg", "The address answered 503.", true],
    ["missing.jpg", "The address answered 404 (not found).", false],
  ]);
  await db
    .update(fetchedPictures)
    .set({ nextAttemptAt: new Date(0) })
    .where(eq(fetchedPictures.address, at("busy.jpg")));
  await fetchAll();
  expect(await namesIn(id)).toEqual(["busy.jpg"]);
  await api.ok(operator, products.retryPictures, { ProductId: id });
  await fetchAll();
  expect(asked.get("/missing.jpg")).toBe(2);
});

test("names the row and the column of the file that named a picture", async () => {
  const { id } = await withPictures("1.jpg", "missing.jpg");
  const { problems } = await api.ok(operator, products.pictures, { processId: id });
  expect(problems).toMatchObject([{ row: 2, column: "Pictures" }]);
  const content = `Item code;Photos\n;\nA-7;${at("html.jpg")}\n`;
  const { body } = await api.sendFile(operator, products.importFile, new File([content], "photos.csv"));
  await api.aProduct(supplier, { externalSku: "A-7" });
  const check = await api.ok(operator, products.checkSourceFile, {
    FileId: (body as { fileId: string }).fileId,
    SupplierId: supplier,
    Columns: [
      { Column: 1, Field: "SKU" },
      { Column: 2, Field: "Pictures" },
    ],
  });
  await books.run(check);
  const applied = await books.applied(operator, check, { Overwrite: true });
  await fetchAll();
  const { problems: ofList } = await api.ok(operator, products.pictures, { processId: applied.id });
  expect(ofList).toMatchObject([{ row: 3, column: "Photos" }]);
});

test("asks a host for four pictures at a time, and fetches all", async () => {
  const paths = Array.from({ length: 30 }, (_, i) => `${i}.jpg`);
  const { product: id } = await withPictures(...paths);
  expect(await namesIn(id)).toEqual(paths);
  expect(mostAtOnce).toBeLessThanOrEqual(4);
});

test("a slow host with 10,000 pictures does not hold up another one", async () => {
  const slow = await api.aProduct(supplier, { externalSku: "A-1" });
  const { host: slowHost } = new URL(host);
  // A statement takes fewer parameters than 10,000 rows have.
  for (const part of [0, 1])
    await db.insert(fetchedPictures).values(
      Array.from({ length: 5_000 }, (_, i) => ({
        productId: slow,
        address: `${host}/slow-${part}-${i}.jpg`,
        host: slowHost,
        position: 1,
        userId: operator.id,
        nextAttemptAt: new Date(0),
      })),
    );
  const id = await api.aProduct(supplier, { externalSku: "A-2" });
  const quick = ["1.jpg", "2.jpg"].map((name) => `${host.replace("127.0.0.1", "localhost")}/${name}`);
  await books.imported(operator, await productsWorkbook([{ ProductId: id, Pictures: quick.join(" | ") }]));
  const fetching = fetchAll();
  await vi.waitFor(async () => expect(await namesIn(id)).toEqual(["1.jpg", "2.jpg"]), 10_000);
  expect([...asked.keys()].filter((path) => path.startsWith("/slow"))).toHaveLength(4);
  await db.update(fetchedPictures).set({ nextAttemptAt: null }).where(eq(fetchedPictures.productId, slow));
  release();
  await fetching;
});

/** Pictures that are not answered, of a server that counts as several hosts by its addresses. */
async function slowPictures(hosts: number): Promise<number> {
  const slow = await api.aProduct(supplier, { externalSku: "A-1" });
  const { port } = server.address() as AddressInfo;
  await db.insert(fetchedPictures).values(
    Array.from({ length: 8 * hosts }, (_, i) => {
      const slowHost = `127.0.1.${hosts}${i % hosts}:${port}`;
      const address = `http://${slowHost}/slow-${i}.jpg`;
      return { productId: slow, address, host: slowHost, position: 1, userId: operator.id, nextAttemptAt: new Date(0) };
    }),
  );
  return slow;
}
const slowAsked = () => [...asked.keys()].filter((path) => path.startsWith("/slow")).length;

test("three hosts that do not answer make room for others that come later", async () => {
  const slow = await slowPictures(3);
  const fetching = fetchAll(true, 500);
  await vi.waitFor(() => expect(slowAsked()).toBe(12), 10_000);
  const id = await api.aProduct(supplier, { externalSku: "A-2" });
  await books.imported(operator, await productsWorkbook([{ ProductId: id, Pictures: at("1.jpg", "2.jpg") }]));
  await vi.waitFor(async () => expect(await namesIn(id)).toEqual(["1.jpg", "2.jpg"]), 10_000);
  expect(slowAsked()).toBe(12);
  await db.update(fetchedPictures).set({ nextAttemptAt: null }).where(eq(fetchedPictures.productId, slow));
  release();
  await fetching;
});

test("each host gets a place before any gets its second one", async () => {
  const slow = await slowPictures(6);
  const id = await api.aProduct(supplier, { externalSku: "A-2" });
  await books.imported(operator, await productsWorkbook([{ ProductId: id, Pictures: at("1.jpg", "2.jpg") }]));
  const fetching = fetchAll();
  await vi.waitFor(async () => expect(await namesIn(id)).toEqual(["1.jpg", "2.jpg"]), 10_000);
  await db.update(fetchedPictures).set({ nextAttemptAt: null }).where(eq(fetchedPictures.productId, slow));
  release();
  await fetching;
});

test("two processes fetch each picture once", async () => {
  const id = await api.aProduct(supplier, { externalSku: "A-1" });
  const paths = Array.from({ length: 20 }, (_, i) => `${i}.jpg`);
  await books.imported(operator, await productsWorkbook([{ ProductId: id, Pictures: at(...paths) }]));
  await Promise.all([fetchAll(), fetchAll()]);
  expect([...asked.values()].every((times) => times === 1)).toBe(true);
  expect(await namesIn(id)).toEqual(paths);
});

test("does not connect to private addresses", async () => {
  const id = await api.aProduct(supplier, { externalSku: "A-1" });
  await books.imported(operator, await productsWorkbook([{ ProductId: id, Pictures: at("1.jpg") }]));
  await fetchAll(false);
  expect(asked.size).toBe(0);
  expect(await problemsOf(id)).toEqual([["1.jpg", expect.stringContaining("https://"), false]]);
});

test.each([
  ["an address without https", "ftp://pictures.example/1.jpg", "is not an address that begins with https://."],
  ["a file name", "C:\\pictures\\dish.jpg", "is not an address that begins with https://."],
  [
    "more than a product can have",
    Array.from({ length: 51 }, (_, i) => `https://pictures.example/${i}.jpg`).join("|"),
    "A product can have 50 images at the most.",
  ],
])("refuses %s", async (_, cell, words) => {
  const id = await api.aProduct(supplier, { externalSku: "A-1" });
  const { messages } = await books.imported(operator, await productsWorkbook([{ ProductId: id, Pictures: cell }]));
  expect(messages).toEqual([expect.stringMatching(/^Row 2, Pictures: /)]);
  expect(messages[0]).toContain(words);
});

test("a check fetches nothing", async () => {
  const id = await api.aProduct(supplier, { externalSku: "A-1" });
  const { id: check } = await books.imported(
    operator,
    await productsWorkbook([{ ProductId: id, Pictures: at("1.jpg") }]),
    products.excelImportCheck,
  );
  await fetchAll();
  expect(asked.size).toBe(0);
  expect((await books.result(operator, check)).summary?.changed.first[0]?.changes).toEqual([
    { column: "Pictures", before: "", after: `1 picture to fetch: ${at("1.jpg")}` },
  ]);
});

test("an export shows the gallery, and importing it changes nothing", async () => {
  const { product: id } = await withPictures("1.jpg", "2.jpg");
  const exported = await books.exportedFile(operator, products.excelExport, { supplierId: supplier });
  const [row] = await books.rows(operator, products.excelExport, { supplierId: supplier });
  expect(String(row?.Pictures).split(" | ")).toHaveLength(2);
  const asEdited = await edited(exported, (cells) => {
    cells.Name = "Other dish";
  });
  const { id: check } = await books.imported(operator, asEdited, products.excelImportCheck);
  const { summary } = await books.result(operator, check);
  expect(summary?.changed.first[0]?.changes.map(({ column }) => column)).toEqual(["Name"]);
  expect(await namesIn(id)).toEqual(["1.jpg", "2.jpg"]);
});

test("undoing an import removes new products with the pictures that it has fetched", async () => {
  const type = await api.aProductType();
  const [{ path } = { path: "" }] = await db.select().from(productTypes).where(eq(productTypes.id, type));
  const row = {
    ProductId: "new",
    Supplier: String(supplier),
    ProductType: path,
    Name: "Dish",
    SKU: "NEW-1",
    RecommendedRetailPrice: 20,
    Pictures: at("1.jpg", "missing.jpg"),
  };
  const { id: applied } = await books.imported(operator, await productsWorkbook([row]));
  await fetchAll();
  const [made] = await db.select().from(table).where(eq(table.supplierId, supplier));
  expect(made?.defaultImageFileId).not.toBeNull();
  expect(await books.undone(operator, applied)).toMatchObject({ status: 2 });
  expect(await db.select().from(table).where(eq(table.supplierId, supplier))).toEqual([]);
});

test("undoing an import of a product that is older leaves its pictures", async () => {
  const id = await api.aProduct(supplier, { externalSku: "A-1", name: "Dish" });
  const row = { ProductId: id, Name: "Plate", Pictures: at("1.jpg") };
  const { id: applied } = await books.imported(operator, await productsWorkbook([row]));
  await fetchAll();
  expect(await books.undone(operator, applied)).toMatchObject({ status: 2, messages: [] });
  const [image] = await galleryOf(id);
  expect(await db.select().from(table).where(eq(table.id, id))).toMatchObject([
    { name: "Dish", defaultImageFileId: image?.imageId },
  ]);
});

test("fetches what a key has imported", async () => {
  const id = await api.aProduct(supplier, { externalSku: "A-1" });
  const key = await api.aKey({ scopes: ["products"], supplierId: supplier });
  await books.imported(key, await productsWorkbook([{ ProductId: id, Pictures: at("1.jpg") }]));
  await fetchAll();
  expect(await namesIn(id)).toEqual(["1.jpg"]);
});

test("somebody else's import is nobody's business", async () => {
  const { product: id } = await withPictures("1.jpg");
  const [picture] = await db.select().from(fetchedPictures).where(eq(fetchedPictures.productId, id));
  const other = await api.aUser({ roles: ["Operator"] });
  const processId = picture?.processId ?? randomUUID();
  expect(await api.ok(operator, products.pictures, { processId })).toMatchObject({ fetched: 1 });
  expect(await api.ok(other, products.pictures, { processId })).toMatchObject({ fetched: 0 });
  const stranger = await api.aUser({ links: [{ supplier: await api.aSupplier() }] });
  expect(await api.ok(stranger, products.pictures, { productId: id })).toMatchObject({ fetched: 0 });
});
