import { createHash } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { eq, sql } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readFeeds } from "#api/areas/products/stock-feeds/read.ts";
import { followRuns } from "#api/areas/products/stock-feeds/runs.ts";
import { readConfig } from "#api/core/config.ts";
import { processes, products as productTable, stockFeeds as table } from "#api/core/database/schema/index.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { ShippingMethod } from "#contract/enumerations.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { stockFeedColumns } from "#contract/stock-feeds/edits.ts";
import { startApi } from "#tests/support/api.ts";
import { productWorkbooks } from "#tests/support/product-transfers.ts";
import type { TestUser } from "#tests/support/world.ts";

const env = { ALLOW_PRIVATE_WEBHOOKS: "on" };
const api = await startApi(env);
const { db } = api.database;
const { stockFeeds, products, notifications } = operations;
const books = productWorkbooks(api, env);
const log = pino({ level: "silent" });
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off", ...env });
const parts = { database: api.database, config, jobs: createJobs(api.database, log), log };

const versionOf = (content: string) => `"${createHash("sha256").update(content).digest("hex")}"`;

let server: Server;
let host: string;
/** The answers of the server. */
let file: string;
let status: number;
let asked: { path: string; headers: IncomingHttpHeaders }[];

let operator: TestUser;
let staff: TestUser;
let supplier: number;

beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  server = createServer(({ url = "", headers }, response) => {
    asked.push({ path: url, headers });
    if (url.startsWith("/moved")) {
      const { port } = server.address() as AddressInfo;
      response.writeHead(302, { location: `http://localhost:${port}/stock.csv` }).end();
    } else if (headers["if-none-match"] === versionOf(file)) response.writeHead(304).end();
    else response.writeHead(status, { etag: versionOf(file) }).end(file);
  });
  await new Promise<void>((done) => server.listen(0, done));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(async () => {
  await db.delete(table);
  supplier = await api.aSupplier();
  staff = await api.aUser({ links: [{ supplier }] });
  [asked, status] = [[], 200];
});

const csv = (...rows: string[]) => ["Item;Qty;RRP", ...rows].join("\n");

/** Products with stock 1 and the price $20. */
async function stocked(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 1; i <= count; i++)
    ids.push(
      await api.aProduct(supplier, {
        externalSku: `A-${i}`,
        name: `Dish ${i}`,
        manageStock: true,
        stockQuantity: 1,
        recommendedRetailPrice: 20,
        salePrice: 1,
      }),
    );
  return ids;
}
const stockOf = async (id: number) =>
  (await db.select({ stock: productTable.stockQuantity }).from(productTable).where(eq(productTable.id, id)))[0]?.stock;

type Details = Partial<SentInput<typeof stockFeeds.add>>;
const add = (details: Details = {}) =>
  api.ok(staff, stockFeeds.add, {
    SupplierId: supplier,
    Name: "Warehouse",
    Address: `${host}/stock.csv`,
    Every: 60,
    ...details,
  });
const feedNow = (id: number) => api.ok(staff, stockFeeds.get, { id });

/** Reads what is due, and does everything that follows. */
async function read(id: number) {
  await readFeeds(parts);
  await follow(id);
}
async function follow(id: number) {
  for (let step = 0; step < 3; step++) {
    const [run] = (await feedNow(id)).runs;
    if (!run || !["checking", "applying"].includes(run.outcome)) return;
    await books.run(run.processId ?? "");
    await followRuns(parts);
  }
}
const makeDue = (id: number) => db.update(table).set({ nextReadAt: sql`now()` }).where(eq(table.id, id));

const columns = [
  { Column: 1, Field: "SKU" },
  { Column: 2, Field: "StockQuantity" },
  { Column: 3, Field: "RecommendedRetailPrice" },
];
const assign = (id: number) => api.ok(staff, stockFeeds.assignColumns, { FeedId: id, Columns: columns });

/** A feed whose first file has been imported. */
async function running(...rows: string[]) {
  file = csv(...rows);
  const id = await add();
  await read(id);
  await assign(id);
  await read(id);
  return id;
}

