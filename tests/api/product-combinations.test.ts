import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  attributeOptions,
  attributes,
  marketplaceProducts,
  orderLineItems,
  products as productTable,
  productVariants,
} from "#api/core/database/schema/index.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { maxAddedVariants, priceMessages, variantMessages } from "#contract/products/commands.ts";
import { startApi } from "#tests/support/api.ts";
import { aVaryingProduct, type VaryingProduct } from "#tests/support/varying-product.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { products, history } = operations;

let manager: TestUser;
let marketplace: number;
let it: VaryingProduct;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
  marketplace = await api.aMarketplace();
});
beforeEach(async () => {
  it = await aVaryingProduct(api, {
    name: "Scarf",
    recommendedRetailPrice: 20,
    salePrice: 18,
    on: [{ marketplaceId: marketplace, status: 2 }],
  });
});

const ofOptions = (...names: (keyof VaryingProduct["options"])[]) => names.map((name) => it.options[name]);
type Changes = Partial<SentInput<typeof products.addVariants>>;
const input = (changes: Changes = {}) => ({
  ProductId: it.product,
  AttributeOptionIds: ofOptions("Red", "Blue", "Small", "Large"),
  SkuStart: "SCARF",
  RecommendedRetailPrice: 20,
  SalePrice: 18,
  ...changes,
});
const add = (changes: Changes = {}, user = manager) => api.call(user, products.addVariants, input(changes));
const added = async (changes: Changes = {}) => (await add(changes)).body;
const refused = async (changes: Changes) => (await add(changes)).problem.errors;
const stored = () =>
  db.select().from(productVariants).where(eq(productVariants.productId, it.product)).orderBy(asc(productVariants.id));
const skus = async () => (await stored()).map(({ externalSku }) => externalSku);
const listing = async () =>
  (await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, it.product)))[0];

test("all combinations are added with their options, SKUs, price and stock", async () => {
  const changes = { RecommendedRetailPrice: 31.8182, SalePrice: 30, ManageStock: true, StockQuantity: 4 };
  expect(await added(changes)).toEqual({ addedCount: 4, existingCount: 0 });
  const { productVariants: variants } = await api.ok(manager, products.get, { id: it.product });
  expect(
    variants.map(({ attributeOptions: options }) => options.map(({ optionValue }) => optionValue).join(" ")),
  ).toEqual(["Red Small", "Red Large", "Blue Small", "Blue Large"]);
  for (const variant of variants)
    expect(variant).toMatchObject({
      name: "Scarf",
      overrideName: false,
      overridePrice: true,
      recommendedRetailPrice: 31.8182,
      salePrice: 30,
      manageStock: true,
      stockQuantity: 4,
    });
  expect(await skus()).toEqual(["SCARF-red-small", "SCARF-red-large", "SCARF-blue-small", "SCARF-blue-large"]);
  expect(await listing()).toMatchObject({ status: 2, syncStatus: 1 });
});

test("prices that equal the product's follow the product", async () => {
  await added();
  await db
    .update(productTable)
    .set({ recommendedRetailPrice: 30, salePrice: 25 })
    .where(eq(productTable.id, it.product));
  const { productVariants: variants } = await api.ok(manager, products.get, { id: it.product });
  expect(
    new Set(variants.map(({ recommendedRetailPrice, salePrice }) => `${recommendedRetailPrice} ${salePrice}`)),
  ).toEqual(new Set(["30 25"]));
});

test("combinations that exist stay as they are, and only the missing ones are added", async () => {
  const own = await api.aVariant(it.product, {
    externalSku: "OWN",
    stockQuantity: 9,
    options: ofOptions("Red", "Large"),
  });
  expect(await added()).toEqual({ addedCount: 3, existingCount: 1 });
  expect((await stored())[0]).toMatchObject({ id: own, externalSku: "OWN", stockQuantity: 9 });
  expect(await refused({ SkuStart: "AGAIN" })).toEqual({ AttributeOptionIds: [variantMessages.allExist] });
  expect(await stored()).toHaveLength(4);
});

