import { desc, getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterAll, describe, expect, test } from "vitest";
import * as schema from "#api/core/database/schema/index.ts";
import { historyOf, recordedTables } from "#api/core/history/records/index.ts";
import { installTriggers } from "#api/core/history/triggers.ts";
import { migrate } from "#api/core/upgrade/migrate.ts";
import { connectFresh } from "#tests/support/database.ts";
import { world } from "#tests/support/world.ts";

const database = await connectFresh();
const { db } = database;
afterAll(() => database.close());

/** The triggers and the function, with the transactions that wrote them. */
const written = async () =>
  (
    await db.execute<{ what: string }>(sql`
      select tgrelid::regclass || ' ' || xmin as what from pg_trigger where tgname = 'record_change'
      union all select proname || ' ' || xmin from pg_proc where proname = 'record_change' order by 1`)
  ).rows.map(({ what }) => what);

/** The same without these transactions. */
const definitions = async () =>
  (
    await db.execute<{ what: string }>(sql`
      select pg_get_triggerdef(oid) as what from pg_trigger where tgname = 'record_change'
      union all select prosrc from pg_proc where proname = 'record_change' order by 1`)
  ).rows.map(({ what }) => what);

describe("the list of tables with a history", () => {
  test("names every table, or the reason why it has no history", () => {
    const tables = Object.entries(schema as Record<string, unknown>).filter(([, each]) => is(each, PgTable));
    expect(Object.keys(historyOf).sort()).toEqual(tables.map(([name]) => name).sort());
    const reasons = Object.values(historyOf).filter((each) => typeof each === "string");
    expect(reasons.filter((reason) => reason.trim() === "")).toEqual([]);
    for (const [name, table] of tables as [keyof typeof historyOf, PgTable][]) {
      const recorded = historyOf[name];
      if (typeof recorded !== "string") expect(recorded.table).toBe(getTableName(table));
    }
  });

  test("records no column that looks like a secret, unless it says why it is none", () => {
    const looksSecret = /secret|password|token|hash|key|digest|sealed|nonce|credential/;
    for (const { table, columns, isNoSecret } of recordedTables)
      expect(columns.filter((name) => looksSecret.test(name)).sort(), table).toEqual([...isNoSecret].sort());
  });

  test("names every recorded column, and no other, as the history shows it", () => {
    const named = recordedTables.map(({ table, fields }) => [table, Object.keys(fields).sort()]);
    const recorded = recordedTables.map(({ table, columns }) => [table, [...columns].sort()]);
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(recorded));
  });
});

describe("a start", () => {
  const start = () => installTriggers(database);

  test("writes nothing if the triggers are as listed", async () => {
    const before = await written();
    expect(before).toHaveLength(recordedTables.length + 1);
    await start();
    expect(await written()).toEqual(before);
  });

  test.each([
    ["a trigger is missing", sql`drop trigger record_change on products`],
    [
      "a trigger is called for other columns",
      sql`create or replace trigger record_change after insert or delete or update of email on users
        for each row execute function record_change('user', 'id', 'id', 'email,given_name,surname,is_active,roles', '', '', '')`,
    ],
    [
      "a trigger records other columns, as that of an earlier version",
      sql`create or replace trigger record_change after insert or delete or update of email, given_name, surname, is_active, roles on users
        for each row execute function record_change('user', 'id', 'id', 'email')`,
    ],
    [
      "a table has a trigger that is not listed",
      sql`create trigger record_change after insert or delete on files for each row execute function record_change('file', 'id', 'id', 'name')`,
    ],
    [
      "the function is another one",
      sql`create or replace function record_change() returns trigger language plpgsql as 'begin return null; end'`,
    ],
  ])("makes them as listed if %s", async (_, change) => {
    const before = await definitions();
    await db.execute(change);
    expect(await definitions()).not.toEqual(before);
    await start();
    expect(await definitions()).toEqual(before);
  });

  test("leaves the other triggers alone when it makes one again", async () => {
    const before = await written();
    await db.execute(sql`drop trigger record_change on products`);
    await start();
    const unchanged = (await written()).filter((each) => before.includes(each));
    expect(before.filter((each) => !unchanged.includes(each)).map((each) => each.split(" ")[0])).toEqual([
      "products",
      "record_change",
    ]);
  });

  test("of two processes at once makes them as listed", async () => {
    const before = await definitions();
    await db.execute(sql`drop trigger record_change on products`);
    await db.execute(sql`drop trigger record_change on orders`);
    await Promise.all([migrate(database, undefined), migrate(database, undefined)]);
    expect(await definitions()).toEqual(before);
  });
});

