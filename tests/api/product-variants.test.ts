import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  attributes,
  marketplaceProducts,
  products as productTable,
  productVariants,
} from "#api/core/database/schema/index.ts";
import { FileLocation } from "#contract/enumerations.ts";
import { requiredMessage } from "#contract/fields.ts";
import { operations } from "#contract/operations.ts";
import { priceMessages, variantMessages } from "#contract/products/commands.ts";
import { startApi } from "#tests/support/api.ts";
import { aVaryingProduct, type VaryingProduct } from "#tests/support/varying-product.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { products } = operations;

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

/** A small red variant that inherits everything from its product. */
const redSmall = () => ({
  ProductId: it.product,
  Name: "Scarf",
  DefaultImageId: null,
  ExternalSku: "SCARF-1",
  RecommendedRetailPrice: 20,
  SalePrice: 18,
  AttributeOptionIds: [it.options.Red, it.options.Small],
});
const add = (changes: object = {}, user = manager) =>
  api.call(user, products.upsertVariant, { ...redSmall(), ...changes });
const added = async (changes: object = {}) => (await add(changes)).body;
const refused = async (changes: object) => (await add(changes)).problem.errors;
const stored = async (id: number) => (await db.select().from(productVariants).where(eq(productVariants.id, id)))[0];
const shown = async (id: number) =>
  (await api.ok(manager, products.get, { id: it.product })).productVariants.find((variant) => variant.id === id);
const listing = async () =>
  (await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, it.product)))[0];
const inSync = () =>
  db.update(marketplaceProducts).set({ status: 2, syncStatus: 0 }).where(eq(marketplaceProducts.productId, it.product));

