import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  attributeOptions,
  marketplaceProducts,
  productAttributeOptions,
  productAttributes,
  productTypeAttributes,
} from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
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
  supplier = await api.aSupplier({ name: "Acacia" });
});

const get = (id: number, user = manager) => api.ok(user, products.get, { id });
const staff = (bits: number) => api.aUser({ links: [{ supplier, bits }] });
const optionsOf = async (attributeId: number) =>
  (
    await db
      .select()
      .from(attributeOptions)
      .where(eq(attributeOptions.attributeId, attributeId))
      .orderBy(asc(attributeOptions.position))
  ).map(({ id }) => id);

test("a product includes its own details and those of its supplier, type and shipping rule", async () => {
  const productTypeId = await api.aProductType({ name: "Trays" });
  const shippingRuleId = await api.aShippingRule({ supplierId: supplier, name: "Parcels" });
  const defaultImageFileId = randomUUID();
  const id = await api.aProduct(supplier, {
    name: "Linen tray",
    description: "<p>For tea.</p>",
    productTypeId,
    defaultImageFileId,
    recommendedRetailPrice: 9.0455,
    salePrice: 8.1818,
    shippingPackageWeight: 0.25,
    shippingMethod: 2,
    shippingRuleId,
    shippingNotes: "Soon.",
  });
  expect(await get(id)).toMatchObject({
    id,
    name: "Linen tray",
    description: "<p>For tea.</p>",
    defaultImageFileId,
    productTypeId,
    productTypeName: "Trays",
    supplierId: supplier,
    supplierName: "Acacia",
    recommendedRetailPrice: 9.0455,
    salePrice: 8.1818,
    shippingPackageWeight: 0.25,
    shippingPackageHeight: null,
    shippingMethod: {
      shippingMethod: 2,
      shippingRuleId,
      shippingRuleName: "Parcels",
      shippingNotes: "Soon.",
      enabledForShippit: false,
    },
    attributes: [],
    productVariants: [],
    images: [],
    marketplaceAssignments: [],
  });
});

test("an unknown product and a product of another supplier are not found", async () => {
  const id = await api.aProduct(supplier);
  const stranger = await api.aUser({ links: [{ supplier: await api.aSupplier() }] });
  for (const wanted of [id, 2_000_000_000])
    expect(await api.call(stranger, products.get, { id: wanted })).toMatchObject({ status: 404 });
});

test("a product shows who may edit it", async () => {
  const id = await api.aProduct(supplier);
  const canEdit = async (user: TestUser) => (await get(id, user)).canEdit;
  expect(await canEdit(manager)).toBe(true);
  expect(await canEdit(await staff(4))).toBe(true);
  expect(await canEdit(await staff(59))).toBe(false);
  expect(await canEdit(await api.aUser({ roles: ["Read Only"] }))).toBe(false);
});

test.each([
  [1, true],
  [2, false],
  [3, false],
  [4, true],
  [5, true],
])("on a marketplace with status %i, staff may change when images are shown: %s", async (status, may) => {
  const id = await api.aProduct(supplier, { on: [{ marketplaceId: await api.aMarketplace(), status }] });
  const mayChange = async (user: TestUser) => (await get(id, user)).canEditImageAvailableDate;
  expect([await mayChange(await staff(4)), await mayChange(manager), await mayChange(await staff(59))]).toEqual([
    may,
    true,
    false,
  ]);
});

describe("the product's supplier", () => {
  test.each([
    [{ status: 2, referralCostPerClick: 0.5 }, true],
    [{ status: 1, referralCostPerClick: 0.5 }, false],
    [{ status: 4, referralCostPerClick: 0.5 }, false],
    [{ status: 2, referralCostPerClick: 0 }, false],
    [{ status: 2, referralCostPerClick: null }, false],
  ])("with %j has a referral agreement: %s", async (agreement, has) => {
    await api.anAgreement({ supplierId: supplier, marketplaceId: await api.aMarketplace(), ...agreement });
    expect((await get(await api.aProduct(supplier))).supplierHasReferralAgreement).toBe(has);
  });
});

