/** The tax class of products and product types, and the prices that follow it. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import pino from "pino";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "#api/core/config.ts";
import { marketplaceProducts, productVariants, products as table } from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { runProcess } from "#api/core/processing/run.ts";
import { processKinds } from "#api/registries/processes.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { productDetails } from "#contract/products/edits.ts";
import type { ProductChange } from "#contract/products/many.ts";
import { shownText } from "#contract/rules/edits.ts";
import { inclusive } from "#contract/rules/money.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import { startApi } from "#tests/support/api.ts";
import { productWorkbooks } from "#tests/support/product-transfers.ts";
import { type Cells, productsWorkbook } from "#tests/support/products-workbook.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi({ RATE_LIMIT: "off" });
const { db } = api.database;
const { products, productTypes, history, processing } = operations;
const books = productWorkbooks(api);
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
const jobs = createJobs(api.database, pino({ level: "silent" }));
const parts = { database: api.database, config, files: databaseFiles, jobs, kinds: processKinds };

let admin: TestUser;
let supplier: number;
let type: number;
let typeName: string;
beforeAll(async () => {
  admin = await api.aUser({ roles: ["Administrator"] });
});
beforeEach(async () => {
  supplier = await api.aSupplier();
  typeName = `Pantry ${supplier}`;
  type = await api.ok(admin, productTypes.add, { Name: typeName, ParentProductTypeId: null });
});

/** A product that customers pay $11.00 for, $9.90 on sale, with $5.50 of shipping and a variant for $22.00. */
async function aProduct() {
  const id = await api.aProduct(supplier, {
    name: "Oats",
    description: "<p>Oats.</p>",
    externalSku: "O-1",
    productTypeId: type,
    recommendedRetailPrice: 10,
    salePrice: 9,
    hasVariants: true,
    shippingMethod: 0,
    domesticFlatRate: 5,
    shippingNotes: "Leaves in two days.",
  });
  const attribute = await api.anAttribute({ displayName: "Size", options: ["1 kg"] });
  await db.insert(productVariants).values({
    productId: id,
    externalSku: "O-1-KG",
    recommendedRetailPrice: 20,
    combination: String(attribute),
  });
  return id;
}

const get = (id: number) => api.ok(admin, products.get, { id });
const setType = (input: Partial<SentInput<typeof productTypes.updateDetails>>) =>
  api.ok(admin, productTypes.updateDetails, {
    ProductTypeId: type,
    Name: typeName,
    ParentProductTypeId: null,
    ...input,
  });

async function stored(id: number) {
  const [product] = await db.select().from(table).where(eq(table.id, id));
  const [variant] = await db.select().from(productVariants).where(eq(productVariants.productId, id));
  if (!product) throw new Error("There is no such product.");
  return { product, variant };
}

/** The class that applies, and what customers pay. */
async function paid(id: number) {
  const { product, variant } = await stored(id);
  const rate = rateOf(product.appliedTaxClass, 0.1);
  return [
    product.appliedTaxClass,
    ...[product.recommendedRetailPrice, product.salePrice, product.domesticFlatRate].map((price) =>
      inclusive(price, rate),
    ),
    inclusive(variant?.recommendedRetailPrice, rate),
  ];
}
const asPaid = (applied: string) => [applied, 11, 9.9, 5.5, 22];

/** Sends the form as a program that states all prices ex GST. */
async function update(id: number, input: Partial<SentInput<typeof products.updateDetails>>) {
  const shown = productDetails(await get(id));
  return api.call(admin, products.updateDetails, {
    ProductId: id,
    ...shown,
    Shown: shownText(shown),
    ...input,
  } as never);
}

async function many(id: number, Change: ProductChange) {
  const process = await api.ok(admin, products.changeMany, { Ids: [id], Change });
  await runProcess(parts)({ id: process }, { id: randomUUID(), isLastTry: false });
  const { processingMessages } = await api.ok(admin, processing.get, { id: process });
  expect(processingMessages.filter(({ messageType }) => messageType > 1)).toEqual([]);
  return process;
}

async function undone(id: string) {
  const { processId } = await api.ok(admin, history.undo, { UndoneId: id });
  if (processId) await runProcess(parts)({ id: processId }, { id: randomUUID(), isLastTry: false });
}