describe("a row that belongs to a record by another row", () => {
  const latest = async () => {
    const [change] = await db.select().from(schema.changes).orderBy(desc(schema.changes.id)).limit(1);
    return change && [change.tableName, change.kind, change.record, change.recordId];
  };
  const make = world(database);

  const anAttribute = async (productId: number | null) => {
    const [attribute] = await db
      .insert(schema.attributes)
      .values({ internalName: "size", displayName: "Size", selectionType: 0, optionDataType: 0, productId })
      .returning();
    return attribute?.id ?? 0;
  };
  const anOption = async (attributeId: number) => {
    const [option] = await db
      .insert(schema.attributeOptions)
      .values({ attributeId, code: "s", value: "S", position: 1 })
      .returning();
    return option?.id ?? 0;
  };

  test("of an attribute of product types is in the history of the attribute", async () => {
    const attribute = await anAttribute(null);
    expect(await latest()).toEqual(["attributes", "added", "attribute", attribute]);
    await anOption(attribute);
    expect(await latest()).toEqual(["attribute_options", "added", "attribute", attribute]);
  });

  test("of an attribute of one product is in the history of the product", async () => {
    const product = await make.aProduct(await make.aSupplier());
    const attribute = await anAttribute(product);
    expect(await latest()).toEqual(["attributes", "added", "product", product]);
    const optionId = await anOption(attribute);
    expect(await latest()).toEqual(["attribute_options", "added", "product", product]);
    const [variant] = await db
      .insert(schema.productVariants)
      .values({ productId: product, externalSku: "S", combination: String(optionId) })
      .returning();
    await db.insert(schema.productVariantOptions).values({ variantId: variant?.id ?? 0, optionId });
    expect(await latest()).toEqual(["product_variant_options", "added", "product", product]);
  });

  test("of a category is in the history of the marketplace, and its products in theirs", async () => {
    const marketplaceId = await make.aMarketplace();
    const productId = await make.aProduct(await make.aSupplier());
    const [group] = await db.insert(schema.categoryGroups).values({ marketplaceId, name: "Rooms" }).returning();
    const [category] = await db
      .insert(schema.categories)
      .values({ groupId: group?.id ?? 0, name: "Kitchen" })
      .returning();
    expect(await latest()).toEqual(["categories", "added", "marketplace", marketplaceId]);
    const [listing] = await db
      .insert(schema.marketplaceProducts)
      .values({ productId, marketplaceId, status: 0, syncStatus: 0 })
      .returning();
    await db.insert(schema.listingCategories).values({ listingId: listing?.id ?? 0, categoryId: category?.id ?? 0 });
    expect(await latest()).toEqual(["listing_categories", "added", "product", productId]);
    await db.delete(schema.listingCategories);
    expect(await latest()).toEqual(["listing_categories", "removed", "product", productId]);
  });

  test("is left out when the row that leads to the record is deleted as well", async () => {
    const attribute = await anAttribute(null);
    await anOption(attribute);
    await db.delete(schema.attributes).where(sql`id = ${attribute}`);
    expect(await latest()).toEqual(["attributes", "removed", "attribute", attribute]);
  });
});