test("a feed is read, its columns are assigned once, and its stock is imported", async () => {
  const [first = 0, second = 0] = await stocked(2);
  file = csv("A-1;7;20", "A-2;3;21");
  const id = await add();
  expect(await feedNow(id)).toMatchObject({ isAssigned: false, canAssign: false, isBusy: true });
  await read(id);
  expect(await feedNow(id)).toMatchObject({ isAssigned: false, canAssign: true, isBusy: false, problem: "", runs: [] });
  const { columns: described, supplierId } = await api.ok(staff, stockFeeds.columns, { id });
  expect(described.map(({ title, examples }) => [title, examples])).toEqual([
    ["Item", ["A-1", "A-2"]],
    ["Qty", ["7", "3"]],
    ["RRP", ["20", "21"]],
  ]);
  expect(supplierId).toBe(supplier);
  await assign(id);
  await read(id);
  const feed = await feedNow(id);
  expect(feed).toMatchObject({ isAssigned: true, isBusy: false, runs: [{ outcome: "applied", rows: 2, changed: 2 }] });
  expect([await stockOf(first), await stockOf(second)]).toEqual([7, 3]);
  // Others who may change the products see the result.
  const result = await api.ok(operator, products.excelImportResult, { id: feed.runs[0]?.processId ?? "" });
  expect(result.summary).toMatchObject({ changed: { count: 2 } });
});

test("a file that has not changed is not imported again, unless somebody says so", async () => {
  const [dish = 0] = await stocked(1);
  const id = await running("A-1;7;20");
  await db.update(productTable).set({ stockQuantity: 2 }).where(eq(productTable.id, dish));
  await makeDue(id);
  await read(id);
  expect((await feedNow(id)).runs).toHaveLength(1);
  expect(asked.at(-1)?.headers["if-none-match"]).toBe(versionOf(file));
  await api.ok(staff, stockFeeds.run, { FeedId: id });
  await read(id);
  expect((await feedNow(id)).runs).toHaveLength(2);
  expect(await stockOf(dish)).toBe(7);
});

describe("a file is held, told, and applied by hand", () => {
  const mailsTo = async ({ email }: TestUser) => (await api.mailsTo(email)).map(({ subject }) => subject);

  test("if it lost more than a third of its rows", async () => {
    const [first = 0] = await stocked(3);
    const id = await running("A-1;7;20", "A-2;7;20", "A-3;7;20");
    // A third is not too much.
    file = csv("A-1;6;20", "A-2;6;20");
    await makeDue(id);
    await read(id);
    expect((await feedNow(id)).runs[0]).toMatchObject({ outcome: "applied" });
    file = csv("A-1;5;20");
    await makeDue(id);
    await read(id);
    const [held] = (await feedNow(id)).runs;
    expect(held).toMatchObject({
      outcome: "held",
      problem: "It has 1 row, and the one that was applied before had 2.",
    });
    expect(await stockOf(first)).toBe(6);
    expect((await api.ok(staff, notifications.list, {})).items.map(({ title }) => title)).toEqual([
      "The stock feed Warehouse is waiting for you. It has 1 row, and the one that was applied before had 2.",
    ]);
    expect(await mailsTo(staff)).toHaveLength(1);
    await api.ok(staff, products.applyImport, { ProcessId: held?.processId ?? "", Overwrite: true });
    await follow(id);
    expect((await feedNow(id)).runs[0]).toMatchObject({ outcome: "applied", problem: "" });
    expect(await stockOf(first)).toBe(5);
  });

  test.each([
    ["31", "1 price would move by more than half. Row 2, Dish 1: 20.00 becomes 31.00."],
    ["9", "1 price would move by more than half. Row 2, Dish 1: 20.00 becomes 9.00."],
  ])("if a price of 20 dollars becomes %s", async (price, problem) => {
    const [dish = 0] = await stocked(1);
    const id = await running("A-1;7;20");
    file = csv(`A-1;8;${price}`);
    await makeDue(id);
    await read(id);
    expect((await feedNow(id)).runs[0]).toMatchObject({ outcome: "held", problem });
    expect(await stockOf(dish)).toBe(7);
  });

  test("but not if it moves by half", async () => {
    const [dish = 0] = await stocked(1);
    const id = await running("A-1;7;20");
    file = csv("A-1;8;30");
    await makeDue(id);
    await read(id);
    expect((await feedNow(id)).runs[0]).toMatchObject({ outcome: "applied" });
    expect(await stockOf(dish)).toBe(8);
  });
});