async function byWorksheet(cells: Cells) {
  const { id } = await books.imported(admin, await productsWorkbook([cells]), products.excelImportCheck);
  const { summary } = await books.result(admin, id);
  if (summary?.refused.count === 0) await books.applied(admin, id, { Overwrite: true });
  return { problems: summary?.refused.first.flatMap(({ problems }) => problems) ?? [], id };
}

describe("the tax class of a product type", () => {
  test("is that of the type above it unless it has its own, and applies to its products", async () => {
    const below = await api.ok(admin, productTypes.add, { Name: "Flour", ParentProductTypeId: type });
    const id = await api.aProduct(supplier, { productTypeId: below, recommendedRetailPrice: 10, salePrice: 10 });
    await setType({ TaxClass: "gstFree" });
    expect(await api.ok(admin, productTypes.get, { id: below })).toMatchObject({
      taxClass: null,
      appliedTaxClass: "gstFree",
    });
    expect(await get(id)).toMatchObject({ taxClass: null, appliedTaxClass: "gstFree", recommendedRetailPrice: 11 });
    await api.ok(admin, productTypes.updateDetails, {
      ProductTypeId: below,
      Name: "Flour",
      ParentProductTypeId: type,
      TaxClass: "taxable",
    });
    expect(await get(id)).toMatchObject({ appliedTaxClass: "taxable", recommendedRetailPrice: 10 });
  });

  test("follows a move below another type, and a new type takes that of its parent", async () => {
    await setType({ TaxClass: "inputTaxed" });
    const below = await api.ok(admin, productTypes.add, { Name: "Moved", ParentProductTypeId: type });
    expect((await api.ok(admin, productTypes.get, { id: below })).appliedTaxClass).toBe("inputTaxed");
    await api.ok(admin, productTypes.updateDetails, {
      ProductTypeId: below,
      Name: `Moved ${supplier}`,
      ParentProductTypeId: null,
    });
    expect((await api.ok(admin, productTypes.get, { id: below })).appliedTaxClass).toBe("taxable");
  });

  test("changes what is stored of its products and not what customers pay, and tells the marketplaces", async () => {
    const id = await aProduct();
    const marketplaceId = await api.aMarketplace();
    await db.insert(marketplaceProducts).values({ productId: id, marketplaceId, status: 2, syncStatus: 0 });
    await setType({ TaxClass: "gstFree" });
    expect(await paid(id)).toEqual(asPaid("gstFree"));
    expect((await stored(id)).product).toMatchObject({ recommendedRetailPrice: 11, salePrice: 9.9 });
    const [listing] = await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, id));
    expect(listing?.syncStatus).toBe(1);
    await setType({ TaxClass: "inputTaxed" });
    expect(await paid(id)).toEqual(asPaid("inputTaxed"));
    await setType({ TaxClass: null });
    expect(await paid(id)).toEqual(asPaid("taxable"));
    expect((await stored(id)).product).toMatchObject({ recommendedRetailPrice: 10, salePrice: 9, domesticFlatRate: 5 });
  });

  test("leaves products with their own class alone, and stays if a command leaves it out", async () => {
    const id = await aProduct();
    await many(id, { Kind: "taxClass", TaxClass: "taxable" });
    await setType({ TaxClass: "gstFree" });
    expect(await paid(id)).toEqual(asPaid("taxable"));
    await setType({ Name: `Larder ${supplier}` });
    expect((await api.ok(admin, productTypes.get, { id: type })).taxClass).toBe("gstFree");
  });

  test("is one of the three", async () => {
    const { status, problem } = await api.call(admin, productTypes.updateDetails, {
      ProductTypeId: type,
      Name: typeName,
      ParentProductTypeId: null,
      TaxClass: "zero" as never,
    });
    expect([status, problem.errors]).toEqual([422, { TaxClass: ["Please choose one from the list."] }]);
  });
});

