import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  attributes,
  marketplaceProducts,
  productAttributes,
  products as productTable,
  productTypeAttributes,
  productTypes,
  productVariants,
} from "#api/core/database/schema/index.ts";
import { ShippingMethod } from "#contract/enumerations.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { aVaryingProduct, type VaryingProduct } from "#tests/support/varying-product.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { products } = operations;

let manager: TestUser;
let supplier: number;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
});
beforeEach(async () => {
  supplier = await api.aSupplier();
});

type Input = SentInput<typeof products.copy>;
const named = { Name: "Linen tray (copy)", ExternalSku: "TRAY-2" };
const copy = (ProductId: number, changes: Partial<Input> = {}, user = manager) =>
  api.call(user, products.copy, { ...named, ...changes, ProductId });
const copied = (ProductId: number, changes: Partial<Input> = {}) =>
  api.ok(manager, products.copy, { ...named, ...changes, ProductId });
const read = (id: number) => api.ok(manager, products.get, { id });

const described = {
  name: "Linen tray",
  externalSku: "TRAY-1",
  description: "<p>Made by hand</p>",
  defaultImageFileId: randomUUID(),
  gtin: "0614141999996",
  brand: "Lumen",
  recommendedRetailPrice: 20,
  salePrice: 18,
  manageStock: true,
  stockQuantity: 7,
  shippingPackageWeight: 0.5,
  shippingPackageHeight: 10,
  shippingPackageWidth: 20,
  shippingPackageDepth: 30,
  shippingMethod: ShippingMethod.flatRate,
  domesticFlatRate: 9,
  allowShippingInternationally: true,
  internationalFlatRate: 30,
  shippingNotes: "Two days",
  handlingDays: 4,
};

test("a copy is described like the original, and has its own name and SKU, no GTIN and no stock", async () => {
  const original = await api.aProduct(supplier, { ...described, isDisabled: true });
  const id = await copied(original);
  expect(id).not.toBe(original);
  const [before] = await db.select().from(productTable).where(eq(productTable.id, original));
  const [after] = await db.select().from(productTable).where(eq(productTable.id, id));
  expect(after).toEqual({
    ...before,
    id,
    name: "Linen tray (copy)",
    externalSku: "TRAY-2",
    searchable: "linen tray (copy)\ntray-2",
    gtin: "",
    stockQuantity: 0,
    isDisabled: false,
    createdAt: expect.any(Date),
  });
});

test("a copy of a product without managed stock has none either", async () => {
  const id = await copied(await api.aProduct(supplier, { ...described, manageStock: false, stockQuantity: null }));
  expect(await read(id)).toMatchObject({ manageStock: false, stockQuantity: null });
});

test("a copy shows the same stored images in the same order", async () => {
  const original = await api.aProduct(supplier, described);
  const availableFrom = new Date("2030-01-02T03:04:05Z");
  await api.aProductImage(original, { label: "Front" });
  await api.aProductImage(original, { label: "Back", availableFrom });
  const imagesOf = async (id: number) => (await read(id)).images.map(({ id: _, productId: __, ...image }) => image);
  const id = await copied(original);
  expect(await imagesOf(id)).toEqual(await imagesOf(original));
  expect((await imagesOf(id)).map(({ label }) => label)).toEqual(["Front", "Back"]);
});

test("a copy awaits approval where its supplier has an active agreement, and keeps no approval", async () => {
  const [agreed, ended] = [await api.aMarketplace(), await api.aMarketplace()];
  await api.anAgreement({ supplierId: supplier, marketplaceId: agreed });
  const on = [agreed, ended].map((marketplaceId) => ({ marketplaceId, status: 2, marketplaceSku: "M-1" }));
  const id = await copied(await api.aProduct(supplier, { ...described, on }));
  const listings = await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, id));
  expect(listings).toMatchObject([
    { marketplaceId: agreed, status: 1, isPublished: false, marketplaceSku: null, approvedBy: null },
  ]);
});

