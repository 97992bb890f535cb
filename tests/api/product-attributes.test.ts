import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  attributes,
  marketplaceProducts,
  productAttributeOptions,
  productAttributes,
  products as productTable,
  productTypeAttributes,
} from "#api/core/database/schema/index.ts";
import { AttributeSelectionType } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { aVaryingProduct, optionsUsed, type VaryingProduct } from "#tests/support/varying-product.ts";
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
  it = await aVaryingProduct(api, { on: [{ marketplaceId: marketplace, status: 2 }] });
});

const update = (changes: object = {}) =>
  api.call(manager, products.updateAttribute, {
    ProductId: it.product,
    AttributeId: it.colour,
    UseForVariations: true,
    SelectedOptionIds: [it.options.Red, it.options.Blue],
    ...changes,
  });
const said = async (attribute = it.colour) =>
  (
    await db
      .select()
      .from(productAttributes)
      .where(and(eq(productAttributes.productId, it.product), eq(productAttributes.attributeId, attribute)))
  )[0];
const listing = async () =>
  (await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, it.product)))[0];
const variants = async (...options: number[][]) => {
  for (const some of options) await api.aVariant(it.product, { options: some });
};
/** Adds another attribute to the product's type. */
async function ofType(selectionType: number, options: string[] = []): Promise<number> {
  const id = await api.anAttribute({ selectionType, options });
  await db.insert(productTypeAttributes).values({ productTypeId: it.productType, attributeId: id, position: 2 });
  return id;
}
const shown = async (attribute: number) =>
  (await api.ok(manager, products.get, { id: it.product })).attributes.find(
    ({ attributeId }) => attributeId === attribute,
  );

