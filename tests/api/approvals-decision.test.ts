import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  listingCategories,
  marketplaceProducts,
  productImages,
  products as productTable,
  productVariants,
} from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { productDetails } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { approvals, products } = operations;

let manager: TestUser;
let supplier: number;
let marketplace: number;
let productType: number;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
  productType = await api.aProductType();
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia" });
  marketplace = await api.aMarketplace("Harbour & Co");
  await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace });
});

type Traits = Omit<NonNullable<Parameters<typeof api.aProduct>[1]>, "on">;

/** A product with nothing missing. */
async function listed(traits: Traits = {}, listing: Partial<typeof marketplaceProducts.$inferInsert> = {}) {
  const productId = await api.aProduct(supplier, {
    name: "Linen tray",
    description: "<p>For tea.</p>",
    externalSku: "TRAY-1",
    defaultImageFileId: randomUUID(),
    productTypeId: productType,
    shippingMethod: 0,
    ...traits,
    on: [{ status: 1, syncStatus: 0, ...listing, marketplaceId: marketplace }],
  });
  const [row] = await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, productId));
  return { productId, id: row?.id ?? 0, key: { ProductId: productId, MarketplaceId: marketplace } };
}
type Listed = Awaited<ReturnType<typeof listed>>;

const seen = ({ id }: Listed, user = manager) => api.ok(user, approvals.get, { id, forDecision: true });
const approve = ({ key }: Listed) => api.ok(manager, approvals.approve, key);
const edit = ({ productId }: Listed, values: Partial<typeof productTable.$inferInsert>) =>
  db.update(productTable).set(values).where(eq(productTable.id, productId));
const waitAgain = ({ id }: Listed) =>
  db.update(marketplaceProducts).set({ status: 3 }).where(eq(marketplaceProducts.id, id));

describe("what is answered for a decision", () => {
  test("is the product with its prices, its first pictures and nothing that hinders its publication", async () => {
    const listing = await listed({ recommendedRetailPrice: 20, salePrice: 15 });
    for (const label of ["Front", "Back", "Left", "Right", "Top"])
      await api.aProductImage(listing.productId, { label });
    const { product } = await seen(listing);
    expect(product).toMatchObject({
      description: "<p>For tea.</p>",
      externalSku: "TRAY-1",
      recommendedRetailPrices: { lowest: 20, highest: 20 },
      salePrices: { lowest: 15, highest: 15 },
      variantCount: 0,
      imageCount: 5,
      problems: [],
    });
    expect(product?.images.map(({ label }) => label)).toEqual(["Front", "Back", "Left", "Right"]);
  });

  test("has the range of the variants' prices, without deactivated variants", async () => {
    const listing = await listed({ hasVariants: true, recommendedRetailPrice: 20, salePrice: 20 });
    await api.aVariant(listing.productId, { options: [], name: "Like the product" });
    const traits = { combination: "2", recommendedRetailPrice: 30, salePrice: 12 };
    await db.insert(productVariants).values([
      { productId: listing.productId, externalSku: "A", ...traits },
      { productId: listing.productId, externalSku: "B", ...traits, combination: "3", salePrice: 1, isDisabled: true },
    ]);
    expect((await seen(listing)).product).toMatchObject({
      recommendedRetailPrices: { lowest: 20, highest: 30 },
      salePrices: { lowest: 12, highest: 20 },
      variantCount: 2,
    });
  });

  test("has no sale price where nothing is reduced", async () => {
    expect((await seen(await listed())).product).toMatchObject({ salePrices: null });
  });

  test("names everything that hinders the publication", async () => {
    const traits = { description: "", defaultImageFileId: null, isDisabled: true };
    const listing = await listed(traits, { syncStatus: 3, syncError: "The shop does not answer." });
    expect((await seen(listing)).product?.problems).toEqual([
      "The product is deactivated.",
      "It has no description.",
      "It has no hero image.",
      "The marketplace could not be updated: The shop does not answer.",
    ]);
    const other = await api.aMarketplace();
    await db.update(marketplaceProducts).set({ marketplaceId: other }).where(eq(marketplaceProducts.id, listing.id));
    expect((await seen(listing)).product?.problems).toContain(
      "The supplier has no active agreement with this marketplace.",
    );
  });

  test("is left out unless it is asked for", async () => {
    const answer = await api.ok(manager, approvals.get, { id: (await listed()).id });
    expect(Object.keys(answer)).not.toContain("product");
    expect(Object.keys(answer)).not.toContain("changesSince");
  });
});

