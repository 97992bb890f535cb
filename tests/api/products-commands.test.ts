import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  attributeOptions,
  marketplaceProducts,
  productAttributeOptions,
  productTypeAttributes,
  type supplierMarketplaces,
  products as table,
} from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { productDetails } from "#tests/support/forms.ts";
import { sampleImageFile } from "#tests/support/images.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { products } = operations;

let manager: TestUser;
let type: number;
let supplier: number;
let marketplace: number;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
  type = await api.aProductType();
  marketplace = await api.aMarketplace();
});
beforeEach(async () => {
  supplier = await api.aSupplier();
});

const staff = (bits = 63) => api.aUser({ links: [{ supplier, bits }] });
const agreed = (traits: Partial<typeof supplierMarketplaces.$inferInsert> = {}) =>
  api.anAgreement({ supplierId: supplier, marketplaceId: marketplace, ...traits });
const stored = async (id: number) => (await db.select().from(table).where(eq(table.id, id)))[0];
const listings = async (productId: number) =>
  (
    await db
      .select()
      .from(marketplaceProducts)
      .where(eq(marketplaceProducts.productId, productId))
      .orderBy(asc(marketplaceProducts.id))
  ).map((row) => [row.marketplaceId, row.status, row.syncStatus]);
const optionsOf = async (attributeId: number) =>
  (
    await db
      .select()
      .from(attributeOptions)
      .where(eq(attributeOptions.attributeId, attributeId))
      .orderBy(asc(attributeOptions.position))
  ).map(({ id }) => id);

describe("adding a product", () => {
  const tray = () => ({
    Name: " Tray ",
    ProductTypeId: type,
    SupplierId: supplier,
    RecommendedRetailPrice: 9.0455,
    ExternalSku: "TRAY-1",
  });

  test("creates one per Id, sold at its recommended retail price", async () => {
    const input = { Id: randomUUID(), ...tray() };
    const id = await api.ok(manager, products.add, input);
    expect(await api.ok(manager, products.add, input)).toBe(id);
    expect(await stored(id)).toMatchObject({
      name: "Tray",
      supplierId: supplier,
      productTypeId: type,
      externalSku: "TRAY-1",
      hasVariants: false,
      recommendedRetailPrice: 9.0455,
      salePrice: 9.0455,
      isDisabled: false,
    });
    expect(await db.$count(table, eq(table.supplierId, supplier))).toBe(1);
  });

  test("sets it to wait for approval only on marketplaces with an active agreement", async () => {
    await agreed();
    await agreed({ marketplaceId: await api.aMarketplace(), status: 1 });
    await agreed({ marketplaceId: await api.aMarketplace(), status: 4 });
    expect(await listings(await api.ok(manager, products.add, tray()))).toEqual([[marketplace, 1, 1]]);
  });

  test("requires a SKU unless the product has variants", async () => {
    const answer = await api.call(manager, products.add, { ...tray(), ExternalSku: " " });
    expect(answer.problem.errors).toEqual({ ExternalSku: ["This is a required field"] });
    const id = await api.ok(manager, products.add, { ...tray(), ExternalSku: "", HasVariants: true });
    expect(await stored(id)).toMatchObject({ hasVariants: true, externalSku: "" });
  });

  test("accepts a price of one dollar inc GST, and no less", async () => {
    expect(await api.call(manager, products.add, { ...tray(), RecommendedRetailPrice: 0.9091 })).toMatchObject({
      status: 200,
    });
    const answer = await api.call(manager, products.add, { ...tray(), RecommendedRetailPrice: 0.9 });
    expect(answer.problem.errors).toEqual({
      RecommendedRetailPrice: ["Please enter a recommended retail price of at least $1.00."],
    });
  });

  test("requires an existing, active product type", async () => {
    const disabled = await api.aProductType({ name: "Old things", isDisabled: true });
    const refused = async (ProductTypeId: number) =>
      (await api.call(manager, products.add, { ...tray(), ProductTypeId })).problem.errors;
    expect(await refused(disabled)).toEqual({
      ProductTypeId: ["The product type Old things is disabled. Please select another one."],
    });
    expect(await refused(2_000_000_000)).toEqual({ ProductTypeId: ["Please select the type of this product"] });
  });

  test("is allowed to staff with the permission for products of that supplier", async () => {
    const own = await api.aSupplier();
    const user = await api.aUser({
      links: [
        { supplier: own, bits: 4 },
        { supplier, bits: 59 },
      ],
    });
    expect(await api.call(user, products.add, { ...tray(), SupplierId: own })).toMatchObject({ status: 200 });
    expect(await api.call(user, products.add, tray())).toMatchObject({ status: 403 });
    expect(await api.call(user, products.add, { ...tray(), SupplierId: await api.aSupplier() })).toMatchObject({
      status: 404,
    });
  });
});