test("a file with other columns is not imported, and goes on when they are assigned again", async () => {
  const [dish = 0] = await stocked(1);
  const id = await running("A-1;7;20");
  file = "Item;Size;RRP\nA-1;8;20";
  await makeDue(id);
  await read(id);
  expect((await feedNow(id)).problem).toBe(
    "The file has other columns than before (without “Qty”, with “Size”). Please assign them again.",
  );
  expect(await stockOf(dish)).toBe(7);
  await assign(id);
  await read(id);
  expect(await feedNow(id)).toMatchObject({ problem: "", runs: [{ outcome: "applied" }, {}] });
  expect(await stockOf(dish)).toBe(8);
});

test.each([
  [404, "The server answered 404: there is no such file."],
  [401, "The server answered 401: it refuses the user name or the password."],
  [500, "The server answered 500."],
])("an answer of %i is shown, and the third in a row is told", async (answer, problem) => {
  file = csv("A-1;7;20");
  status = answer;
  const id = await add();
  for (const told of [0, 0, 1, 1]) {
    await makeDue(id);
    await read(id);
    expect((await feedNow(id)).problem).toBe(problem);
    expect((await api.ok(staff, notifications.list, {})).items).toHaveLength(told);
  }
  status = 200;
  await makeDue(id);
  await read(id);
  expect((await feedNow(id)).problem).toBe("");
});

test.each([
  ["", "The file is empty."],
  ["<!doctype html><p>Not found</p>", "neither an Excel workbook"],
])("a file that is no table is a problem of the feed: %j", async (content, problem) => {
  file = content;
  const id = await add();
  await read(id);
  expect((await feedNow(id)).problem).toContain(problem);
});

test("a file whose import failed is told, and imported again although it has not changed", async () => {
  const [dish = 0] = await stocked(1);
  const id = await running("A-1;7;20");
  file = csv("A-1;8;20");
  await makeDue(id);
  await readFeeds(parts);
  const [run] = (await feedNow(id)).runs;
  await db.delete(processes).where(eq(processes.id, run?.processId ?? ""));
  await followRuns(parts);
  expect((await feedNow(id)).runs[0]).toMatchObject({
    outcome: "failed",
    problem: "Its import is no longer stored.",
  });
  expect((await api.ok(staff, notifications.list, {})).items.map(({ title }) => title)).toEqual([
    "The stock feed Warehouse cannot be imported. Its import is no longer stored.",
  ]);
  await makeDue(id);
  await read(id);
  expect((await feedNow(id)).runs[0]).toMatchObject({ outcome: "applied" });
  expect(await stockOf(dish)).toBe(8);
});

test("an edit keeps a password that has no user name, and removes it with its user name", async () => {
  const id = await add({ Password: "pine cone" });
  const details = { FeedId: id, Name: "Shop", Address: `${host}/stock.csv`, Every: 60 };
  await api.ok(staff, stockFeeds.update, details);
  expect(await feedNow(id)).toMatchObject({ hasPassword: true });
  await api.ok(staff, stockFeeds.update, { ...details, UserName: "acacia" });
  await api.ok(staff, stockFeeds.update, { ...details, UserName: "" });
  expect(await feedNow(id)).toMatchObject({ hasPassword: false });
});

test("the shipping of new products is what was chosen for the same supplier", async () => {
  file = csv("A-1;7;20");
  const id = await add();
  await read(id);
  const shipping = { ShippingMethod: ShippingMethod.flatRate, DomesticFlatRate: 10, ShippingNotes: "Two days" };
  await api.ok(staff, stockFeeds.assignColumns, { FeedId: id, Columns: columns, ...shipping });
  expect(await api.ok(operator, stockFeeds.columns, { id })).toMatchObject({ shippingNotes: "Two days" });
  const other = await api.aSupplier();
  const foreign = await api.ok(operator, stockFeeds.add, {
    SupplierId: other,
    Name: "Warehouse",
    Address: `${host}/stock.csv`,
    Every: 60,
  });
  await readFeeds(parts);
  expect(await api.ok(operator, stockFeeds.columns, { id: foreign })).toMatchObject({ shippingNotes: "" });
});

