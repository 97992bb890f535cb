import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import pino from "pino";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "#api/core/config.ts";
import {
  listingCategories,
  marketplaceProducts,
  processes,
  productVariants,
  products as table,
} from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { runProcess } from "#api/core/processing/run.ts";
import { processKinds } from "#api/registries/processes.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import type { ProductChange } from "#contract/products/many.ts";
import { inclusive } from "#contract/rules/money.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { database } = api;
const { db } = database;
const { products, processing, history } = operations;
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
const jobs = createJobs(database, pino({ level: "silent" }));
const parts = { database, config, files: databaseFiles, jobs, kinds: processKinds };

let manager: TestUser;
let supplier: number;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Harbour Pottery" });
});

type Input = Omit<SentInput<typeof products.changeMany>, "Id">;

const run = async (id: string, as = manager) => {
  await runProcess(parts)({ id }, { id: randomUUID(), isLastTry: false });
  const { status, processingMessages } = await api.ok(as, processing.get, { id });
  return { id, status, said: processingMessages.map(({ friendlyMessage }) => friendlyMessage) };
};
const done = async (input: Input, as = manager) => run(await api.ok(as, products.changeMany, input), as);

const ours = (Change: ProductChange): Input => ({ Filter: { supplierId: supplier }, Change });
const stored = () => db.select().from(table).where(eq(table.supplierId, supplier)).orderBy(asc(table.id));
/** Dollars inc GST. */
const prices = async () =>
  (await stored()).map(({ recommendedRetailPrice, salePrice }) => [
    inclusive(recommendedRetailPrice, 0.1),
    inclusive(salePrice, 0.1),
  ]);

describe("prices", () => {
  test("are raised by a percentage, with those of variants, and sale prices that follow still follow", async () => {
    await api.aProduct(supplier, { name: "A", recommendedRetailPrice: 18.1364, salePrice: 18.1364 });
    await api.aProduct(supplier, { name: "B", recommendedRetailPrice: 20, salePrice: 15 });
    const varied = await api.aProduct(supplier, {
      name: "C",
      hasVariants: true,
      recommendedRetailPrice: 10,
      salePrice: 10,
    });
    const variant = await api.aVariant(varied, { recommendedRetailPrice: 12, salePrice: 11 });
    const { status, said } = await done(ours({ Kind: "pricePercent", Fraction: 0.05, EndsIn95: false }));
    expect([status, said]).toEqual([2, ["3 products were changed."]]);
    expect(await prices()).toEqual([
      [20.95, 20.95],
      [23.1, 17.33],
      [11.55, 11.55],
    ]);
    const [own] = await db.select().from(productVariants).where(eq(productVariants.id, variant));
    expect([inclusive(own?.recommendedRetailPrice ?? 0, 0.1), inclusive(own?.salePrice ?? 0, 0.1)]).toEqual([
      13.86, 12.71,
    ]);
  });

  test("end in 95 cents, and one that would be nothing is refused with its reason", async () => {
    await api.aProduct(supplier, { name: "A", recommendedRetailPrice: 20, salePrice: 20 });
    await api.aProduct(supplier, { name: "B", recommendedRetailPrice: 3, salePrice: 3 });
    const { status, said } = await done(ours({ Kind: "priceDollars", Dollars: -10, EndsIn95: false }));
    expect(status).toBe(3);
    expect(said[0]).toMatch(/^B: /);
    expect(said.at(-1)).toBe("1 product was changed.");
    await done({ ...ours({ Kind: "pricePercent", Fraction: 0, EndsIn95: true }) });
    expect(await prices()).toEqual([
      [11.95, 11.95],
      [2.95, 2.95],
    ]);
  });
});