describe("an attribute of the product's type", () => {
  test("has the selected options, and several of a single-choice attribute only if variants differ by it", async () => {
    const { Red, Green } = it.options;
    await update({ SelectedOptionIds: [Red, Green, Green] });
    expect(await optionsUsed(api, it.product, it.colour)).toEqual(["Red", "Green"]);
    expect(await update({ UseForVariations: false, SelectedOptionIds: [Red, Green] })).toMatchObject({
      status: 422,
      problem: { errors: { SelectedOptionIds: ["Please select one option only."] } },
    });
    expect(await update({ UseForVariations: false, SelectedOptionIds: [Green] })).toMatchObject({ status: 200 });
    expect(await optionsUsed(api, it.product, it.colour)).toEqual(["Green"]);
    expect(await said()).toMatchObject({ useForVariations: false });
    expect(await optionsUsed(api, it.product, it.size)).toEqual(["Small", "Large"]);
  });

  test("may have several options if multiple choice, but none of another attribute", async () => {
    const material = await ofType(AttributeSelectionType.multiSelect, ["Wool", "Silk"]);
    const ids = (await shown(material))?.attributeOptions.map(({ optionId }) => optionId) ?? [];
    expect(await update({ AttributeId: material, UseForVariations: false, SelectedOptionIds: ids })).toMatchObject({
      status: 200,
    });
    expect(await optionsUsed(api, it.product, material)).toEqual(["Wool", "Silk"]);
    expect(await update({ AttributeId: material, SelectedOptionIds: [it.options.Red] })).toMatchObject({ status: 422 });
  });

  test("without options has a text value, or yes or no", async () => {
    const care = await ofType(AttributeSelectionType.text);
    const washable = await ofType(AttributeSelectionType.boolean);
    const say = (AttributeId: number, Value: string, more: object = {}) =>
      update({ AttributeId, Value, UseForVariations: false, SelectedOptionIds: [], ...more });
    await say(care, " Wash cold. ");
    expect(await said(care)).toMatchObject({ value: "Wash cold." });
    for (const value of ["true", "false", ""]) {
      await say(washable, value);
      expect(await said(washable)).toMatchObject({ value });
    }
    expect(await say(washable, "maybe")).toMatchObject({
      status: 422,
      problem: { errors: { Value: ["Please choose yes or no."] } },
    });
    expect((await say(care, "", { UseForVariations: true })).problem.errors).toHaveProperty("UseForVariations");
  });

  test("cannot create variants for a product sold without variants", async () => {
    await db.update(productTable).set({ hasVariants: false }).where(eq(productTable.id, it.product));
    expect((await update()).problem.errors).toEqual({ UseForVariations: ["This product is sold without variants."] });
  });

  test("cannot lose options that variants use", async () => {
    const { Red, Blue, Small, Large } = it.options;
    await variants([Red, Small], [Red, Large], [Blue, Small]);
    expect(await update({ SelectedOptionIds: [Blue] })).toMatchObject({
      status: 409,
      problem: { message: "“Red” cannot be removed: 2 variants of this product have it." },
    });
    expect(await update({ UseForVariations: false, SelectedOptionIds: [Red] })).toMatchObject({
      status: 409,
      problem: { message: "3 variants of this product have an option of “Colour”. Delete them first." },
    });
    expect(await optionsUsed(api, it.product, it.colour)).toEqual(["Red", "Blue"]);
  });

  test("is not found if it is unknown, disabled, or belongs to another product or type", async () => {
    const others = await aVaryingProduct(api);
    for (const AttributeId of [others.colour, others.size, 2_000_000_000])
      expect(await update({ AttributeId })).toMatchObject({ status: 404 });
    await db.update(attributes).set({ isDisabled: true }).where(eq(attributes.id, it.colour));
    expect(await update()).toMatchObject({ status: 404 });
  });

  test("is synchronised to the marketplaces on a change, and needs approval if supplier staff changed it", async () => {
    await update();
    expect(await listing()).toMatchObject({ status: 2, syncStatus: 0 });
    await update({ SelectedOptionIds: [it.options.Red] });
    expect(await listing()).toMatchObject({ status: 2, syncStatus: 1 });
    const staff = await api.aUser({ links: [{ supplier: it.supplier, bits: 4 }] });
    await api.ok(staff, products.updateAttribute, {
      ProductId: it.product,
      AttributeId: it.colour,
      UseForVariations: true,
    });
    expect(await listing()).toMatchObject({ status: 3, syncStatus: 1 });
  });

  test("keeps an option that only a variant has", async () => {
    const { Green, Small } = it.options;
    await variants([Green, Small]);
    await db.delete(productAttributeOptions).where(eq(productAttributeOptions.productId, it.product));
    expect(
      await api.call(manager, operations.attributes.upsertOptionValues, {
        AttributeId: it.colour,
        Values: [{ code: "red", value: "Red" }],
      }),
    ).toMatchObject({
      status: 409,
    });
  });
});