test("the columns that two people assign at once keep what each has changed", async () => {
  file = csv("A-1;7;20");
  const id = await add();
  await read(id);
  await assign(id);
  const shown = stockFeedColumns(await api.ok(staff, stockFeeds.columns, { id }));
  const send = (changes: object) =>
    api.call(staff, stockFeeds.assignColumns, { FeedId: id, ...shown, Shown: shownText(shown), ...changes } as never);
  expect((await send({ PricesIncludeGst: false, Shown: undefined })).status).toBe(200);
  expect((await send({ MakesUnknown: true })).status).toBe(200);
  expect(await api.ok(staff, stockFeeds.columns, { id })).toMatchObject({
    pricesIncludeGst: false,
    makesUnknown: true,
  });
  expect((await send({ Columns: columns.slice(0, 2) })).status).toBe(200);
  expect(await send({ Columns: [columns[0], columns[2]] })).toMatchObject({
    status: 409,
    problem: { theirs: { Columns: columns.slice(0, 2) }, by: {} },
  });
});

test("the password is sent to its server alone, and never answered", async () => {
  file = csv("A-1;7;20");
  const id = await add({ UserName: "acacia", Password: "pine cone" });
  await read(id);
  expect(asked.at(-1)?.headers.authorization).toBe(`Basic ${Buffer.from("acacia:pine cone").toString("base64")}`);
  const feed = await feedNow(id);
  expect(feed).toMatchObject({ userName: "acacia", hasPassword: true });
  expect(JSON.stringify(feed)).not.toContain("pine cone");
  const update = { FeedId: id, Name: "Warehouse", Every: 60 };
  await api.ok(staff, stockFeeds.update, { ...update, Address: `${host}/moved.csv` });
  await read(id);
  expect(asked.slice(-2).map(({ headers }) => headers.authorization === undefined)).toEqual([false, true]);
  await api.ok(staff, stockFeeds.update, { ...update, Address: `${host.replace("127.0.0.1", "localhost")}/stock.csv` });
  expect(await feedNow(id)).toMatchObject({ hasPassword: false });
});

test("a paused feed is read only when somebody says so", async () => {
  await stocked(1);
  const id = await running("A-1;7;20");
  const details = { FeedId: id, Name: "Warehouse", Address: `${host}/stock.csv`, Every: 60 };
  await api.ok(staff, stockFeeds.update, { ...details, IsPaused: true });
  const before = asked.length;
  await read(id);
  expect(asked.length).toBe(before);
  await api.ok(staff, stockFeeds.run, { FeedId: id });
  await read(id);
  expect(await feedNow(id)).toMatchObject({ nextReadDate: null, isPaused: true, runs: [{}, {}] });
});

test("the supplier cannot be a column", async () => {
  file = csv("A-1;7;20");
  const id = await add();
  await read(id);
  const Columns = [columns[0], { Column: 2, Field: "Supplier" }] as typeof columns;
  const { status: answered, body } = await api.call(staff, stockFeeds.assignColumns, { FeedId: id, Columns });
  expect(answered).toBe(422);
  expect(JSON.stringify(body)).toContain("All rows of a feed are of one supplier.");
});

test("a removed feed leaves what it has imported", async () => {
  const [dish = 0] = await stocked(1);
  const id = await running("A-1;7;20");
  await api.ok(staff, stockFeeds.remove, { FeedId: id });
  expect(await api.ok(staff, stockFeeds.list, { supplierId: supplier })).toEqual([]);
  expect(await stockOf(dish)).toBe(7);
});

test("an address of a private network is refused", async () => {
  const guarded = await startApi();
  const admin = await guarded.aUser({ roles: ["Administrator"] });
  const { status: answered, body } = await guarded.call(admin, stockFeeds.add, {
    SupplierId: await guarded.aSupplier(),
    Name: "Warehouse",
    Address: "https://192.168.0.10/stock.csv",
    Every: 60,
  });
  expect(answered).toBe(422);
  expect(JSON.stringify(body)).toContain("private network");
});