describe("the product's attributes", () => {
  test("are those of its type in the type's order, without disabled ones, followed by its own", async () => {
    const root = await api.aProductType();
    const type = await api.aProductType({ parentId: root });
    const [size, colour, gone, material] = [
      await api.anAttribute({ internalName: "size" }),
      await api.anAttribute({ internalName: "colour", displayName: "Colour" }),
      await api.anAttribute({ internalName: "gone", isDisabled: true }),
      await api.anAttribute({ internalName: "material" }),
    ];
    await db.insert(productTypeAttributes).values([
      { productTypeId: type, attributeId: size, position: 2 },
      { productTypeId: type, attributeId: gone, position: 3 },
      { productTypeId: type, attributeId: colour, position: 1 },
      { productTypeId: root, attributeId: material, position: 9 },
    ]);
    const id = await api.aProduct(supplier, { productTypeId: type });
    await api.anAttribute({ internalName: "glaze", productId: id });
    await api.anAttribute({ internalName: "another's", productId: await api.aProduct(supplier) });
    const shown = (await get(id)).attributes;
    expect(shown.map((it) => [it.attributeName, it.isProductSpecific, it.order])).toEqual([
      ["material", false, 1],
      ["colour", false, 2],
      ["size", false, 3],
      ["glaze", true, 4],
    ]);
    expect(shown[1]).toMatchObject({
      id: colour,
      attributeId: colour,
      attributeDisplayName: "Colour",
      attributeSelectionType: 1,
    });
  });

  test("include all their options, and the product's values", async () => {
    const type = await api.aProductType();
    const colour = await api.anAttribute({ options: ["Red", "Blue"] });
    const note = await api.anAttribute({ selectionType: 3 });
    await db
      .insert(productTypeAttributes)
      .values([colour, note].map((attributeId, position) => ({ productTypeId: type, attributeId, position })));
    const [id, other] = [
      await api.aProduct(supplier, { productTypeId: type }),
      await api.aProduct(supplier, { productTypeId: type }),
    ];
    const [red = 0, blue = 0] = await optionsOf(colour);
    await db.insert(productAttributeOptions).values([
      { productId: id, optionId: blue },
      { productId: other, optionId: red },
    ]);
    await db.insert(productAttributes).values([
      { productId: id, attributeId: colour, useForVariations: true },
      { productId: id, attributeId: note, value: "Wash by hand" },
      { productId: other, attributeId: note, value: "Do not wash" },
    ]);
    expect((await get(id)).attributes).toMatchObject([
      {
        useForVariations: true,
        value: "",
        attributeOptions: [
          { optionId: red, attributeId: colour, optionCode: "red", optionValue: "Red", isUsed: false },
          { optionId: blue, attributeId: colour, optionCode: "blue", optionValue: "Blue", isUsed: true },
        ],
      },
      { useForVariations: false, value: "Wash by hand", attributeOptions: [] },
    ]);
  });
});