describe("an attribute of a single product", () => {
  const save = (changes: object = {}) =>
    api.call(manager, products.upsertCustomAttribute, {
      ProductId: it.product,
      ProductAttributeId: null,
      AttributeName: "Edge",
      Options: [
        { Code: "R", Value: "Round" },
        { Code: "S", Value: "Square" },
      ],
      ...changes,
    });
  const remove = (ProductAttributeId: number) =>
    api.call(manager, products.deleteAttribute, { ProductId: it.product, ProductAttributeId });

  test("is added with all its options, and distinguishes variants if there are none yet", async () => {
    const { body: id } = await save();
    expect(await shown(id)).toMatchObject({
      attributeName: "Edge",
      attributeDisplayName: "Edge",
      isProductSpecific: true,
      useForVariations: true,
      attributeSelectionType: 1,
      attributeOptions: [
        { optionCode: "R", optionValue: "Round", isUsed: true },
        { optionCode: "S", optionValue: "Square", isUsed: true },
      ],
    });
    expect(await update({ AttributeId: id, SelectedOptionIds: [] })).toMatchObject({ status: 200 });
    expect(await optionsUsed(api, it.product, id)).toEqual(["Round", "Square"]);
  });

  test("triggers no synchronisation if it is saved unchanged, whoever saves it", async () => {
    const { body: ProductAttributeId } = await save();
    await db.update(marketplaceProducts).set({ syncStatus: 0 }).where(eq(marketplaceProducts.productId, it.product));
    const staff = await api.aUser({ links: [{ supplier: it.supplier, bits: 4 }] });
    const same = { ProductId: it.product, ProductAttributeId, AttributeName: "Edge" };
    const options = ["Round", "Square"].map((Value) => ({ Code: Value.charAt(0), Value }));
    await api.ok(staff, products.upsertCustomAttribute, { ...same, Options: options });
    expect(await listing()).toMatchObject({ status: 2, syncStatus: 0 });
    await api.ok(staff, products.upsertCustomAttribute, { ...same, Options: options.slice(0, 1) });
    expect(await listing()).toMatchObject({ status: 3, syncStatus: 1 });
  });

  test("does not distinguish variants at first if variants exist or the product has none", async () => {
    await variants([it.options.Red, it.options.Small]);
    expect(await said((await save()).body)).toMatchObject({ useForVariations: false });
    it = await aVaryingProduct(api, { hasVariants: false });
    expect(await said((await save()).body)).toMatchObject({ useForVariations: false });
  });

  test("keeps its options when they are renamed or moved, and cannot lose those used by variants", async () => {
    const { Red, Small, Large } = it.options;
    const size = (Options: object[]) => save({ ProductAttributeId: it.size, AttributeName: "How large", Options });
    await variants([Red, Small]);
    expect((await size([{ Code: "large", Value: "Large" }])).problem).toMatchObject({
      status: 409,
      message: "“Small” cannot be removed: 1 variant of this product has it.",
    });
    const moved = [
      { Code: "xl", Value: "Huge" },
      { Code: "small", Value: "Little" },
    ];
    expect((await size(moved)).body).toBe(it.size);
    const attribute = await shown(it.size);
    expect(attribute).toMatchObject({ attributeDisplayName: "How large", useForVariations: true });
    expect(
      attribute?.attributeOptions.map(({ optionId, optionValue, isUsed }) => [optionValue, optionId === Small, isUsed]),
    ).toEqual([
      ["Huge", false, true],
      ["Little", true, true],
    ]);
    expect(attribute?.attributeOptions.map(({ optionId }) => optionId)).not.toContain(Large);
  });

  test("requires options, and a name that is unique within the product", async () => {
    expect((await save({ AttributeName: "COLOUR" })).problem.errors).toEqual({
      AttributeName: ["Another attribute of this product has this name."],
    });
    expect((await save({ Options: [] })).problem.errors).toHaveProperty("Options");
    expect(await save({ ProductAttributeId: it.size, AttributeName: "SIZE" })).toMatchObject({ status: 200 });
  });

  test("is deleted with its options, unless variants use them", async () => {
    const { body: id } = await save();
    expect(await remove(id)).toMatchObject({ status: 200 });
    expect(await db.select().from(attributes).where(eq(attributes.id, id))).toEqual([]);
    expect(await remove(id)).toMatchObject({ status: 404 });
    await variants([it.options.Red, it.options.Small]);
    expect((await remove(it.size)).problem).toMatchObject({
      status: 409,
      message: "1 variant of this product has an option of “Size”. Delete them first.",
    });
    expect((await remove(it.colour)).problem).toMatchObject({
      status: 409,
      message: "This attribute comes from the product's type. You can remove it there.",
    });
  });

  test("is not found under another product", async () => {
    const other = await aVaryingProduct(api);
    expect(await save({ ProductAttributeId: other.size })).toMatchObject({ status: 404 });
    expect(await save({ ProductAttributeId: it.colour })).toMatchObject({ status: 404 });
    expect(await remove(other.size)).toMatchObject({ status: 404 });
  });
});