describe("changing a product's details", () => {
  const details = async (traits: Parameters<typeof api.aProduct>[1] = {}) => {
    const id = await api.aProduct(supplier, { productTypeId: type, ...traits });
    return productDetails(id, type);
  };
  /** The error messages by field for these values. */
  const refused = async (input: object, user = manager) => {
    const { status, problem } = await api.call(user, products.updateDetails, input as never);
    expect(status).toBe(422);
    return problem.errors;
  };

  test("stores the input, cleaned", async () => {
    const input = await details();
    await api.ok(manager, products.updateDetails, {
      ...input,
      Description: "<p onclick='x()'>For <b>tea</b>.</p><script>x()</script>",
      SalePrice: 8.1818,
      ManageStock: true,
      StockQuantity: 0,
      ShippingPackageWeight: 0.25,
      ShippingPackageHeight: 10,
    });
    expect(await stored(input.ProductId)).toMatchObject({
      name: "Linen tray",
      description: "<p>For <strong>tea</strong>.</p>",
      externalSku: "TRAY-1",
      recommendedRetailPrice: 9.0455,
      salePrice: 8.1818,
      manageStock: true,
      stockQuantity: 0,
      shippingPackageWeight: 0.25,
      shippingPackageHeight: 10,
      shippingPackageWidth: null,
    });
  });

  test("keeps dimensions that are not submitted, and clears those that are submitted empty", async () => {
    const input = await details({ shippingPackageWeight: 1.5, shippingPackageHeight: 20 });
    await api.ok(manager, products.updateDetails, { ...input, ShippingPackageHeight: null });
    expect(await stored(input.ProductId)).toMatchObject({ shippingPackageWeight: 1.5, shippingPackageHeight: null });
  });

  test.each([undefined, null, 0])("with a sale price of %s uses the recommended retail price", async (SalePrice) => {
    const input = await details();
    await api.ok(manager, products.updateDetails, { ...input, SalePrice });
    expect(await stored(input.ProductId)).toMatchObject({ salePrice: 9.0455 });
  });

  test("accepts a sale price up to the recommended retail price", async () => {
    const input = await details();
    expect(await api.call(manager, products.updateDetails, { ...input, SalePrice: 9.0455 })).toMatchObject({
      status: 200,
    });
    expect(await refused({ ...input, SalePrice: 9.0545 })).toEqual({
      SalePrice: ["The sale price must not be more than the recommended retail price."],
    });
  });

  test("reports all errors at once", async () => {
    const input = await details({ shippingMethod: 1 });
    const required = ["This is a required field"];
    expect(
      await refused({
        ...input,
        Description: "<script>all of it goes</script>",
        ExternalSku: "",
        RecommendedRetailPrice: 0.5,
        SalePrice: 2,
        ManageStock: true,
        ShippingPackageWeight: 1,
      }),
    ).toEqual({
      Description: required,
      ExternalSku: required,
      RecommendedRetailPrice: ["Please enter a recommended retail price of at least $1.00."],
      SalePrice: ["The sale price must not be more than the recommended retail price."],
      StockQuantity: ["Please provide the available stock"],
      ShippingPackageHeight: required,
      ShippingPackageWidth: required,
      ShippingPackageDepth: required,
    });
  });

  test("with variants requires no SKU, stock or dimensions, and stores no stock", async () => {
    const input = await details({ shippingMethod: 1, manageStock: true, stockQuantity: 5 });
    await api.ok(manager, products.updateDetails, { ...input, HasVariants: true, ExternalSku: "", ManageStock: true });
    expect(await stored(input.ProductId)).toMatchObject({
      hasVariants: true,
      externalSku: "",
      manageStock: false,
      stockQuantity: null,
    });
  });

  test("allows a stored SKU of more than 50 characters to stay, but no new one", async () => {
    const externalSku = "x".repeat(51);
    const input = await details({ externalSku });
    expect(await api.call(manager, products.updateDetails, { ...input, ExternalSku: externalSku })).toMatchObject({
      status: 200,
    });
    expect(await refused({ ...input, ExternalSku: "y".repeat(51) })).toEqual({
      ExternalSku: ["Please use no more than 50 characters."],
    });
  });

  test("cannot switch variants off while there are some", async () => {
    const input = await details({ hasVariants: true });
    await api.aVariant(input.ProductId);
    const { status, problem } = await api.call(manager, products.updateDetails, input);
    expect([status, problem.message]).toEqual([
      409,
      "This product still has variants. Delete them first, then turn variants off.",
    ]);
    expect(await stored(input.ProductId)).toMatchObject({ hasVariants: true, name: "Any Product" });
  });

  describe("of a referral product", () => {
    const referral = {
      IsReferralProduct: true,
      ReferralProductUrl: "https://acacia.example/tray",
      ReferralProductCallToAction: "Buy it there",
    };

    test("requires an active agreement that pays for clicks", async () => {
      await agreed({ marketplaceId: await api.aMarketplace(), referralCostPerClick: 0 });
      await agreed({ marketplaceId: await api.aMarketplace(), referralCostPerClick: 0.5, status: 1 });
      const input = await details();
      expect(await refused({ ...input, ...referral })).toEqual({
        IsReferralProduct: ["The supplier of this product has no referral agreement with any marketplace."],
      });
      await agreed({ referralCostPerClick: 0.5 });
      await api.ok(manager, products.updateDetails, { ...input, ...referral });
      expect(await stored(input.ProductId)).toMatchObject({
        isReferralProduct: true,
        referralProductUrl: "https://acacia.example/tray",
        referralProductCallToAction: "Buy it there",
      });
    });

    test("requires a link address and button text, but no dimensions", async () => {
      await agreed({ referralCostPerClick: 0.5 });
      const input = await details({ shippingMethod: 1 });
      const required = ["This is a required field"];
      expect(await refused({ ...input, IsReferralProduct: true })).toEqual({
        ReferralProductUrl: required,
        ReferralProductCallToAction: required,
      });
    });

    test("is allowed after the agreement ended, and clears the link if it becomes an ordinary product", async () => {
      const input = await details({
        isReferralProduct: true,
        referralProductUrl: "https://acacia.example/tray",
        referralProductCallToAction: "Buy",
      });
      await api.ok(manager, products.updateDetails, { ...input, ...referral });
      expect(await stored(input.ProductId)).toMatchObject({ isReferralProduct: true });
      await api.ok(manager, products.updateDetails, { ...input, ...referral, IsReferralProduct: false });
      expect(await stored(input.ProductId)).toMatchObject({
        isReferralProduct: false,
        referralProductUrl: "",
        referralProductCallToAction: "",
      });
    });
  });

  describe("of its product type", () => {
    test("a disabled type may stay, but cannot be selected", async () => {
      const disabled = await api.aProductType({ name: "Old things", isDisabled: true });
      const input = await details({ productTypeId: disabled });
      expect(await api.call(manager, products.updateDetails, { ...input, ProductTypeId: disabled })).toMatchObject({
        status: 200,
      });
      const other = await details();
      expect(await refused({ ...other, ProductTypeId: disabled })).toEqual({
        ProductTypeId: ["The product type Old things is disabled. Please select another one."],
      });
    });

    test("a type without the attributes that distinguish the variants is refused", async () => {
      const colour = await api.anAttribute({ displayName: "Colour", options: ["Red"] });
      const [withColour, below] = [await api.aProductType(), await api.aProductType()];
      const parent = await api.aProductType();
      await db.insert(productTypeAttributes).values([
        { productTypeId: withColour, attributeId: colour, position: 1 },
        { productTypeId: parent, attributeId: colour, position: 1 },
      ]);
      const heir = await api.aProductType({ parentId: parent });
      const input = { ...(await details({ productTypeId: withColour, hasVariants: true })), HasVariants: true };
      const ownAttribute = await api.anAttribute({ productId: input.ProductId, options: ["Oval"] });
      await api.aVariant(input.ProductId, {
        options: [...(await optionsOf(colour)), ...(await optionsOf(ownAttribute))],
      });
      expect(await refused({ ...input, ProductTypeId: below })).toEqual({
        ProductTypeId: ["The variants of this product use “Colour”, which this product type does not have."],
      });
      expect(await api.call(manager, products.updateDetails, { ...input, ProductTypeId: heir })).toMatchObject({
        status: 200,
      });
    });
  });

  describe("of its image", () => {
    test("accepts one that the caller uploaded, or that the product already has", async () => {
      const [user, colleague] = [await staff(), await staff()];
      const [mine = ""] = (await api.upload(user, [await sampleImageFile("tray.png")], { fileLocation: "2" })).body;
      const [logo = ""] = (await api.upload(user, [await sampleImageFile("tray.png")], { fileLocation: "1" })).body;
      const input = await details();
      const refusal = { DefaultImageId: ["Please upload the image again."] };
      expect(await refused({ ...input, DefaultImageId: mine }, colleague)).toEqual(refusal);
      expect(await refused({ ...input, DefaultImageId: logo }, user)).toEqual(refusal);
      expect(await refused({ ...input, DefaultImageId: randomUUID() }, user)).toEqual(refusal);
      await api.ok(user, products.updateDetails, { ...input, DefaultImageId: mine.toUpperCase() });
      expect(await stored(input.ProductId)).toMatchObject({ defaultImageFileId: mine });
      expect(await api.call(colleague, products.updateDetails, { ...input, DefaultImageId: mine })).toMatchObject({
        status: 200,
      });
    });
  });

  describe("of an approved product", () => {
    const listed = { on: [] as { marketplaceId: number; status: number }[] };
    beforeEach(() => {
      listed.on = [{ marketplaceId: marketplace, status: 2 }];
    });

    test.each([
      ["name", { Name: "Another tray" }],
      ["description", { Description: "<p>For coffee.</p>" }],
    ])("by supplier staff: a new %s needs approval", async (_, change) => {
      const input = await details({ ...listed, name: "Linen tray", description: "<p>For tea.</p>" });
      await api.ok(await staff(), products.updateDetails, { ...input, ...change });
      expect(await listings(input.ProductId)).toEqual([[marketplace, 3, 1]]);
    });

    test("by supplier staff: a new type and a new image need approval", async () => {
      const user = await staff();
      const [image = ""] = (await api.upload(user, [await sampleImageFile("tray.png")], { fileLocation: "2" })).body;
      for (const change of [{ ProductTypeId: await api.aProductType() }, { DefaultImageId: image }]) {
        const input = await details({ ...listed, name: "Linen tray", description: "<p>For tea.</p>" });
        await api.ok(user, products.updateDetails, { ...input, ...change });
        expect(await listings(input.ProductId)).toEqual([[marketplace, 3, 1]]);
      }
    });

    test("by supplier staff: a new price is only synchronised to the marketplace", async () => {
      const input = await details({ ...listed, name: "Linen tray", description: "<p>For tea.</p>" });
      await api.ok(await staff(), products.updateDetails, input);
      expect(await listings(input.ProductId)).toEqual([[marketplace, 2, 1]]);
    });

    test("by the operator: it stays approved", async () => {
      const input = await details(listed);
      await api.ok(manager, products.updateDetails, input);
      expect(await listings(input.ProductId)).toEqual([[marketplace, 2, 1]]);
    });

    test("that has no difference: nothing is synchronised", async () => {
      const input = await details(listed);
      await api.ok(manager, products.updateDetails, input);
      await db
        .update(marketplaceProducts)
        .set({ syncStatus: 0 })
        .where(eq(marketplaceProducts.productId, input.ProductId));
      await api.ok(await staff(), products.updateDetails, input);
      expect(await listings(input.ProductId)).toEqual([[marketplace, 2, 0]]);
    });

    test("of a product that waits for approval or is disabled there: its status stays", async () => {
      const other = await api.aMarketplace();
      const input = await details({
        on: [
          { marketplaceId: marketplace, status: 1 },
          { marketplaceId: other, status: 4 },
        ],
      });
      await api.ok(await staff(), products.updateDetails, input);
      expect(await listings(input.ProductId)).toEqual([
        [marketplace, 1, 0],
        [other, 4, 0],
      ]);
    });
  });

  test("a product's attribute values are preserved when its type changes", async () => {
    const attribute = await api.anAttribute({ options: ["Red"] });
    const [option = 0] = await optionsOf(attribute);
    const input = await details();
    await db.insert(productAttributeOptions).values({ productId: input.ProductId, optionId: option });
    await api.ok(manager, products.updateDetails, { ...input, ProductTypeId: await api.aProductType() });
    expect(await db.$count(productAttributeOptions, eq(productAttributeOptions.productId, input.ProductId))).toBe(1);
  });
});

