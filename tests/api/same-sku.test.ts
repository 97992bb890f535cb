import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { productDetails } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { products } = operations;

let manager: TestUser;
let type: number;
let supplier: number;
let basket: number;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
  type = await api.aProductType();
});
beforeEach(async () => {
  supplier = await api.aSupplier();
  basket = await api.aProduct(supplier, { name: "Basket", externalSku: "B-1" });
});

const asked = (id = basket, name = "Basket") => ({
  errors: {
    SkuIsShared: [
      `Product ${id} of this supplier, “${name}”, has this SKU already. Orders and imports that name it could mean either of them.`,
    ],
  },
});

describe("a SKU that another product of the supplier has", () => {
  const tray = () => ({
    Name: "Tray",
    ProductTypeId: type,
    SupplierId: supplier,
    RecommendedRetailPrice: 9.0455,
    ExternalSku: "B-1",
    SkuIsShared: false,
  });

  test("is given to a new product only after confirmation", async () => {
    const { status, problem } = await api.call(manager, products.add, tray());
    expect(status).toBe(422);
    expect(problem).toMatchObject(asked());
    expect(await api.ok(manager, products.add, { ...tray(), SkuIsShared: true })).toEqual(expect.any(Number));
  });

  test("needs no confirmation if the caller does not support it", async () => {
    const { SkuIsShared: _, ...withoutAnswer } = tray();
    await api.ok(manager, products.add, withoutAnswer);
  });

  test("needs no confirmation if the other product is another supplier's", async () => {
    await api.ok(manager, products.add, { ...tray(), SupplierId: await api.aSupplier() });
  });

  test("needs confirmation when a product gets it, not if the product already has it", async () => {
    const other = await api.aProduct(supplier, { name: "Other", externalSku: "O-1", productTypeId: type });
    const details = { ...productDetails(other, type), ExternalSku: "B-1", SkuIsShared: false };
    expect((await api.call(manager, products.updateDetails, details)).problem).toMatchObject(asked());
    await api.ok(manager, products.updateDetails, { ...details, SkuIsShared: true });
    await api.ok(manager, products.updateDetails, { ...details, Name: "Another name" });
  });

  test("needs confirmation for variants as well, also within the same product", async () => {
    const mug = await api.aProduct(supplier, { name: "Mug", externalSku: "M-1", hasVariants: true });
    const variant = (ExternalSku: string) => ({
      ProductId: mug,
      ProductVariantId: null,
      Name: "Mug",
      ExternalSku,
      RecommendedRetailPrice: 20,
      DefaultImageId: null,
      SkuIsShared: false,
      AttributeOptionIds: [],
    });
    expect((await api.call(manager, products.upsertVariant, variant("B-1"))).problem).toMatchObject(asked());
    await api.aVariant(mug, { externalSku: "M-R" });
    const ofTheSame =
      "Another variant of this product has this SKU already. Orders and imports that name it could mean either of them.";
    expect((await api.call(manager, products.upsertVariant, variant("M-R"))).problem).toMatchObject({
      errors: { SkuIsShared: [ofTheSame] },
    });
    expect((await api.call(manager, products.add, { ...tray(), ExternalSku: "M-R" })).problem).toMatchObject(
      asked(mug, "Mug"),
    );
  });
});
