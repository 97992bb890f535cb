import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import * as schema from "#api/core/database/schema/index.ts";
import {
  changes,
  products as productTable,
  productVariants,
  suppliers as supplierTable,
  users,
} from "#api/core/database/schema/index.ts";
import { deleteExpiredChanges } from "#api/core/history/retention.ts";
import type { HistoryRecord } from "#contract/areas.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { productWorkbooks } from "#tests/support/product-transfers.ts";
import { productsWorkbook } from "#tests/support/products-workbook.ts";
import { opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { history, products, suppliers, users: userOperations } = operations;
const books = productWorkbooks(api);

let administrator: TestUser;
let operator: TestUser;
let supplier: number;
let product: number;

beforeAll(async () => {
  administrator = await api.aUser({ roles: ["Administrator"], givenName: "Ada", surname: "Boss" });
  operator = await api.aUser({ roles: ["Operator"], givenName: "Olga", surname: "Otter" });
  supplier = await api.aSupplier({ name: "Harbour Pottery" });
  product = await api.aProduct(supplier, {
    name: "Dish",
    externalSku: "D-1",
    recommendedRetailPrice: 10,
    salePrice: 10,
  });
});

type Filters = Omit<Parameters<typeof api.ok<typeof history.list>>[2], "record" | "recordId">;

const of = async (record: HistoryRecord, recordId: number, filters: Filters = {}, as = operator) =>
  (await api.ok(as, history.list, { record, recordId, ...filters })).items;

describe("a change", () => {
  test("shows who made it, and each field before and after, as the screens show them", async () => {
    await api.ok(operator, products.updateShippingMethod, {
      ProductId: product,
      ShippingMethod: 0,
      DomesticFlatRate: 5,
      AllowShippingInternationally: false,
      InternationalFlatRate: null,
      ShippingNotes: "Two days.",
      ShippingRuleId: null,
    });
    const [change] = await of("product", product);
    expect(change).toMatchObject({
      userName: "Olga Otter",
      way: "form",
      record: "product",
      recordId: product,
      recordName: "Dish",
      part: "",
      kind: "changed",
    });
    expect(change?.fields).toEqual([
      { label: "Shipping method", before: null, after: "Flat rate per item" },
      { label: "Domestic flat rate", before: null, after: "$5.50" },
      { label: "Shipping notes", before: null, after: "Two days." },
    ]);
  });

  test("shows the labels of stored codes, alone and in lists, and the names of options", async () => {
    await db.update(supplierTable).set({ orderEmails: "daily" }).where(eq(supplierTable.id, supplier));
    const [changed] = await of("supplier", supplier);
    expect(changed?.fields).toEqual([
      {
        label: "Emails about orders",
        before: "At once, for each order",
        after: "Every morning, if there are new orders",
      },
    ]);

    const order = await api.anOrder(supplier);
    await api.aLineItem(order, {
      options: [
        { name: "Colour", value: "Red" },
        { name: "Size", value: "L" },
      ],
    });
    const items = (await of("order", order)).flatMap(({ fields }) => fields);
    expect(items).toContainEqual({ label: "Options", before: null, after: "Colour: Red, Size: L" });

    const key = await api.aKey({ scopes: ["orders.place", "stock"] });
    const scopes = (await of("key", key.id, {}, administrator)).flatMap(({ fields }) => fields);
    expect(scopes).toContainEqual({ label: "Scopes", before: null, after: "Place orders, Stock and prices" });
  });

  test("of a long text shows the words that differ, however far behind they are", async () => {
    const start = "Woven by hand in the hills. ".repeat(20);
    for (const end of ["Oak.", "Plastic."])
      await db
        .update(productTable)
        .set({ description: `<p>${start}${end}</p>` })
        .where(eq(productTable.id, product));
    const [change] = await of("product", product);
    const [field] = change?.fields ?? [];
    expect(field?.before).toMatch(/^….{0,60}Oak\.$/);
    expect(field?.after).toMatch(/^….{0,60}Plastic\.$/);
  });

  test("by an import names its file", async () => {
    await books.imported(operator, await productsWorkbook([{ ProductId: product, Brand: "Kiln & Co" }]));
    const [change] = await of("product", product);
    expect(change).toMatchObject({ userName: "Olga Otter", way: "import", detail: expect.stringMatching(/\.xlsx$/) });
    expect(change?.fields).toEqual([{ label: "Brand", before: null, after: "Kiln & Co" }]);
  });

  test("of a part names the part, also after it has been removed", async () => {
    const [variant] = await db
      .insert(productVariants)
      .values({ productId: product, name: "Red", externalSku: "D-R", recommendedRetailPrice: 1, combination: "1" })
      .returning();
    await db.delete(productVariants).where(eq(productVariants.id, variant?.id ?? 0));
    const [removed, added] = await of("product", product);
    expect(added).toMatchObject({ kind: "added", part: "Variant “Red”", way: "system", userName: null });
    expect(removed).toMatchObject({ kind: "removed", part: "Variant “Red”" });
    expect(removed?.fields).toContainEqual({ label: "SKU", before: "D-R", after: null });
  });

  test("that was rolled back is not there", async () => {
    const before = await of("product", product);
    await api.call(operator, products.updateDetails, { ProductId: product } as never);
    await api.database
      .transaction(async (tx) => {
        await tx.update(productTable).set({ brand: "Other" }).where(eq(productTable.id, product));
        throw new Error("on purpose");
      })
      .catch(() => {});
    expect(await of("product", product)).toEqual(before);
  });

  test("that changes nothing leaves no trace", async () => {
    const before = await db.$count(changes);
    await db.update(productTable).set({ name: "Dish" }).where(eq(productTable.id, product));
    expect(await db.$count(changes)).toBe(before);
  });
});

describe("who sees it", () => {
  test("supplier staff see their own records alone", async () => {
    const other = await api.aProduct(await api.aSupplier());
    const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.products }] });
    expect((await of("product", product, {}, staff)).length).toBeGreaterThan(0);
    expect((await api.call(staff, history.list, { record: "product", recordId: other })).status).toBe(404);
    expect((await api.call(staff, history.excelExport, { record: "product", recordId: other })).status).toBe(404);
    expect((await api.call(staff, history.options, { record: "product", recordId: other })).status).toBe(404);
    expect((await api.call(staff, history.list, { record: "settings", recordId: 1 })).status).toBe(404);
  });

  test("supplier staff see the names of those operators alone who have written to them about the record", async () => {
    const staff = await api.aUser({ links: [{ supplier }], givenName: "Sue", surname: "Stone" });
    const own = await api.aProduct(supplier, { name: "Jug", externalSku: "J-1" });
    const change = (as: TestUser) =>
      api.ok(as, products.deactivate, { ProductId: own }).then(() => api.ok(as, products.activate, { ProductId: own }));
    await change(operator);
    await change(staff);
    const names = async (as: TestUser) =>
      new Set((await of("product", own, {}, as)).flatMap(({ userName }) => userName ?? []));
    const write = (RecordId: number, Audience: "operators" | "supplier") =>
      api.ok(operator, operations.discussion.write, { About: "product", RecordId, Text: "Hello", Audience });
    expect(await names(administrator)).toEqual(new Set(["Olga Otter", "Sue Stone"]));
    expect(await names(staff)).toEqual(new Set(["Marketplace staff", "Sue Stone"]));
    await write(own, "operators");
    await write(product, "supplier");
    expect(await names(staff)).toEqual(new Set(["Marketplace staff", "Sue Stone"]));
    await write(own, "supplier");
    expect(await names(staff)).toEqual(new Set(["Olga Otter", "Sue Stone"]));
  });

  test("only administrators see everything", async () => {
    for (const filters of [{}, { record: "product" as const }]) {
      expect((await api.call(operator, history.list, filters)).status).toBe(403);
      expect((await api.call(administrator, history.list, filters)).status).toBe(200);
    }
  });

  test("bank details are for those alone who see them on the supplier", async () => {
    await db
      .update(schema.suppliers)
      .set({ accountName: "Harbour", accountNumber: "445566" })
      .where(eq(schema.suppliers.id, supplier));
    const manager = await api.aUser({ roles: ["Catalogue Manager"] });
    const labels = async (as: TestUser) =>
      (await of("supplier", supplier, {}, as))[0]?.fields.map(({ label }) => label);
    expect(await labels(await api.aUser({ roles: ["Finance"] }))).toEqual(["Account name", "Account number"]);
    expect(await labels(manager)).toEqual([]);
    expect(JSON.stringify(await of("supplier", supplier, {}, manager))).not.toContain("445566");
  });
});