describe("the product's variants", () => {
  test("inherit the product's details unless they have their own", async () => {
    const id = await api.aProduct(supplier, {
      name: "Tray",
      hasVariants: true,
      recommendedRetailPrice: 10,
      salePrice: 8,
    });
    const colour = await api.anAttribute({ displayName: "Colour", options: ["Red"] });
    const [red = 0] = await optionsOf(colour);
    const plain = await api.aVariant(id, { externalSku: "A", options: [red] });
    const own = await api.aVariant(id, {
      externalSku: "B",
      name: "Large tray",
      recommendedRetailPrice: 20,
      combination: "2",
      manageStock: true,
      stockQuantity: 3,
    });
    const onSale = await api.aVariant(id, {
      externalSku: "C",
      recommendedRetailPrice: 20,
      salePrice: 15.5,
      combination: "on sale",
      isDisabled: true,
    });
    expect((await get(id)).productVariants).toMatchObject([
      {
        id: plain,
        parentProductId: id,
        name: "Tray",
        externalSku: "A",
        recommendedRetailPrice: 10,
        salePrice: 8,
        overrideName: false,
        overridePrice: false,
        isDefaultVariant: true,
        attributeOptions: [{ attributeId: colour, optionId: red, attributeName: "Colour", optionValue: "Red" }],
      },
      {
        id: own,
        name: "Large tray",
        recommendedRetailPrice: 20,
        salePrice: null,
        overrideName: true,
        overridePrice: true,
        isDefaultVariant: false,
        manageStock: true,
        stockQuantity: 3,
      },
      {
        id: onSale,
        recommendedRetailPrice: 20,
        salePrice: 15.5,
        overrideName: false,
        overridePrice: true,
        isDisabled: true,
      },
    ]);
  });

  test("are read with the same number of statements, however many there are", async () => {
    const [one, many] = [
      await api.aProduct(supplier, { hasVariants: true }),
      await api.aProduct(supplier, { hasVariants: true }),
    ];
    await api.aVariant(one);
    for (let i = 0; i < 30; i++) await api.aVariant(many, { combination: String(i) });
    const statementsOfOneRead = async (id: number) => {
      const query = db.$client.query;
      let count = 0;
      db.$client.query = ((...args: Parameters<typeof query>) => {
        count++;
        return (query as (...given: unknown[]) => unknown).apply(db.$client, args);
      }) as typeof query;
      try {
        await get(id);
      } finally {
        db.$client.query = query;
      }
      return count;
    };
    // A timer of the API may read the settings meanwhile: the smallest of three reads is free of it.
    const statements = async (id: number) =>
      Math.min(await statementsOfOneRead(id), await statementsOfOneRead(id), await statementsOfOneRead(id));
    const few = await statements(one);
    expect(few).toBeGreaterThan(0);
    expect(await statements(many)).toBe(few);
  });
});

test("a product's images are sorted by position", async () => {
  const id = await api.aProduct(supplier);
  const [imageId, other] = [randomUUID(), randomUUID()];
  const second = await api.aProductImage(id, { label: "Back", imageId: other, position: 2, isDisabled: true });
  const first = await api.aProductImage(id, {
    label: "Front",
    imageId,
    position: 1,
    availableFrom: new Date("2026-03-01T09:00:00Z"),
  });
  expect((await get(id)).images).toEqual([
    {
      id: first,
      productId: id,
      imageId,
      label: "Front",
      position: 1,
      disabled: false,
      availableFrom: "2026-03-01T09:00:00.000Z",
    },
    { id: second, productId: id, imageId: other, label: "Back", position: 2, disabled: true, availableFrom: null },
  ]);
});

test("a product's marketplaces are those with which its supplier has an active agreement", async () => {
  const [b, a, pending] = [await api.aMarketplace("b"), await api.aMarketplace("A"), await api.aMarketplace("C")];
  for (const marketplaceId of [a, b]) await api.anAgreement({ supplierId: supplier, marketplaceId });
  await api.anAgreement({ supplierId: supplier, marketplaceId: pending, status: 1 });
  const id = await api.aProduct(supplier, {
    on: [
      { marketplaceId: b, status: 2 },
      { marketplaceId: pending, status: 1 },
    ],
  });
  await db
    .update(marketplaceProducts)
    .set({
      syncStatus: 3,
      syncError: "No image.",
      marketplaceSku: "M-1",
      availableFrom: new Date("2026-01-01T00:00:00Z"),
    })
    .where(eq(marketplaceProducts.marketplaceId, b));
  expect((await get(id)).marketplaceAssignments).toMatchObject([
    { marketplaceId: a, marketplaceName: "A", status: null, syncStatus: null, syncError: null },
    {
      marketplaceId: b,
      marketplaceName: "b",
      status: 2,
      syncStatus: 3,
      syncError: "No image.",
      marketplaceSKU: "M-1",
      availableFromDate: "2026-01-01T00:00:00.000Z",
      availableToDate: null,
    },
  ]);
});

test("the choices for shipping methods and marketplace statuses are those of the contract", async () => {
  const user = await api.aUser({ roles: [] });
  expect(await api.ok(user, products.shippingMethodOptions, {})).toEqual([
    { value: 0, displayName: "Flat rate per item" },
    { value: 1, displayName: "Shippit" },
    { value: 2, displayName: "Shipping rule" },
  ]);
  const statuses = await api.ok(user, products.marketplaceStatusOptions, {});
  expect(statuses.map(({ value }) => value)).toEqual([null, 1, 2, 3, 4, 5]);
});