describe("other changes", () => {
  test("deactivate and activate, and leave what is like that already", async () => {
    await api.aProduct(supplier, { name: "A" });
    await api.aProduct(supplier, { name: "B", isDisabled: true });
    expect((await done(ours({ Kind: "deactivate" }))).said).toEqual([
      "1 product was changed. 1 product was like that already.",
    ]);
    expect((await done(ours({ Kind: "activate" }))).said).toEqual(["2 products were changed."]);
    expect((await stored()).map(({ isDisabled }) => isDisabled)).toEqual([false, false]);
  });

  test("set the product type and how the products are shipped", async () => {
    const type = await api.aProductType();
    const rule = await api.aShippingRule({ supplierId: supplier, name: "Letters" });
    await api.aProduct(supplier, { name: "A" });
    const elsewhere = await api.aProduct(await api.aSupplier(), { name: "Elsewhere" });
    await done(ours({ Kind: "type", ProductTypeId: type }));
    await done(ours({ Kind: "flatRate", DomesticFlatRate: 5 }));
    expect((await stored())[0]).toMatchObject({ productTypeId: type, shippingMethod: 0, domesticFlatRate: 5 });
    await done(ours({ Kind: "rule", ShippingRuleId: rule }));
    expect((await stored())[0]).toMatchObject({ shippingRuleId: rule, domesticFlatRate: null });
    const { status, said } = await done({ Ids: [elsewhere], Change: { Kind: "rule", ShippingRuleId: rule } });
    expect([status, said.at(-1)]).toEqual([3, "0 products were changed."]);
  });
});

describe("on a marketplace", () => {
  const listed = async () => {
    const marketplaceId = await api.aMarketplace();
    await api.anAgreement({ supplierId: supplier, marketplaceId });
    const { categories } = await api.aCategoryGroup(marketplaceId, ["Home", "Home > Vases"]);
    const product = await api.aProduct(supplier, { name: "A", on: [{ marketplaceId, status: 2, syncStatus: 0 }] });
    await api.aProduct(supplier, { name: "B" });
    const [listing] = await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, product));
    await db.insert(listingCategories).values({ listingId: listing?.id ?? 0, categoryId: categories[0] ?? 0 });
    const has = async () =>
      (
        await db
          .select()
          .from(listingCategories)
          .where(eq(listingCategories.listingId, listing?.id ?? 0))
      )
        .map(({ categoryId }) => categories.indexOf(categoryId))
        .sort();
    const syncStatus = async () =>
      (await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, product)))[0]?.syncStatus;
    return { marketplaceId, has, syncStatus, product };
  };

  test("products are put into a category, in place of others if wanted, and out again by the undo", async () => {
    const { marketplaceId, has, syncStatus } = await listed();
    const Change = { Kind: "category", MarketplaceId: marketplaceId, Category: "Home > Vases" } as const;
    const { first } = await api.ok(manager, products.previewMany, ours({ ...Change, Replaces: true }));
    expect(first[0]?.changes).toEqual([{ label: "Categories", before: "Home", after: "Home > Vases" }]);
    expect(first[1]?.why).toBe("It is not on this marketplace.");
    expect(await has()).toEqual([0]);
    expect((await done(ours({ ...Change, Replaces: false }))).said.at(-1)).toBe("1 product was changed.");
    expect([await has(), await syncStatus()]).toEqual([[0, 1], 1]);
    const { id } = await done(ours({ ...Change, Replaces: true }));
    expect(await has()).toEqual([1]);
    const { processId } = await api.ok(manager, history.undo, { UndoneId: id });
    expect((await run(processId ?? "")).said).toEqual(["1 product was put back."]);
    expect(await has()).toEqual([0, 1]);
  });

  test("a category that the marketplace does not have is refused, and so are supplier staff", async () => {
    const { marketplaceId, has } = await listed();
    const Change = { Kind: "category", MarketplaceId: marketplaceId, Category: "Garden", Replaces: false } as const;
    expect((await done(ours(Change))).said.at(-1)).toBe("0 products were changed.");
    const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.products }] });
    expect((await api.call(staff, products.changeMany, ours({ ...Change, Category: "Home" }))).status).toBe(403);
    expect(await has()).toEqual([0]);
  });

  test("products are synchronised that are due, which cannot be undone", async () => {
    const { marketplaceId, syncStatus, product } = await listed();
    const Change = { Kind: "synchronise", MarketplaceId: marketplaceId } as const;
    const Ids = [product];
    expect((await done({ Ids, Change })).said).toEqual(["0 products were changed. 1 product was like that already."]);
    await db.update(marketplaceProducts).set({ syncStatus: 1 }).where(eq(marketplaceProducts.productId, product));
    const { id, said } = await done({ Ids, Change });
    expect([said, await syncStatus()]).toEqual([["1 product was changed."], 2]);
    expect((await api.call(manager, history.undo, { UndoneId: id })).status).toBeGreaterThanOrEqual(404);
  });
});