describe("what has changed since the last approval", () => {
  test("is each changed field with its values then and now, however often it was changed", async () => {
    const listing = await listed({ recommendedRetailPrice: 10, salePrice: 10 });
    await edit(listing, { name: "Before the approval" });
    await approve(listing);
    await edit(listing, { name: "In between", recommendedRetailPrice: 30, brand: "Kiln" });
    await edit(listing, { name: "Oak tray", recommendedRetailPrice: 20, brand: "" });
    await waitAgain(listing);
    const { changesSince } = await seen(listing);
    expect(changesSince).toEqual({
      decision: 2,
      decidedAt: expect.any(String),
      changes: [
        {
          part: "",
          kind: "changed",
          fields: [
            { label: "Name", before: "Before the approval", after: "Oak tray" },
            { label: "Recommended retail price", before: "$11.00", after: "$22.00" },
          ],
        },
      ],
      otherCount: 0,
    });
  });

  test("is found for an edit by supplier staff in the form of the product", async () => {
    const listing = await listed();
    await approve(listing);
    const staff = await api.aUser({ links: [{ supplier }] });
    await api.ok(staff, products.updateDetails, {
      ...productDetails(listing.productId, productType),
      Name: "Oak tray",
    });
    expect((await seen(listing)).changesSince?.changes[0]?.fields).toContainEqual({
      label: "Name",
      before: "Linen tray",
      after: "Oak tray",
    });
  });

  test("leaves out stock, and pictures that were added and removed again", async () => {
    const listing = await listed({ manageStock: true, stockQuantity: 5 });
    await approve(listing);
    await edit(listing, { stockQuantity: 4 });
    await edit(listing, { stockQuantity: 3, externalSku: "TRAY-2" });
    const image = await api.aProductImage(listing.productId, { label: "Gone" });
    await db.delete(productImages).where(eq(productImages.id, image));
    await api.aProductImage(listing.productId, { label: "New" });
    await waitAgain(listing);
    expect((await seen(listing)).changesSince).toMatchObject({
      changes: [
        { part: "", kind: "changed", fields: [{ label: "SKU", before: "TRAY-1", after: "TRAY-2" }] },
        { part: "Image “New”", kind: "added", fields: [] },
      ],
      otherCount: 0,
    });
  });

  test("is cut to five, and the others are counted", async () => {
    const listing = await listed();
    await approve(listing);
    await edit(listing, { name: "Oak tray", brand: "Kiln", externalSku: "TRAY-2" });
    for (const label of ["Front", "Back", "Left", "Right"]) await api.aProductImage(listing.productId, { label });
    await waitAgain(listing);
    const { changesSince } = await seen(listing);
    expect(changesSince?.changes.map(({ part, fields }) => [part, fields.length])).toEqual([
      ["", 3],
      ["Image “Front”", 0],
      ["Image “Back”", 0],
    ]);
    expect(changesSince?.otherCount).toBe(2);
  });

  test("counts from the last time that it was disabled, if it was never approved", async () => {
    const listing = await listed();
    await edit(listing, { brand: "Unseen" });
    await api.ok(manager, approvals.disable, { ...listing.key, Reason: "The price" });
    await edit(listing, { name: "Oak tray" });
    await waitAgain(listing);
    expect((await seen(listing)).changesSince).toMatchObject({
      decision: 4,
      changes: [{ fields: [{ label: "Name", before: "Linen tray", after: "Oak tray" }] }],
    });
  });

  test("says so if the history does not go back to the decision", async () => {
    const listing = await listed({}, { status: 3 });
    await edit(listing, { name: "Oak tray" });
    expect((await seen(listing)).changesSince).toMatchObject({ decision: null, decidedAt: null });
  });

  test("is not answered for a listing that waits for its first decision, or is decided", async () => {
    const listing = await listed();
    expect((await seen(listing)).changesSince).toBeNull();
    await approve(listing);
    expect((await seen(listing)).changesSince).toBeNull();
  });

  test("is not compared if there are more than a thousand changes", async () => {
    const listing = await listed();
    await approve(listing);
    for (let i = 0; i <= 1_000; i++) await edit(listing, { brand: `Kiln ${i}` });
    await waitAgain(listing);
    expect((await seen(listing)).changesSince).toMatchObject({ decision: 2, changes: [], otherCount: null });
  });
});

describe("listings without a category", () => {
  const counted = async (input: Parameters<typeof api.ok<typeof approvals.countUncategorised>>[2]) =>
    (await api.ok(manager, approvals.countUncategorised, input)).count;

  test("are counted among chosen rows and among all that match, unless they are approved already", async () => {
    const { categories } = await api.aCategoryGroup(marketplace, ["Home"]);
    const [with1, without1, without2, approvedOne] = [
      await listed(),
      await listed(),
      await listed({ name: "Oak" }),
      await listed({}, { status: 2 }),
    ];
    await db.insert(listingCategories).values({ listingId: with1.id, categoryId: categories[0] ?? 0 });
    expect(await counted({ ids: [with1.id, without1.id, approvedOne.id].join() })).toBe(1);
    expect(await counted({ supplierId: supplier })).toBe(2);
    expect(await counted({ supplierId: supplier, productName: "oak" })).toBe(1);
    expect(await counted({ ids: String(without2.id) })).toBe(1);
  });

  test("are not counted on a marketplace that has no categories", async () => {
    await listed();
    expect(await counted({ supplierId: supplier })).toBe(0);
  });
});