test("a variant with an option of a disabled attribute exists as a combination of the others", async () => {
  await added();
  await db.update(attributes).set({ isDisabled: true }).where(eq(attributes.id, it.colour));
  expect(await refused({ AttributeOptionIds: ofOptions("Small", "Large") })).toEqual({
    AttributeOptionIds: [variantMessages.allExist],
  });
});

test("two people who add the same combinations at once get each of them once", async () => {
  const both = await Promise.all([add(), add({ SkuStart: "SHAWL" })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(both.find(({ status }) => status === 422)?.problem.errors).toEqual({
    AttributeOptionIds: [variantMessages.allExist],
  });
  expect(new Set((await stored()).map(({ combination }) => combination)).size).toBe(4);
  expect(await stored()).toHaveLength(4);
});

test("a repeated command gets the stored answer", async () => {
  const command = { ...input(), Id: randomUUID() };
  const first = await api.ok(manager, products.addVariants, command);
  expect(await api.ok(manager, products.addVariants, command)).toEqual(first);
  expect(await stored()).toHaveLength(4);
});

describe("nothing is added", () => {
  test("unless each attribute has an option that the product offers", async () => {
    const wrong = { AttributeOptionIds: [variantMessages.noOptions] };
    for (const AttributeOptionIds of [
      [],
      ofOptions("Red", "Blue"),
      ofOptions("Small"),
      ofOptions("Red", "Green", "Small"),
      [...ofOptions("Red", "Small"), 2_000_000_000],
    ])
      expect(await refused({ AttributeOptionIds }), String(AttributeOptionIds)).toEqual(wrong);
    expect(await stored()).toEqual([]);
  });

  test("if there are too many combinations at once; with fewer options, the rest can be added afterwards", async () => {
    const names = Array.from({ length: maxAddedVariants / 2 + 1 }, (_, i) => `S${i}`);
    await db
      .insert(attributeOptions)
      .values(names.map((value, i) => ({ attributeId: it.size, code: value, value, position: i + 3 })));
    const rows = await db.select().from(attributeOptions).where(eq(attributeOptions.attributeId, it.size));
    const sizes = rows.filter(({ value }) => names.includes(value)).map(({ id }) => id);
    const all = [...ofOptions("Red", "Blue"), ...sizes];
    expect(await refused({ AttributeOptionIds: all })).toEqual({
      AttributeOptionIds: [variantMessages.tooManyAdded(maxAddedVariants + 2)],
    });
    expect(await stored()).toEqual([]);
    expect(await added({ AttributeOptionIds: all.slice(0, -1) })).toEqual({
      addedCount: maxAddedVariants,
      existingCount: 0,
    });
    expect(await added({ AttributeOptionIds: all })).toEqual({ addedCount: 2, existingCount: maxAddedVariants });
  });

  test("if a SKU would be too long", async () => {
    const start = "S".repeat(43);
    await db.update(attributeOptions).set({ code: "" }).where(eq(attributeOptions.id, it.options.Red));
    expect(await refused({ SkuStart: start, AttributeOptionIds: ofOptions("Red", "Small", "Large") })).toEqual({
      SkuStart: [variantMessages.skuTooLong(`${start}-Red-small`)],
    });
    expect(await stored()).toEqual([]);
  });

  test("if price, stock or dimensions are refused for a variant", async () => {
    expect(await refused({ RecommendedRetailPrice: 10, SalePrice: 10 })).toEqual({
      SalePrice: [priceMessages.variantSaleNotBelowRrp],
    });
    expect(await refused({ ManageStock: true })).toEqual({ StockQuantity: [variantMessages.stock] });
    await db.update(productTable).set({ shippingMethod: 1 }).where(eq(productTable.id, it.product));
    expect(
      await refused({ ShippingPackageWeight: 1, ShippingPackageHeight: 1, ShippingPackageWidth: 1 }),
    ).toHaveProperty("ShippingPackageDepth");
  });

  test("of a product that is sold without variants", async () => {
    await db.update(productTable).set({ hasVariants: false }).where(eq(productTable.id, it.product));
    expect(await add()).toMatchObject({ status: 409 });
  });
});

test("a SKU that another product of the supplier has needs confirmation", async () => {
  await added({ AttributeOptionIds: ofOptions("Red", "Small") });
  const [sku = ""] = await skus();
  await db.delete(productVariants).where(eq(productVariants.productId, it.product));
  const other = await api.aProduct(it.supplier, { name: "Shawl", externalSku: sku });
  expect(await refused({ SkuIsShared: false })).toEqual({
    SkuIsShared: [
      `${sku}: Product ${other} of this supplier, “Shawl”, has this SKU already. Orders and imports that name it could mean either of them.`,
    ],
  });
  expect(await stored()).toEqual([]);
  expect(await added({ SkuIsShared: true })).toEqual({ addedCount: 4, existingCount: 0 });
});

test("variants that supplier staff add need renewed approval", async () => {
  const staff = await api.aUser({ links: [{ supplier: it.supplier, bits: 4 }] });
  expect(await add({}, staff)).toMatchObject({ status: 200 });
  expect(await listing()).toMatchObject({ status: 3, syncStatus: 1 });
});

test("the history names every variant that was added", async () => {
  await added();
  const { items: rows } = await api.ok(manager, history.list, { record: "product", recordId: it.product });
  const ofVariants = rows.filter(({ part }) => part.startsWith("Variant"));
  expect(ofVariants).toHaveLength(4);
  expect(new Set(ofVariants.map(({ kind }) => kind))).toEqual(new Set(["added"]));
});

describe("undoing it", () => {
  const undoOf = async (changes: Changes = {}) => {
    const Id = randomUUID();
    await api.ok(manager, products.addVariants, { ...input(changes), Id });
    return () => api.call(manager, history.undo, { UndoneId: Id });
  };

  test("removes the variants with their options, and tells the marketplaces", async () => {
    const undo = await undoOf();
    await db.update(marketplaceProducts).set({ syncStatus: 0 }).where(eq(marketplaceProducts.productId, it.product));
    expect((await undo()).body).toMatchObject({ count: 4, keptCount: 0, record: "product", recordId: it.product });
    expect(await stored()).toEqual([]);
    expect(await listing()).toMatchObject({ syncStatus: 1 });
    expect(await added()).toEqual({ addedCount: 4, existingCount: 0 });
  });

  test("keeps variants that have been ordered since, also where their stock is not managed", async () => {
    const undo = await undoOf();
    const [ordered] = await stored();
    const variantId = ordered?.id ?? 0;
    const item = await api.aLineItem(await api.anOrder(it.supplier), { productId: it.product, variantId });
    expect((await undo()).body).toMatchObject({
      count: 3,
      kept: [expect.stringMatching(/Variant “.+” is no longer as it was left, or is in use now\.$/)],
    });
    expect((await stored()).map(({ id }) => id)).toEqual([variantId]);
    expect(await db.select().from(orderLineItems).where(eq(orderLineItems.id, item))).toMatchObject([{ variantId }]);
  });

  test("keeps variants that somebody has changed since, or given other options", async () => {
    const undo = await undoOf({ AttributeOptionIds: ofOptions("Red", "Blue", "Small") });
    const [red] = await stored();
    await db
      .update(productVariants)
      .set({ gtin: "96385074" })
      .where(eq(productVariants.id, red?.id ?? 0));
    expect((await undo()).body).toMatchObject({ count: 1, keptCount: 1 });
    expect((await stored()).map(({ id }) => id)).toEqual([red?.id]);

    const again = await undoOf({ AttributeOptionIds: ofOptions("Blue", "Large") });
    const [, moved] = await stored();
    await api.ok(manager, products.upsertVariant, {
      ...input(),
      ProductVariantId: moved?.id ?? 0,
      Name: "Scarf",
      DefaultImageId: null,
      ExternalSku: moved?.externalSku ?? "",
      AttributeOptionIds: ofOptions("Blue", "Small"),
    });
    expect(await again()).toMatchObject({ status: 409 });
    expect((await stored()).map(({ id }) => id)).toEqual([red?.id, moved?.id]);
  });
});