describe("deactivating and activating a product", () => {
  test("disables it, notifies the marketplaces, and restores its previous status", async () => {
    const waiting = await api.aMarketplace();
    const id = await api.aProduct(supplier, {
      on: [
        { marketplaceId: marketplace, status: 2 },
        { marketplaceId: waiting, status: 1 },
      ],
    });
    await api.ok(await staff(4), products.deactivate, { ProductId: id });
    expect(await stored(id)).toMatchObject({ isDisabled: true });
    expect(await listings(id)).toEqual([
      [marketplace, 2, 1],
      [waiting, 1, 0],
    ]);
    await db.update(marketplaceProducts).set({ syncStatus: 0 }).where(eq(marketplaceProducts.productId, id));
    await api.ok(await staff(4), products.activate, { ProductId: id });
    expect(await stored(id)).toMatchObject({ isDisabled: false });
    expect(await listings(id)).toEqual([
      [marketplace, 2, 1],
      [waiting, 1, 0],
    ]);
  });

  test("sets it to wait for approval where an agreement began in the meantime", async () => {
    const id = await api.aProduct(supplier, { isDisabled: true });
    await agreed();
    await agreed({ marketplaceId: await api.aMarketplace(), status: 4 });
    await api.ok(manager, products.activate, { ProductId: id });
    expect(await listings(id)).toEqual([[marketplace, 1, 1]]);
  });

  test("changes nothing if it already has that status", async () => {
    await agreed();
    const id = await api.aProduct(supplier, { on: [{ marketplaceId: await api.aMarketplace(), status: 2 }] });
    const before = await listings(id);
    await api.ok(manager, products.activate, { ProductId: id });
    expect(await listings(id)).toEqual(before);
    await db.update(table).set({ isDisabled: true }).where(eq(table.id, id));
    await api.ok(manager, products.deactivate, { ProductId: id });
    expect(await listings(id)).toEqual(before);
  });
});
