import { randomUUID } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import pino from "pino";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "#api/core/config.ts";
import {
  listingCategories,
  marketplaceProducts,
  processes,
  products,
  suppliers,
  users,
} from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import type { JobData } from "#api/core/jobs/jobs.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { runProcess, runRows } from "#api/core/processing/run.ts";
import { processKinds } from "#api/registries/processes.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { database } = api;
const { db } = database;
const { approvals, notifications, processing } = operations;
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
const jobs = createJobs(database, pino({ level: "silent" }));
const parts = { database, config, files: databaseFiles, jobs, kinds: processKinds };

let manager: TestUser;
let supplier: number;
let marketplace: number;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
});
beforeEach(async () => {
  [supplier, marketplace] = [await aSupplierWithContact(), await api.aMarketplace("Harbour & Co")];
  await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace });
});

async function aSupplierWithContact(): Promise<number> {
  const id = await api.aSupplier({ name: "Acacia" });
  await db
    .update(suppliers)
    .set({ orderContactEmails: contactOf(id) })
    .where(eq(suppliers.id, id));
  return id;
}
const contactOf = (id: number) => `orders-${id}@acacia.example`;

type Listing = Partial<typeof marketplaceProducts.$inferInsert>;
async function listed(
  name: string,
  listing: Listing = {},
  traits: Parameters<typeof api.aProduct>[1] = {},
  of = supplier,
): Promise<number> {
  const product = await api.aProduct(of, {
    name,
    ...traits,
    on: [{ status: 1, ...listing, marketplaceId: marketplace }],
  });
  const [row] = await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, product));
  return row?.id ?? 0;
}

const stored = async (id: number) =>
  (await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.id, id)))[0];
const statuses = async () => {
  const rows = await db
    .select({ status: marketplaceProducts.status })
    .from(marketplaceProducts)
    .where(eq(marketplaceProducts.marketplaceId, marketplace))
    .orderBy(asc(marketplaceProducts.id));
  return rows.map(({ status }) => status);
};

type Input = Omit<SentInput<typeof approvals.changeMany>, "Id">;
const ask = (input: Input, user = manager) => api.call(user, approvals.changeMany, input);
/** Sends the command and runs its process. @returns the finished process */
async function done(input: Input) {
  const id = await api.ok(manager, approvals.changeMany, input);
  await runProcess(parts)({ id }, { id: randomUUID(), isLastTry: false });
  return api.ok(manager, processing.get, { id });
}

test("the request responds immediately, and a job does the work", async () => {
  const ids = [await listed("Tray"), await listed("Throw")];
  const { status, body } = await ask({ Action: "approve", Ids: ids });
  expect(status).toBe(200);
  const { rows } = await db.execute<{ data: JobData["process"] }>(
    sql`select data from jobs.job where name = 'process' and data->>'id' = ${body}`,
  );
  expect(rows).toEqual([{ data: { id: body } }]);
  expect(await statuses()).toEqual([1, 1]);
  expect(await api.ok(manager, processing.get, { id: body })).toEqual({
    status: 0,
    percentageComplete: 0,
    processingMessages: [],
  });
});