test("of a supplier, everybody sees what its page shows them", async () => {
  const id = await api.aSupplier();
  const [few, people] = [SupplierPermission.orders, SupplierPermission.users];
  const staff = await api.aUser({ links: [{ supplier: id, bits: few }] });
  const manager = await api.aUser({ links: [{ supplier: id, bits: people }] });
  await db.update(schema.suppliers).set({ notes: "Difficult.", name: "Other" }).where(eq(schema.suppliers.id, id));
  const labels = async (as: TestUser) =>
    (await of("supplier", id, {}, as)).flatMap(({ part, fields }) => [part, ...fields.map(({ label }) => label)]);
  expect(await labels(operator)).toEqual(expect.arrayContaining(["Notes", expect.stringMatching(/^Person /)]));
  expect(await labels(staff)).toContain("Name");
  expect((await labels(staff)).filter((label) => /Notes|Person|Feed|Payment/.test(label))).toEqual([]);
  expect(await labels(manager)).toEqual(expect.arrayContaining([expect.stringMatching(/^Person /)]));
  expect(await labels(manager)).not.toContain("Notes");
});

test("of an order, a supplier does not learn who had it before", async () => {
  const [before, now] = [await api.aSupplier({ name: "Former Ltd" }), await api.aSupplier({ name: "Present Ltd" })];
  const order = await api.anOrder(before);
  await db.update(schema.orders).set({ supplierId: now, orderNotes: "Ring twice." }).where(eq(schema.orders.id, order));
  const staff = await api.aUser({ links: [{ supplier: now }] });
  expect(JSON.stringify(await of("order", order))).toContain("Former Ltd");
  const seen = JSON.stringify(await of("order", order, {}, staff));
  expect(seen).toContain("Ring twice.");
  expect(seen).not.toContain("Former Ltd");
});