describe("the tax class of a product", () => {
  test("has prices as they are sent with it, also if their amounts ex GST are those from before", async () => {
    const id = await aProduct();
    expect((await update(id, { TaxClass: "gstFree" })).status).toBe(200);
    // $10.00 was sent as the price of GST-free goods. Shipping and the variant were not sent.
    expect(await paid(id)).toEqual(["gstFree", 10, 9, 5.5, 22]);
  });

  test("stays if a command leaves it out, and follows the type again if it is null", async () => {
    const id = await aProduct();
    await many(id, { Kind: "taxClass", TaxClass: "gstFree" });
    const { TaxClass: _, ...shown } = productDetails(await get(id));
    await api.ok(admin, products.updateDetails, { ProductId: id, ...shown, Name: "Porridge" } as never);
    expect(await get(id)).toMatchObject({ name: "Porridge", taxClass: "gstFree", recommendedRetailPrice: 11 });
    await many(id, { Kind: "taxClass", TaxClass: null });
    expect(await get(id)).toMatchObject({ taxClass: null, appliedTaxClass: "taxable", recommendedRetailPrice: 10 });
  });

  test("counts for the lowest price, which customers pay", async () => {
    const id = await aProduct();
    const { status, problem } = await update(id, {
      TaxClass: "gstFree",
      RecommendedRetailPrice: 0.95,
      SalePrice: null,
    });
    expect([status, problem.errors]).toMatchObject([422, { RecommendedRetailPrice: [expect.any(String)] }]);
    expect((await update(id, { RecommendedRetailPrice: 0.95, SalePrice: null })).status).toBe(200);
  });

  test("is given to a new product, which may follow its type as well", async () => {
    const sent = { Name: "Milk", SupplierId: supplier, ProductTypeId: type, RecommendedRetailPrice: 3 };
    const own = await api.ok(admin, products.add, { ...sent, ExternalSku: "M-1", TaxClass: "gstFree" });
    const other = await api.ok(admin, products.add, { ...sent, ExternalSku: "M-2" });
    expect(await get(own)).toMatchObject({ taxClass: "gstFree", appliedTaxClass: "gstFree" });
    expect(await get(other)).toMatchObject({ taxClass: null, appliedTaxClass: "taxable" });
  });

  test("changes with the product type, at the same prices for customers", async () => {
    const id = await aProduct();
    const other = await api.ok(admin, productTypes.add, {
      Name: `Books ${supplier}`,
      ParentProductTypeId: null,
      TaxClass: "gstFree",
    });
    await many(id, { Kind: "type", ProductTypeId: other });
    expect(await paid(id)).toEqual(asPaid("gstFree"));
  });

  test("decides how prices of many products change, by their amounts inc GST", async () => {
    const id = await aProduct();
    await many(id, { Kind: "taxClass", TaxClass: "gstFree" });
    await many(id, { Kind: "priceDollars", Dollars: 1, EndsIn95: false });
    expect(await paid(id)).toEqual(["gstFree", 12, 10.9, 5.5, 23]);
    // $6.60 inc GST, as of taxable goods.
    await many(id, { Kind: "flatRate", DomesticFlatRate: 6 });
    expect(await paid(id)).toEqual(["gstFree", 12, 10.9, 6.6, 23]);
  });

  test("is copied with its product", async () => {
    const id = await aProduct();
    await many(id, { Kind: "taxClass", TaxClass: "gstFree" });
    const copy = await api.ok(admin, products.copy, { ProductId: id, Name: "Other oats", ExternalSku: "O-2" });
    expect(await get(copy)).toMatchObject({
      taxClass: "gstFree",
      appliedTaxClass: "gstFree",
      recommendedRetailPrice: 11,
    });
  });
});

describe("the grid", () => {
  const save = (id: number, row: object) =>
    api.ok(admin, products.saveGrid, { Rows: [{ ProductId: id, VariantId: null, ...row }] });

  test("changes the class alone, at the same prices for customers", async () => {
    const id = await aProduct();
    expect(await save(id, { TaxClass: "gstFree" })).toEqual({ savedCount: 1, refused: [] });
    expect(await paid(id)).toEqual(asPaid("gstFree"));
  });

  test("takes prices that are sent with the class as its own", async () => {
    const id = await aProduct();
    await save(id, { TaxClass: "gstFree", RecommendedRetailPrice: 10 });
    expect(await paid(id)).toEqual(["gstFree", 10, 9.9, 5.5, 22]);
  });

  test("has no such cell in the row of a variant", async () => {
    const id = await aProduct();
    const { variant } = await stored(id);
    const { refused } = await save(id, { VariantId: variant?.id, TaxClass: "gstFree" });
    expect(refused).toMatchObject([{ errors: { TaxClass: ["This row has no such cell."] } }]);
  });
});