describe("a variant", () => {
  test("inherits its product's name and prices unless it has its own", async () => {
    const id = await added();
    await db
      .update(productTable)
      .set({ name: "Shawl", recommendedRetailPrice: 30, salePrice: 25 })
      .where(eq(productTable.id, it.product));
    expect(await shown(id)).toMatchObject({
      name: "Shawl",
      recommendedRetailPrice: 30,
      salePrice: 25,
      overrideName: false,
      overridePrice: false,
    });
    const own = { ProductVariantId: id, Name: "Red shawl", RecommendedRetailPrice: 31.8182, SalePrice: 0 };
    expect(await added(own)).toBe(id);
    expect(await shown(id)).toMatchObject({
      name: "Red shawl",
      recommendedRetailPrice: 31.8182,
      salePrice: 0,
      overrideName: true,
      overridePrice: true,
    });
    await added({ ProductVariantId: id, Name: "Shawl", RecommendedRetailPrice: 30, SalePrice: 25 });
    expect(await stored(id)).toMatchObject({ name: null, recommendedRetailPrice: null, salePrice: null });
  });

  test("without a sale price inherits a missing one, and sells at full price beside a reduced product", async () => {
    const ownPrice = await added({ SalePrice: null });
    expect(await shown(ownPrice)).toMatchObject({ overridePrice: true, recommendedRetailPrice: 20, salePrice: null });
    await db.update(productTable).set({ salePrice: 20 }).where(eq(productTable.id, it.product));
    await added({ ProductVariantId: ownPrice, SalePrice: null });
    expect(await stored(ownPrice)).toMatchObject({ recommendedRetailPrice: null, salePrice: null });
  });

  test("has one of the product's options for each attribute that distinguishes variants", async () => {
    const { Red, Blue, Green, Small, Large } = it.options;
    const wrong = { AttributeOptionIds: [variantMessages.option] };
    for (const AttributeOptionIds of [[], [Red], [Red, Blue, Small], [Green, Small], [Red, Small, 2_000_000_000]]) {
      expect(await refused({ AttributeOptionIds }), String(AttributeOptionIds)).toEqual(wrong);
    }
    const id = await added({ AttributeOptionIds: [Large, Red, Red] });
    expect((await shown(id))?.attributeOptions.map(({ optionId }) => optionId).sort()).toEqual([Red, Large].sort());
  });

  test("has a unique combination, also when two are added at once", async () => {
    const both = await Promise.all([add(), add({ ExternalSku: "SCARF-2" })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(both.find(({ status }) => status === 422)?.problem.errors).toEqual({
      AttributeOptionIds: [variantMessages.combination],
    });
    const other = await added({ AttributeOptionIds: [it.options.Blue, it.options.Small] });
    expect(await refused({ ProductVariantId: other })).toEqual({ AttributeOptionIds: [variantMessages.combination] });
    expect(await added({ ProductVariantId: other, AttributeOptionIds: [it.options.Small, it.options.Blue] })).toBe(
      other,
    );
  });

  test("keeps its option of an attribute that is temporarily disabled", async () => {
    const { Red, Blue, Small } = it.options;
    const id = await added();
    await db.update(attributes).set({ isDisabled: true }).where(eq(attributes.id, it.colour));
    await added({ ProductVariantId: id, AttributeOptionIds: [Small], ExternalSku: "SCARF-9" });
    await added({ ProductVariantId: id, AttributeOptionIds: [Red, Small], ExternalSku: "SCARF-10" });
    expect(await refused({ AttributeOptionIds: [Blue, Small] })).toEqual({
      AttributeOptionIds: [variantMessages.option],
    });
    await db.update(attributes).set({ isDisabled: false }).where(eq(attributes.id, it.colour));
    expect((await shown(id))?.attributeOptions.map(({ optionId }) => optionId)).toEqual([Red, Small]);
  });

  test("is sold below its own recommended price; a stored equal price counts as no sale price", async () => {
    const wrong = { SalePrice: [priceMessages.variantSaleNotBelowRrp] };
    expect(await refused({ RecommendedRetailPrice: 10, SalePrice: 10 })).toEqual(wrong);
    expect(await refused({ RecommendedRetailPrice: 0, SalePrice: 0 })).toEqual(wrong);
    const { Red, Small } = it.options;
    const id = await api.aVariant(it.product, { recommendedRetailPrice: 10, salePrice: 10, options: [Red, Small] });
    await added({ ProductVariantId: id, RecommendedRetailPrice: 10, SalePrice: 10 });
    expect(await stored(id)).toMatchObject({ recommendedRetailPrice: 10, salePrice: null });
    expect(await refused({ ProductVariantId: id, RecommendedRetailPrice: 9, SalePrice: 9 })).toEqual(wrong);
  });

  test("shows its stock only if stock is managed", async () => {
    expect(await refused({ ManageStock: true })).toEqual({ StockQuantity: [variantMessages.stock] });
    const id = await added({ ManageStock: true, StockQuantity: 0 });
    expect(await stored(id)).toMatchObject({ manageStock: true, stockQuantity: 0 });
    await added({ ProductVariantId: id, ManageStock: false, StockQuantity: 7 });
    expect(await stored(id)).toMatchObject({ manageStock: false, stockQuantity: null });
  });

  test("has an SKU of at most 50 characters; a longer stored one may stay", async () => {
    const long = "L".repeat(60);
    expect(await refused({ ExternalSku: "S".repeat(51) })).toEqual({
      ExternalSku: ["Please use no more than 50 characters."],
    });
    const id = await api.aVariant(it.product, { externalSku: long, options: [it.options.Red, it.options.Small] });
    expect(await added({ ProductVariantId: id, ExternalSku: long })).toBe(id);
    expect(await refused({ ProductVariantId: id, ExternalSku: `${long}!` })).toHaveProperty("ExternalSku");
  });

  test("needs dimensions if a carrier ships it, and keeps those that the form does not submit", async () => {
    const sizes = {
      ShippingPackageWeight: 0.25,
      ShippingPackageHeight: 20,
      ShippingPackageWidth: 150,
      ShippingPackageDepth: 200,
    };
    const id = await added(sizes);
    await added({ ProductVariantId: id });
    expect(await stored(id)).toMatchObject({ shippingPackageWeight: 0.25, shippingPackageDepth: 200 });
    await db.update(productTable).set({ shippingMethod: 1 }).where(eq(productTable.id, it.product));
    const none = Object.fromEntries(Object.keys(sizes).map((size) => [size, null]));
    expect(await refused({ ProductVariantId: id, ...none })).toEqual(
      Object.fromEntries(Object.keys(sizes).map((size) => [size, [requiredMessage]])),
    );
    await db.update(productTable).set({ isReferralProduct: true }).where(eq(productTable.id, it.product));
    expect(await added({ ProductVariantId: id, ...none })).toBe(id);
  });

  test("accepts an image that the caller uploaded or that the product already has", async () => {
    const picture = (traits: object = {}) =>
      api.aFile({ location: FileLocation.variantImage, createdBy: manager.id, ...traits });
    const others = await picture({ createdBy: (await api.aUser({})).id });
    const wrong = { DefaultImageId: ["Please upload the image again."] };
    for (const DefaultImageId of [others, randomUUID(), await picture({ location: FileLocation.supplierLogo })]) {
      expect(await refused({ DefaultImageId })).toEqual(wrong);
    }
    await api.aProductImage(it.product, { imageId: others });
    const id = await added({ DefaultImageId: others.toUpperCase() });
    expect(await stored(id)).toMatchObject({ defaultImageFileId: others });
    const own = await picture();
    await added({ ProductVariantId: id, DefaultImageId: own });
    expect(await stored(id)).toMatchObject({ defaultImageFileId: own });
  });

  test("is not found on a product without variants, or under another product", async () => {
    const other = await aVaryingProduct(api);
    const foreign = await api.aVariant(other.product, { options: [other.options.Red] });
    expect(await add({ ProductVariantId: foreign })).toMatchObject({ status: 404 });
    expect(
      await api.call(manager, products.deleteVariant, { ProductId: it.product, ProductVariantId: foreign }),
    ).toMatchObject({ status: 404 });
    await db.update(productTable).set({ hasVariants: false }).where(eq(productTable.id, it.product));
    expect(await add()).toMatchObject({ status: 409 });
  });
});

test("a deleted variant is gone, and its combination can be used again", async () => {
  const id = await added();
  await inSync();
  await api.ok(manager, products.deleteVariant, { ProductId: it.product, ProductVariantId: id });
  expect(await stored(id)).toBeUndefined();
  expect(await listing()).toMatchObject({ status: 2, syncStatus: 1 });
  expect(
    await api.call(manager, products.deleteVariant, { ProductId: it.product, ProductVariantId: id }),
  ).toMatchObject({ status: 404 });
  expect(await add()).toMatchObject({ status: 200 });
});

test("supplier staff need approval for changes of name, image or options, but not of price, stock or SKU", async () => {
  const staff = await api.aUser({ links: [{ supplier: it.supplier, bits: 4 }] });
  expect(await add({}, staff)).toMatchObject({ status: 200 });
  expect(await listing()).toMatchObject({ status: 3, syncStatus: 1 });
  const [ProductVariantId] = (await api.ok(staff, products.get, { id: it.product })).productVariants.map(
    ({ id }) => id,
  );
  await inSync();
  await add({ ProductVariantId }, staff);
  expect(await listing()).toMatchObject({ status: 2, syncStatus: 0 });
  for (const change of [{ SalePrice: 17 }, { ManageStock: true, StockQuantity: 3 }, { ExternalSku: "SCARF-3" }]) {
    await inSync();
    await add({ ProductVariantId, ...change }, staff);
    expect(await listing(), JSON.stringify(change)).toMatchObject({ status: 2, syncStatus: 1 });
  }
  for (const change of [{ Name: "Red scarf" }, { AttributeOptionIds: [it.options.Blue, it.options.Small] }]) {
    await inSync();
    await add({ ProductVariantId, ...change }, staff);
    expect(await listing(), JSON.stringify(change)).toMatchObject({ status: 3, syncStatus: 1 });
  }
});