describe("a product with variants", () => {
  let it: VaryingProduct;
  beforeEach(async () => {
    it = await aVaryingProduct(api, { ...described, supplierId: supplier });
    const text = await api.anAttribute({ internalName: `Care ${randomUUID()}`, selectionType: 0 });
    await db.insert(productTypeAttributes).values({ productTypeId: it.productType, attributeId: text, position: 2 });
    await db.insert(productAttributes).values({ productId: it.product, attributeId: text, value: "Wash cold" });
    await api.aVariant(it.product, {
      options: [it.options.Red, it.options.Small],
      name: "Red, small",
      gtin: "96385074",
      recommendedRetailPrice: 25,
      manageStock: true,
      stockQuantity: 3,
    });
    await api.aVariant(it.product, { options: [it.options.Blue, it.options.Large], isDisabled: true });
  });

  test("keeps its attributes, with own attributes of its own", async () => {
    const shown = async (id: number) =>
      (await read(id)).attributes.map(({ attributeName, useForVariations, value, attributeOptions }) => ({
        attributeName,
        useForVariations,
        value,
        options: attributeOptions.map(({ optionCode, optionValue, isUsed }) => ({ optionCode, optionValue, isUsed })),
      }));
    const id = await copied(it.product);
    expect(await shown(id)).toEqual(await shown(it.product));
    expect((await shown(id)).map(({ value }) => value)).toContain("Wash cold");
    const own = await db.select().from(attributes).where(eq(attributes.productId, id));
    expect(own).toMatchObject([{ internalName: "Size" }]);
    expect(own[0]?.id).not.toBe(it.size);
  });

  test("is copied with its variants, without their SKUs, GTINs and stock", async () => {
    const { productVariants: variants, attributes: itsAttributes } = await read(await copied(it.product));
    expect(
      variants.map(({ attributeOptions }) => attributeOptions.map(({ optionValue }) => optionValue).sort()),
    ).toEqual([
      ["Red", "Small"],
      ["Blue", "Large"],
    ]);
    expect(variants).toMatchObject([
      {
        name: "Red, small",
        externalSku: "",
        gtin: "",
        recommendedRetailPrice: 25,
        manageStock: true,
        stockQuantity: 0,
      },
      { name: "Linen tray (copy)", externalSku: "", manageStock: false, stockQuantity: null, isDisabled: true },
    ]);
    const ownOptions = itsAttributes
      .filter(({ isProductSpecific }) => isProductSpecific)
      .flatMap(({ attributeOptions }) => attributeOptions.map(({ optionId }) => optionId));
    const options = variants.flatMap(({ attributeOptions }) => attributeOptions.map(({ optionId }) => optionId));
    expect(options).toEqual(expect.arrayContaining(ownOptions));
    expect(options).not.toContain(it.options.Small);
  });

  test("has combinations that a new variant may not repeat", async () => {
    const id = await copied(it.product);
    const { productVariants: variants } = await read(id);
    const [first] = variants;
    const answer = await api.call(manager, products.upsertVariant, {
      ProductId: id,
      ProductVariantId: null,
      Name: "Again",
      DefaultImageId: null,
      ExternalSku: "AGAIN",
      RecommendedRetailPrice: 20,
      AttributeOptionIds: first?.attributeOptions.map(({ optionId }) => optionId) ?? [],
    });
    expect(answer.problem.errors).toEqual({
      AttributeOptionIds: ["Another variant exists with the same combination of options."],
    });
  });

  test("is copied without variants on request, and needs no SKU", async () => {
    const id = await copied(it.product, { WithVariants: false, ExternalSku: "" });
    expect(await db.select().from(productVariants).where(eq(productVariants.productId, id))).toEqual([]);
    expect(await read(id)).toMatchObject({ hasVariants: true, externalSku: "" });
  });
});

describe("what a copy is refused for", () => {
  test("a missing name or SKU, at its field", async () => {
    const original = await api.aProduct(supplier, described);
    const errors = async (changes: Partial<Input>) => (await copy(original, changes)).problem.errors;
    expect(await errors({ Name: " " })).toEqual({ Name: ["This is a required field"] });
    expect(await errors({ ExternalSku: " " })).toEqual({ ExternalSku: ["This is a required field"] });
    expect(await errors({ ExternalSku: "x".repeat(51) })).toEqual({
      ExternalSku: ["Please use no more than 50 characters."],
    });
  });

  test("a SKU that the supplier has already, unless it is to be shared", async () => {
    const original = await api.aProduct(supplier, described);
    const same = { ExternalSku: "TRAY-1" };
    expect((await copy(original, { ...same, SkuIsShared: false })).problem.errors).toEqual({
      SkuIsShared: [expect.stringContaining(`Product ${original} of this supplier`)],
    });
    expect((await copy(original, { ...same, SkuIsShared: true })).status).toBe(200);
  });

  test("what a new product may not have, although the original keeps it", async () => {
    const productTypeId = await api.aProductType();
    const original = await api.aProduct(supplier, { ...described, productTypeId });
    const detail = async (id: number) => {
      const { status, problem } = await copy(id);
      return [status, problem.message];
    };
    await db.update(productTypes).set({ isDisabled: true }).where(eq(productTypes.id, productTypeId));
    expect(await detail(original)).toEqual([409, expect.stringMatching(/cannot be copied as it is.*is disabled/)]);
    const cheap = await api.aProduct(supplier, { ...described, recommendedRetailPrice: 0.5 });
    expect(await detail(cheap)).toEqual([409, expect.stringMatching(/cannot be copied as it is.*at least \$1\.00/)]);
    const referral = await api.aProduct(supplier, { ...described, isReferralProduct: true });
    expect(await detail(referral)).toEqual([409, expect.stringContaining("no referral agreement")]);
    const ofSupplier = eq(productTable.supplierId, supplier);
    expect(
      await db.select({ id: productTable.id }).from(productTable).where(ofSupplier).orderBy(asc(productTable.id)),
    ).toEqual([original, cheap, referral].map((id) => ({ id })));
  });
});

test("the same command makes one copy", async () => {
  const original = await api.aProduct(supplier, described);
  const Id = randomUUID();
  const first = await copied(original, { Id });
  expect(await copied(original, { Id })).toBe(first);
  expect(await db.$count(productTable, eq(productTable.supplierId, supplier))).toBe(2);
});