describe("filters", () => {
  test("find changes by person, field and day", async () => {
    const id = await api.aProduct(supplier, { name: "Bowl" });
    await db.update(productTable).set({ brand: "A" }).where(eq(productTable.id, id));
    await books.imported(operator, await productsWorkbook([{ ProductId: id, Brand: "B" }]));
    const [first, last] = [new Date(Date.now() - 60_000).toISOString(), new Date(Date.now() + 60_000).toISOString()];
    expect(await of("product", id, { userId: operator.id })).toHaveLength(1);
    expect(await of("product", id, { field: "products.brand" })).toHaveLength(2);
    expect(await of("product", id, { field: "products.name" })).toHaveLength(0);
    expect(await of("product", id, { fromDate: first, toDate: last })).toHaveLength(3);
    expect(await of("product", id, { toDate: first })).toHaveLength(0);
    const options = await api.ok(operator, history.options, { record: "product", recordId: id });
    expect(options.recordName).toBe("Bowl");
    expect(options.people).toEqual([{ id: operator.id, name: "Olga Otter" }]);
    expect(options.fields).toContainEqual({ value: "products.brand", label: "Brand" });
  });

  test("and the export has a row for each field", async () => {
    const id = await api.aProduct(supplier, { name: "Cup" });
    await db.update(productTable).set({ brand: "A", gtin: "9312345678907" }).where(eq(productTable.id, id));
    const book = await api.download(administrator, history.excelExport, {
      record: "product",
      recordId: id,
      field: "products.brand",
    });
    const rows = rowsOf(sheetNamed(await opened(book), "Changes"));
    expect(rows.map(({ Field, After, Who }) => [Field, After, Who])).toEqual([
      ["GTIN", "9312345678907", "System"],
      ["Brand", "A", "System"],
    ]);
  });
});

test("passwords, keys and other secrets never appear", async () => {
  const canary = "canary-7f3a91";
  await db.update(users).set({ passwordHash: canary, givenName: "Kit" }).where(eq(users.id, operator.id));
  await db
    .update(schema.suppliers)
    .set({ carrierKeySealed: canary, unsealedCarrierKey: canary, notes: "x" })
    .where(eq(schema.suppliers.id, supplier));
  const marketplace = await api.aMarketplace();
  await db
    .update(schema.marketplaces)
    .set({ webhookSecret: canary, name: "Other" })
    .where(eq(schema.marketplaces.id, marketplace));
  await db.delete(schema.supplierInvitations);
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count from changes where changes::text like ${`%${canary}%`}`,
  );
  expect(rows[0]?.count).toBe(0);
  await api.ok(administrator, userOperations.list, {});
  await api.ok(administrator, suppliers.list, {});
});

describe("the months", () => {
  const partitions = async () =>
    (
      await db.execute<{ name: string }>(
        sql`select relid::regclass::text as name from pg_partition_tree('changes') where isleaf order by 1`,
      )
    ).rows.map(({ name }) => name);

  /** Adds a partition of so many months ago, with a change of a product and one of an order. */
  async function monthAgo(months: number): Promise<string> {
    const { rows } = await db.execute<{ name: string; begin: string; end: string }>(sql`
      select 'changes_' || to_char(begin, 'YYYY_MM') as name, begin::text, (begin + interval '1 month')::date::text as end
      from (select (date_trunc('month', now() at time zone 'UTC') - make_interval(months => ${months}))::date as begin) as of`);
    const { name = "", begin = "", end = "" } = rows[0] ?? {};
    await db.execute(
      sql.raw(`create table ${name} partition of changes for values from ('${begin} 00:00+00') to ('${end} 00:00+00')`),
    );
    for (const record of ["product", "order"] as const)
      await db.insert(changes).values({
        at: new Date(`${begin}T12:00:00Z`),
        record,
        recordId: 1,
        tableName: `${record}s`,
        key: { id: 1 },
        kind: "changed",
        before: {},
        after: {},
        fields: [],
        way: "system",
        detail: "",
      });
    return name;
  }

  test("of the near future are ready", async () => {
    expect((await partitions()).length).toBeGreaterThanOrEqual(4);
    await deleteExpiredChanges(api.database, 84);
    expect((await partitions()).length).toBeGreaterThanOrEqual(4);
  });

  test("that are too old go, but the books stay for seven years", async () => {
    const [recent, old, ancient] = [await monthAgo(12), await monthAgo(13), await monthAgo(85)];
    await deleteExpiredChanges(api.database, 12);
    expect(await partitions()).toContain(recent);
    expect(await partitions()).not.toContain(ancient);
    const left = async (name: string) =>
      (await db.execute<{ record: string }>(sql`select record from ${sql.identifier(name)} order by 1`)).rows.map(
        ({ record }) => record,
      );
    expect(await left(recent)).toEqual(["order", "product"]);
    expect(await left(old)).toEqual(["order"]);
  });
});