describe("worksheets", () => {
  test("show the product's own class, take it in any case and clear it", async () => {
    const id = await aProduct();
    expect((await byWorksheet({ ProductId: id, TaxClass: "gst-free" })).problems).toEqual([]);
    expect(await paid(id)).toEqual(asPaid("gstFree"));
    await byWorksheet({ ProductId: id, TaxClass: "(clear)" });
    expect(await paid(id)).toEqual(asPaid("taxable"));
  });

  test("have prices inc GST of the class of the same row", async () => {
    const id = await aProduct();
    await byWorksheet({ ProductId: id, TaxClass: "GST-free", RecommendedRetailPrice: 10.5, DomesticRate: 6 });
    expect(await paid(id)).toEqual(["gstFree", 10.5, 9.9, 6, 22]);
    await byWorksheet({ ProductId: id, RecommendedRetailPrice: 12.34 });
    expect((await stored(id)).product.recommendedRetailPrice).toBe(12.34);
  });

  test("refuse other words, naming the three", async () => {
    const id = await aProduct();
    expect((await byWorksheet({ ProductId: id, TaxClass: "zero" })).problems).toEqual([
      "Row 2, TaxClass: “zero” isn't known here. Please enter one of: Taxable, GST-free, Input-taxed.",
    ]);
  });

  test("create products of a class, whose price is what customers pay", async () => {
    const { problems } = await byWorksheet({
      ProductId: "new",
      Supplier: String(supplier),
      ProductType: typeName,
      Name: "Rice",
      SKU: "R-1",
      TaxClass: "GST-free",
      RecommendedRetailPrice: 4.95,
    });
    expect(problems).toEqual([]);
    const [rice] = await db.select().from(table).where(eq(table.supplierId, supplier));
    expect(rice).toMatchObject({ taxClass: "gstFree", appliedTaxClass: "gstFree", recommendedRetailPrice: 4.95 });
  });
});

describe("the history", () => {
  const rows = async (id: number) =>
    (await api.ok(admin, history.list, { record: "product", recordId: id })).items.flatMap(({ part, fields }) =>
      fields.map(({ label, before, after }) => [part, label, before, after]),
    );

  test("shows prices as customers paid them, before and after the class changed", async () => {
    const id = await aProduct();
    await many(id, { Kind: "priceDollars", Dollars: 1, EndsIn95: false });
    await many(id, { Kind: "taxClass", TaxClass: "gstFree" });
    await many(id, { Kind: "priceDollars", Dollars: 1, EndsIn95: false });
    const found = await rows(id);
    const rrp = found.filter(([part, label]) => part === "" && label === "Recommended retail price");
    expect(rrp.map(([, , before, after]) => [before, after])).toEqual([
      ["$12.00", "$13.00"],
      ["$11.00", "$12.00"],
      [null, "$11.00"],
    ]);
    expect(found).toContainEqual(["", "Tax class", null, "GST-free"]);
  });

  test("puts a class back with its prices", async () => {
    const id = await aProduct();
    const change = await many(id, { Kind: "taxClass", TaxClass: "gstFree" });
    await undone(change);
    expect(await paid(id)).toEqual(asPaid("taxable"));
    expect((await stored(id)).product).toMatchObject({
      taxClass: null,
      recommendedRetailPrice: 10,
      domesticFlatRate: 5,
    });
  });

  test("keeps a class that was changed before somebody else changed a price", async () => {
    const id = await aProduct();
    const change = await many(id, { Kind: "taxClass", TaxClass: "gstFree" });
    await update(id, { RecommendedRetailPrice: 15 });
    await undone(change);
    expect(await paid(id)).toEqual(["gstFree", 15, 9.9, 5.5, 22]);
  });

  test("puts a product type back, whose class has changed since, at the same prices for customers", async () => {
    const id = await aProduct();
    const other = await api.ok(admin, productTypes.add, {
      Name: `Food ${supplier}`,
      ParentProductTypeId: null,
      TaxClass: "gstFree",
    });
    const change = await many(id, { Kind: "type", ProductTypeId: other });
    await setType({ TaxClass: "inputTaxed" });
    await undone(change);
    expect(await paid(id)).toEqual(asPaid("inputTaxed"));
  });
});

test("the list is sorted by what customers pay", async () => {
  const taxed = await api.aProduct(supplier, { productTypeId: type, recommendedRetailPrice: 10, salePrice: 10 });
  const free = await api.aProduct(supplier, {
    productTypeId: type,
    taxClass: "gstFree",
    appliedTaxClass: "gstFree",
    recommendedRetailPrice: 10.5,
    salePrice: 10.5,
  });
  const { items } = await api.ok(admin, products.list, {
    supplierId: supplier,
    sortFieldName: "recommendedRetailPrice",
  });
  expect(items.map(({ id }) => id)).toEqual([free, taxed]);
});