describe("approving many products", () => {
  test("takes effect now, and keeps categories and future dates", async () => {
    const { categories } = await api.aCategoryGroup(marketplace, ["Kitchen"]);
    const [past, soon, future] = [new Date("2020-01-01"), new Date("2998-01-01"), new Date("2999-01-01")];
    const waiting = await listed("Tray", { availableFrom: past, availableTo: past });
    const ending = await listed("Throw", {
      status: 3,
      availableFrom: soon,
      availableTo: future,
      disableReason: "No barcode",
    });
    await db.insert(listingCategories).values({ listingId: waiting, categoryId: categories[0] ?? 0 });
    const before = new Date();
    expect(await done({ Action: "approve", Ids: [waiting, ending, ending] })).toEqual({
      status: 2,
      percentageComplete: 100,
      processingMessages: [{ id: 1, messageType: 1, friendlyMessage: "2 products were approved." }],
    });
    expect(await stored(waiting)).toMatchObject({
      status: 2,
      syncStatus: 1,
      approvedBy: manager.id,
      availableTo: null,
    });
    expect((await stored(waiting))?.availableFrom?.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(await stored(ending)).toMatchObject({
      status: 2,
      availableFrom: soon,
      availableTo: future,
      disableReason: null,
    });
    expect(await db.$count(listingCategories, eq(listingCategories.listingId, waiting))).toBe(1);
  });

  test("counts products that are already approved, and leaves them unchanged", async () => {
    const release = new Date("2999-01-01");
    const id = await listed("Tray", { status: 2, availableFrom: release, syncStatus: 0 });
    expect(await done({ Action: "approve", Ids: [id] })).toMatchObject({
      status: 2,
      processingMessages: [
        { friendlyMessage: "No product was approved. 1 product was left as it is: already approved." },
      ],
    });
    expect(await stored(id)).toMatchObject({ availableFrom: release, syncStatus: 0 });
  });

  test("lists the products that cannot be approved, with the reason", async () => {
    await listed("Tray");
    const old = await stored(await listed("Old tray", {}, { isDisabled: true }));
    await listed("Their tray", {}, {}, await api.aSupplier());
    expect(await done({ Action: "approve", Filter: { marketplaceId: marketplace } })).toMatchObject({
      status: 3,
      processingMessages: [
        {
          messageType: 3,
          friendlyMessage: "Old tray on Harbour & Co: This product is disabled. Activate it before approving it.",
          product: { id: old?.productId, name: "Old tray on Harbour & Co" },
        },
        {
          messageType: 3,
          friendlyMessage:
            "Their tray on Harbour & Co: The supplier of this product has no active agreement with this marketplace.",
        },
        { messageType: 1, friendlyMessage: "1 product was approved." },
      ],
    });
    expect(await statuses()).toEqual([2, 1, 1]);
  });
});

test("marking as reviewed counts the products that do not wait for approval in one line", async () => {
  for (const status of [1, 2, 3, 4]) await listed(`Tray ${status}`, { status });
  expect(await done({ Action: "review", Filter: { marketplaceId: marketplace } })).toMatchObject({
    status: 2,
    processingMessages: [
      {
        messageType: 1,
        friendlyMessage:
          "2 products were marked as internally reviewed. 2 products were left as they are: not waiting for approval.",
      },
    ],
  });
  expect(await statuses()).toEqual([5, 2, 5, 4]);
});

describe("disabling many products", () => {
  test("sends one email per supplier, about all of its products", async () => {
    const other = await aSupplierWithContact();
    await listed("Tray");
    await listed("Throw", { status: 2 });
    await listed("Candle", {}, {}, other);
    expect(
      await done({ Action: "disable", Filter: { marketplaceId: marketplace }, Reason: "No barcode" }),
    ).toMatchObject({ status: 2 });
    expect(await statuses()).toEqual([4, 4, 4]);
    const [letter, another] = await api.mailsTo(contactOf(supplier));
    expect(another).toBeUndefined();
    expect(letter?.subject).toBe("2 products were disabled");
    for (const words of ["No barcode", "Tray on Harbour & Co", "Throw on Harbour & Co"])
      expect(letter?.text).toContain(words);
    expect(letter?.text).not.toContain("Candle");
    expect((await api.mailsTo(contactOf(other))).map(({ subject }) => subject)).toEqual([
      "A product was disabled on Harbour & Co",
    ]);
  });

  test("emails many contacts in groups of thirty", async () => {
    await db
      .update(suppliers)
      .set({ orderContactEmails: Array.from({ length: 32 }, (_, n) => `${n}.${contactOf(supplier)}`).join(", ") })
      .where(eq(suppliers.id, supplier));
    await listed("Tray");
    const { count } = await api.ok(manager, notifications.emailsUnderWay, {});
    await done({ Action: "disable", Filter: { marketplaceId: marketplace }, Reason: "No barcode" });
    expect((await api.ok(manager, notifications.emailsUnderWay, {})).count - count).toBeGreaterThanOrEqual(2);
  });

  test("counts those already disabled for this reason separately, without another email", async () => {
    await listed("Tray", { status: 4, disableReason: "No barcode" });
    await listed("Throw");
    expect(
      await done({ Action: "disable", Filter: { marketplaceId: marketplace }, Reason: "No barcode" }),
    ).toMatchObject({
      status: 2,
      processingMessages: [
        { friendlyMessage: "1 product was disabled. 1 product was left as it is: already disabled." },
      ],
    });
    expect((await api.mailsTo(contactOf(supplier))).map(({ subject }) => subject)).toEqual([
      "A product was disabled on Harbour & Co",
    ]);
  });

  test("without a reason sends no email", async () => {
    await done({ Action: "disable", Ids: [await listed("Tray")] });
    expect(await api.mailsTo(contactOf(supplier))).toEqual([]);
  });
});

describe("decisions by filter", () => {
  test("cover what matches at the time of the request, and nothing added later", async () => {
    const tray = await listed("Linen tray");
    await listed("Wool throw");
    const id = await api.ok(manager, approvals.changeMany, {
      Action: "approve",
      Filter: { marketplaceId: marketplace, productName: "linen" },
    });
    await listed("Late linen");
    await runProcess(parts)({ id }, { id: randomUUID(), isLastTry: false });
    expect(await statuses()).toEqual([2, 1, 1]);
    expect(await stored(tray)).toMatchObject({ status: 2 });
  });

  test("are refused if nothing matches, as is an empty selection", async () => {
    const errors = { Filter: ["Nothing matches this search now."] };
    expect(await ask({ Action: "approve", Filter: { marketplaceId: marketplace } })).toMatchObject({
      status: 422,
      problem: { errors },
    });
    expect(await ask({ Action: "approve" })).toMatchObject({
      status: 422,
      problem: { errors: { Ids: ["Select at least one row."] } },
    });
  });

  test("are refused for more than 20,000 products, and accepted for 20,000", async () => {
    const product = await listed("First");
    const productTypeId = await api.aProductType();
    await db.execute(sql`
      with made as (
        insert into ${products} (supplier_id, product_type_id, name, recommended_retail_price, sale_price)
        select ${supplier}, ${productTypeId}, 'Many', 10, 10 from generate_series(1, 20000) returning id
      )
      insert into ${marketplaceProducts} (product_id, marketplace_id, status, sync_status) select id, ${marketplace}, 1, 1 from made`);
    const errors = { Filter: ["That is more than 20,000. Please narrow your search."] };
    expect(await ask({ Action: "review", Filter: { marketplaceId: marketplace } })).toMatchObject({
      status: 422,
      problem: { errors },
    });
    const id = await api.ok(manager, approvals.changeMany, {
      Action: "review",
      Filter: { marketplaceId: marketplace, productName: "Many" },
    });
    expect(await db.select({ total: processes.total }).from(processes).where(eq(processes.id, id))).toEqual([
      { total: 20_000 },
    ]);
    expect(await stored(product)).toMatchObject({ status: 1 });
  });
});

test("a killed run resumes, and processes each row once", async () => {
  for (let i = 1; i <= 120; i++) await listed(`Tray ${String(i).padStart(3, "0")}`);
  const id = await api.ok(manager, approvals.changeMany, {
    Action: "disable",
    Filter: { marketplaceId: marketplace },
    Reason: "No barcode",
  });
  await runRows(parts, id);
  // A batch ends after a number of rows or milliseconds.
  const done = (await statuses()).filter((status) => status === 4).length;
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(120);
  const ours = and(eq(marketplaceProducts.marketplaceId, marketplace), eq(marketplaceProducts.status, 4));
  await db.update(marketplaceProducts).set({ status: 2, disableReason: null }).where(ours);
  await runProcess(parts)({ id }, { id: randomUUID(), isLastTry: false });
  expect((await statuses()).filter((status) => status === 2)).toHaveLength(done);
  expect((await statuses()).filter((status) => status === 4)).toHaveLength(120 - done);
  const letters = await api.mailsTo(contactOf(supplier));
  expect(letters.map(({ subject }) => subject)).toEqual(["120 products were disabled"]);
});

describe("permissions for decisions on many products", () => {
  test("a request with an unknown id is refused entirely", async () => {
    const id = await listed("Tray");
    expect(await ask({ Action: "approve", Ids: [id, 2_000_000_000] })).toMatchObject({ status: 404 });
    expect(await statuses()).toEqual([1]);
  });

  test("supplier staff are refused", async () => {
    const user = await api.aUser({ links: [{ supplier }] });
    expect(await ask({ Action: "approve", Ids: [await listed("Tray")] }, user)).toMatchObject({ status: 403 });
  });

  test("the permission is checked again when the work begins", async () => {
    const user = await api.aUser({ roles: ["Catalogue Manager"] });
    const id = await api.ok(user, approvals.changeMany, { Action: "approve", Ids: [await listed("Tray")] });
    await db
      .update(users)
      .set({ roles: ["Read Only"] })
      .where(eq(users.id, user.id));
    await runProcess(parts)({ id }, { id: randomUUID(), isLastTry: false });
    expect(await statuses()).toEqual([1]);
    expect(await api.ok(user, processing.get, { id })).toMatchObject({
      status: 4,
      processingMessages: [
        { messageType: 4 },
        { messageType: 2, friendlyMessage: "Tray on Harbour & Co: not done." },
        { friendlyMessage: "No product was approved." },
      ],
    });
  });
});