describe("the preview", () => {
  test("shows before and after of the first, why one cannot be changed, and changes nothing", async () => {
    await api.aProduct(supplier, { name: "A", recommendedRetailPrice: 20, salePrice: 20 });
    await api.aProduct(supplier, { name: "B", recommendedRetailPrice: 3, salePrice: 3 });
    const before = await stored();
    const { count, first } = await api.ok(
      manager,
      products.previewMany,
      ours({ Kind: "priceDollars", Dollars: -10, EndsIn95: false }),
    );
    expect(count).toBe(2);
    expect(first[0]).toMatchObject({
      name: "A",
      why: null,
      changes: [
        { label: "RRP", before: "$22.00", after: "$12.00" },
        { label: "Sale price", before: "$22.00", after: "$12.00" },
      ],
    });
    expect(first[1]).toMatchObject({ name: "B", changes: [], why: expect.stringMatching(/\w/) });
    expect(await stored()).toEqual(before);
  });

  test("says that nothing matches", async () => {
    const { status, problem } = await api.call(manager, products.previewMany, ours({ Kind: "activate" }));
    expect([status, problem.errors]).toEqual([422, { Filter: ["Nothing matches this search now."] }]);
  });

  test.each([
    [{ Kind: "pricePercent", Fraction: -1, EndsIn95: false }],
    [{ Kind: "pricePercent", Fraction: 11, EndsIn95: false }],
    [{ Kind: "priceDollars", Dollars: "ten", EndsIn95: false }],
    [{ Kind: "flatRate", DomesticFlatRate: -1 }],
    [{ Kind: "type", ProductTypeId: 0 }],
    [{ Kind: "explode" }],
    [null],
  ])("refuses %j", async (Change) => {
    expect((await api.call(manager, products.previewMany, ours(Change as never))).status).toBe(422);
  });

  test("refuses more than 200 chosen products", async () => {
    const Ids = Array.from({ length: 201 }, (_, i) => i + 1);
    expect((await api.call(manager, products.previewMany, { Ids, Change: { Kind: "activate" } })).status).toBe(422);
  });
});

describe("supplier staff", () => {
  test("change their own products alone, and nothing if one of another supplier is among them", async () => {
    const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.products }] });
    const own = await api.aProduct(supplier, { name: "Own" });
    const other = await api.aProduct(await api.aSupplier(), { name: "Other" });
    const Change = { Kind: "deactivate" } as const;
    expect((await api.call(staff, products.changeMany, { Ids: [own, other], Change })).status).toBe(404);
    expect((await stored())[0]?.isDisabled).toBe(false);
    expect((await done({ Filter: {}, Change }, staff)).said).toEqual(["1 product was changed."]);
    const [theirs] = await db.select().from(table).where(eq(table.id, other));
    expect(theirs?.isDisabled).toBe(false);
  });
});

describe("undoing", () => {
  test("is not for staff of one supplier where somebody has changed the products of many", async () => {
    const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.products }] });
    const own = await api.aProduct(supplier, { name: "Own" });
    const other = await api.aProduct(await api.aSupplier(), { name: "A secret" });
    const { id } = await done({ Ids: [own, other], Change: { Kind: "deactivate" } });
    const [row] = (await api.ok(staff, history.list, { record: "product", recordId: own })).items;
    expect(row).toMatchObject({ way: "process", undo: null });
    expect((await api.call(staff, history.undoable, { id })).status).toBe(404);
    expect((await api.call(staff, history.undo, { UndoneId: id })).status).toBe(404);
    expect((await api.call(manager, history.undo, { UndoneId: id })).status).toBe(200);
    expect((await api.call(staff, history.undo, { UndoneId: id })).status).toBe(404);
  });

  test("puts back all that nobody has changed since, and names the rest", async () => {
    const [one, two] = [
      await api.aProduct(supplier, { name: "One", recommendedRetailPrice: 20, salePrice: 15 }),
      await api.aProduct(supplier, { name: "Two", recommendedRetailPrice: 20, salePrice: 20 }),
    ];
    const before = await prices();
    const { id } = await done(ours({ Kind: "pricePercent", Fraction: 0.1, EndsIn95: true }));
    await db.update(table).set({ recommendedRetailPrice: 99, salePrice: 99 }).where(eq(table.id, two));
    const [row] = (await api.ok(manager, history.list, { record: "product", recordId: one })).items;
    expect(row).toMatchObject({ way: "process", undo: { id, by: "command" } });
    const { processId } = await api.ok(manager, history.undo, { UndoneId: id });
    const { status, said } = await run(processId ?? "");
    expect(status).toBe(3);
    expect(said).toEqual([
      expect.stringMatching(
        /^Two: Recommended retail price \(now \$108\.90, before \$22\.00\), Sale price \(now \$108\.90, before \$22\.00\) was changed by the system on /,
      ),
      "1 product was put back.",
    ]);
    expect((await prices())[0]).toEqual(before[0]);
    expect((await api.ok(manager, history.undo, { UndoneId: id })).processId).toBe(processId);
  });

  test("puts back the fields that nobody has touched, and names the others with both values", async () => {
    const id = await api.aProduct(supplier, { name: "Jug", recommendedRetailPrice: 20, salePrice: 15 });
    const { id: change } = await done(ours({ Kind: "pricePercent", Fraction: 0.1, EndsIn95: false }));
    await api.ok(manager, products.saveGrid, { Rows: [{ ProductId: id, SalePrice: 16 }] });
    const { processId } = await api.ok(manager, history.undo, { UndoneId: change });
    const { status, said } = await run(processId ?? "");
    expect(status).toBe(3);
    expect(said).toEqual([
      expect.stringMatching(/^Jug: Sale price \(now \$17\.60, before \$16\.50\) was changed by .+ on /),
      "1 product was put back.",
    ]);
    expect(await prices()).toEqual([[22, 17.6]]);
  });

  test("leaves a price that would be below the sale price that somebody has set since", async () => {
    const id = await api.aProduct(supplier, { name: "Jug", recommendedRetailPrice: 20, salePrice: 15 });
    const { id: change } = await done(ours({ Kind: "pricePercent", Fraction: 0.1, EndsIn95: false }));
    await api.ok(manager, products.saveGrid, { Rows: [{ ProductId: id, SalePrice: 21 }] });
    const { processId } = await api.ok(manager, history.undo, { UndoneId: change });
    const { said } = await run(processId ?? "");
    expect(said[0]).toMatch(
      /^Jug: Recommended retail price \(now \$24\.20, before \$22\.00\), Sale price \(now \$23\.10, before \$16\.50\) /,
    );
    expect(await prices()).toEqual([[24.2, 23.1]]);
  });

  test("of a deactivation activates again what was active", async () => {
    await api.aProduct(supplier, { name: "A" });
    await api.aProduct(supplier, { name: "B", isDisabled: true });
    const { id } = await done(ours({ Kind: "deactivate" }));
    const { processId } = await api.ok(manager, history.undo, { UndoneId: id });
    expect((await run(processId ?? "")).said).toEqual(["1 product was put back."]);
    expect((await stored()).map(({ isDisabled }) => isDisabled)).toEqual([false, true]);
  });
});

test("the change of many waits for its turn like other background work, and is told to whoever asked for it", async () => {
  await api.aProduct(supplier, { name: "A" });
  const id = await api.ok(manager, products.changeMany, ours({ Kind: "deactivate" }));
  expect(await db.select({ total: processes.total }).from(processes).where(eq(processes.id, id))).toEqual([
    { total: 1 },
  ]);
  expect((await stored())[0]?.isDisabled).toBe(false);
});
