/** Each row of an exported workbook remembers what it showed, so that only edited cells are imported. */
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteExpiredImportedStock } from "#api/areas/products/sheet/imported-stock.ts";
import { memoryIn, rememberedDays } from "#api/areas/products/sheet/memory.ts";
import {
  attributeOptions,
  importedStock,
  productAttributeOptions,
  productAttributes,
  productTypeAttributes,
  productVariants,
  products as table,
} from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { memoryColumn } from "#contract/products/workbook.ts";
import { startApi } from "#tests/support/api.ts";
import { productWorkbooks } from "#tests/support/product-transfers.ts";
import { type Cells, edited, productsWorkbook, saved } from "#tests/support/products-workbook.ts";
import { cellAt, headings, opened, sheetNamed } from "#tests/support/workbook.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { products } = operations;
const books = productWorkbooks(api);

let operator: TestUser;
let supplier: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia Homewares" });
});

const aBasket = (traits: Parameters<typeof api.aProduct>[1] = {}) =>
  api.aProduct(supplier, {
    name: "Basket",
    externalSku: "B-1",
    recommendedRetailPrice: 10,
    salePrice: 10,
    manageStock: true,
    stockQuantity: 10,
    ...traits,
  });
const stored = async (id: number) => (await db.select().from(table).where(eq(table.id, id)))[0];
const change = (id: number, values: Partial<typeof table.$inferInsert>) =>
  db.update(table).set(values).where(eq(table.id, id));

const all = () => books.exportedFile(operator, products.excelExport, { supplierId: supplier });
const stock = () => books.exportedFile(operator, products.excelExportStockAndPrices, { supplierId: supplier });
const check = (content: Buffer) => books.imported(operator, content, products.excelImportCheck);
const stockCheck = (content: Buffer) => books.imported(operator, content, products.excelImportStockAndPricesCheck);
const summaryOf = async (id: string) => (await books.result(operator, id)).summary;
const apply = (id: string, Overwrite?: boolean) =>
  api.call(operator, products.applyImport, { ProcessId: id, Overwrite });
const write = (content: Buffer, cells: Cells) => edited(content, (row) => Object.assign(row, cells));

test("the memory column is the last one, hidden, and accepted by the import", async () => {
  await aBasket({ description: "<p>Woven.</p>" });
  for (const content of [await all(), await stock()]) {
    const sheet = sheetNamed(await opened(content), "Products");
    expect(headings(sheet).at(-1)).toBe(memoryColumn);
    expect(sheet.columns.map(({ hidden }) => hidden).filter(Boolean)).toHaveLength(1);
    expect(sheet.columns.at(-1)?.hidden).toBe(true);
    expect(String(cellAt(sheet, memoryColumn, 2).value).length).toBeLessThan(700);
  }
  const { id } = await check(await all());
  expect(await summaryOf(id)).toMatchObject({
    unknownColumns: [],
    unchanged: { count: 1 },
    forgetful: { count: 0 },
    mustConfirm: false,
  });
});

describe("importing a file in which only the name was edited", () => {
  test.each([
    ["checked and applied", true],
    ["imported at once", false],
  ])("keeps stock and prices that changed in the meantime, %s", async (_, isChecked) => {
    const basket = await aBasket();
    const content = await write(await all(), { Name: "Bigger basket" });
    await change(basket, { stockQuantity: 6, recommendedRetailPrice: 20, salePrice: 15 });
    const id = isChecked
      ? (await books.applied(operator, (await check(content)).id)).id
      : (await books.imported(operator, content)).id;
    expect(await summaryOf(id)).toMatchObject({ changed: { count: 1 }, changedCells: 1, refused: { count: 0 } });
    expect(await stored(basket)).toMatchObject({
      name: "Bigger basket",
      stockQuantity: 6,
      recommendedRetailPrice: 20,
      salePrice: 15,
    });
  });

  test("keeps a product's new status, new type and new options", async () => {
    const type = await api.aProductType();
    const glaze = await api.anAttribute({ internalName: "Glaze of memory", options: ["Red", "Blue"] });
    await db.insert(productTypeAttributes).values({ productTypeId: type, attributeId: glaze, position: 1 });
    const [red, blue] = (await db.select().from(attributeOptions).where(eq(attributeOptions.attributeId, glaze))).map(
      ({ id }) => id,
    );
    const basket = await aBasket({ productTypeId: type });
    await db.insert(productAttributeOptions).values({ productId: basket, optionId: red ?? 0 });
    const content = await write(await all(), { Name: "Bigger basket" });
    await db
      .update(productAttributeOptions)
      .set({ optionId: blue ?? 0 })
      .where(eq(productAttributeOptions.productId, basket));
    await change(basket, { isDisabled: true });
    expect(await books.imported(operator, content)).toMatchObject({ status: 2, messages: [] });
    expect(await stored(basket)).toMatchObject({ name: "Bigger basket", isDisabled: true });
    expect(
      await db.select().from(productAttributeOptions).where(eq(productAttributeOptions.productId, basket)),
    ).toMatchObject([{ optionId: blue }]);
  });
});

describe("an edited stock quantity", () => {
  test("is applied as a difference, and the check shows the exported, entered and current quantities", async () => {
    const basket = await aBasket();
    const content = await write(await stock(), { StockQuantity: 15 });
    await change(basket, { stockQuantity: 6 });
    const { id } = await stockCheck(content);
    const counted = { column: "StockQuantity", before: "6", after: "11", exported: "10", typed: "15" };
    expect(await summaryOf(id)).toMatchObject({
      changed: { first: [{ changes: [counted] }] },
      overtakenCells: 0,
      mustConfirm: false,
    });
    // Another unit is sold before the import is applied.
    await change(basket, { stockQuantity: 5 });
    await books.applied(operator, id);
    expect((await stored(basket))?.stockQuantity).toBe(10);
  });

  test("is refused if the current stock is too low", async () => {
    const basket = await aBasket();
    const content = await write(await stock(), { StockQuantity: 2, SalePrice: 8.8 });
    await change(basket, { stockQuantity: 6 });
    const { messages } = await books.imported(operator, content, products.excelImportStockAndPrices);
    expect(messages).toEqual([
      "Row 2, StockQuantity: This was 10 when it was exported, and is 6 now, so it cannot be reduced by 8.",
    ]);
    expect(await stored(basket)).toMatchObject({ stockQuantity: 6, salePrice: 10 });
  });

  test("of a variant follows the same rule", async () => {
    const mug = await aBasket({ hasVariants: true, manageStock: false, stockQuantity: null });
    const red = await api.aVariant(mug, { manageStock: true, stockQuantity: 4 });
    const content = await edited(await all(), (row) => {
      if (row.VariantId === red) row.StockQuantity = 7;
      else row.Name = "Mug";
    });
    const one = eq(productVariants.id, red);
    await db.update(productVariants).set({ stockQuantity: 1, externalSku: "NEW" }).where(one);
    await books.imported(operator, content);
    expect(await db.select().from(productVariants).where(one)).toMatchObject([
      { stockQuantity: 4, externalSku: "NEW" },
    ]);
  });

  test("is not applied again by the same file, and another edit of it needs confirmation", async () => {
    const basket = await aBasket();
    const content = await write(await stock(), { StockQuantity: 15 });
    await books.applied(operator, (await stockCheck(content)).id);
    await change(basket, { stockQuantity: 12 });
    const again = await stockCheck(content);
    expect(await summaryOf(again.id)).toMatchObject({ unchanged: { count: 1 }, changed: { count: 0 } });
    await books.applied(operator, again.id);
    expect((await stored(basket))?.stockQuantity).toBe(12);
    const once = await stockCheck(await write(content, { StockQuantity: 17 }));
    const changes = [{ column: "StockQuantity", before: "12", after: "17", exported: "10" }];
    expect(await summaryOf(once.id)).toMatchObject({
      changed: { first: [{ changes }] },
      overtakenCells: 1,
      mustConfirm: true,
    });
    await books.applied(operator, once.id, { Overwrite: true });
    expect((await stored(basket))?.stockQuantity).toBe(17);
  });

  test("is applied again after its import was undone", async () => {
    const basket = await aBasket();
    const content = await write(await stock(), { StockQuantity: 15 });
    const first = await books.imported(operator, content, products.excelImportStockAndPrices);
    await books.undone(operator, first.id);
    expect((await stored(basket))?.stockQuantity).toBe(10);
    await books.imported(operator, content, products.excelImportStockAndPrices);
    expect((await stored(basket))?.stockQuantity).toBe(15);
  });
});

test("the quantity set by a file is forgotten when it is too old to be needed", async () => {
  const basket = await aBasket();
  await books.imported(operator, await write(await stock(), { StockQuantity: 15 }), products.excelImportStockAndPrices);
  const set = () => db.select().from(importedStock).where(eq(importedStock.productId, basket));
  const importedDaysAgo = (days: number) =>
    db.update(importedStock).set({ importedAt: new Date(Date.now() - days * 86_400_000) });
  await importedDaysAgo(rememberedDays);
  await deleteExpiredImportedStock(api.database);
  expect(await set()).toMatchObject([{ variantId: 0, stock: 15 }]);
  await importedDaysAgo(rememberedDays + 2);
  await deleteExpiredImportedStock(api.database);
  expect(await set()).toEqual([]);
});

describe("a cell that was edited in the file and changed by another user", () => {
  async function overtaken() {
    const basket = await aBasket();
    const content = await write(await all(), { Name: "Bigger basket", RecommendedRetailPrice: 33 });
    await change(basket, { name: "Best basket" });
    return { basket, content };
  }

  test("is shown with all three values by the check, and replaced only if that is confirmed", async () => {
    const { basket, content } = await overtaken();
    const { id } = await check(content);
    const changes = [
      { column: "Name", before: "Best basket", after: "Bigger basket", exported: "Basket" },
      { column: "RecommendedRetailPrice", before: "11.00", after: "33.00" },
      { column: "SalePrice", before: "11.00", after: "33.00" },
    ];
    const summary = await summaryOf(id);
    expect(summary?.changed.first[0]?.changes).toEqual(changes);
    expect(summary).toMatchObject({ overtakenCells: 1, forgetful: { count: 0 }, mustConfirm: true });
    const refused = await apply(id);
    expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([422, ["Overwrite"]]);
    expect((await stored(basket))?.name).toBe("Best basket");
    await books.applied(operator, id, { Overwrite: true });
    expect((await stored(basket))?.name).toBe("Bigger basket");
  });

  test("refuses its row if nobody could be asked to confirm", async () => {
    const { basket, content } = await overtaken();
    expect((await books.imported(operator, content)).messages).toEqual([
      "Row 2, Name: Somebody else has changed this since it was exported: it was “Basket”, it is “Best basket” now, and the file says “Bigger basket”. Nothing was replaced. The check of a file asks about such cells.",
    ]);
    expect(await stored(basket)).toMatchObject({ name: "Best basket", recommendedRetailPrice: 10 });
  });

  test("refuses its row if it changed after the check, and the row can be imported again", async () => {
    const basket = await aBasket();
    const { id } = await check(await write(await all(), { Name: "Bigger basket" }));
    await change(basket, { name: "Best basket" });
    const applied = await books.applied(operator, id);
    expect(applied.messages).toEqual([
      "Row 2, Name: Somebody else has changed this since the file was checked: it is “Best basket” now. It was valid when the file was checked.",
    ]);
    const refused = (await api.call(operator, products.excelImportRefused, { id: applied.id })).raw.rawPayload;
    const sheet = sheetNamed(await opened(refused), "Products");
    expect(sheet.columns.map(({ hidden }, i) => (hidden ? headings(sheet)[i] : undefined)).filter(Boolean)).toEqual([
      memoryColumn,
    ]);
    const again = await check(refused);
    expect(await summaryOf(again.id)).toMatchObject({
      changedCells: 1,
      overtakenCells: 1,
      forgetful: { count: 0 },
      unknownColumns: [],
    });
  });

  test("is accepted if both changes have the same result", async () => {
    const { basket, content } = await overtaken();
    await change(basket, { name: "Bigger basket" });
    const { id } = await check(content);
    expect(await summaryOf(id)).toMatchObject({ changedCells: 2, overtakenCells: 0, mustConfirm: false });
  });

  test("can also be one of several options, or an attribute of a single product", async () => {
    const mug = await aBasket({ hasVariants: true, manageStock: false, stockQuantity: null });
    const size = await api.anAttribute({
      internalName: "Size",
      displayName: "Size",
      productId: mug,
      options: ["Small", "Large | wide", "Huge"],
    });
    const [small, large, huge] = (
      await db.select().from(attributeOptions).where(eq(attributeOptions.attributeId, size))
    ).map(({ id }) => id);
    await db.insert(productAttributes).values({ productId: mug, attributeId: size, useForVariations: true });
    await db
      .insert(productAttributeOptions)
      .values([small, large, huge].map((optionId) => ({ productId: mug, optionId: optionId ?? 0 })));
    const variant = await api.aVariant(mug, { externalSku: "M", options: [large ?? 0] });
    const content = await edited(await all(), (row) => {
      if (row.VariantId === variant) row.OwnAttributes = "Size: Small";
    });
    const first = await check(content);
    expect((await summaryOf(first.id))?.changed.first[0]?.changes).toEqual([
      { column: "OwnAttributes: Size", before: "Large \\| wide", after: "Small" },
    ]);
    await db
      .update(productVariants)
      .set({ combination: String(huge) })
      .where(eq(productVariants.id, variant));
    const second = await check(content);
    expect((await summaryOf(second.id))?.changed.first[0]?.changes).toEqual([
      { column: "OwnAttributes: Size", before: "Huge", after: "Small", exported: "Large \\| wide" },
    ]);
  });
});

describe("rows without a valid memory", () => {
  const withoutMemory = (content: Buffer) =>
    saved(
      content,
      (rows) => rows,
      (titles) => titles.filter((title) => title !== memoryColumn),
    );

  test("are imported in full, and stock and prices are replaced only if that is confirmed", async () => {
    const basket = await aBasket();
    const content = await withoutMemory(await stock());
    await change(basket, { stockQuantity: 6 });
    const { id } = await stockCheck(content);
    expect(await summaryOf(id)).toMatchObject({
      changed: { first: [{ changes: [{ column: "StockQuantity", before: "6", after: "10" }] }] },
      forgetful: { count: 1, first: [2], isAll: true },
      mustConfirm: true,
    });
    const { status, problem } = await apply(id, false);
    expect([status, problem.errors]).toEqual([
      422,
      {
        Overwrite: [
          "This import would replace stock, prices or other values that may be newer than the file. Please confirm that it should, or export again and edit the new file.",
        ],
      },
    ]);
    expect((await stored(basket))?.stockQuantity).toBe(6);
    await books.applied(operator, id, { Overwrite: true });
    expect((await stored(basket))?.stockQuantity).toBe(10);
  });

  test("replace nothing that the check has not shown", async () => {
    const basket = await aBasket();
    const tray = await aBasket({ name: "Tray", externalSku: "T-1" });
    const { id } = await stockCheck(
      await productsWorkbook([
        { ProductId: basket, StockQuantity: 10, SalePrice: 5.5 },
        { ProductId: tray, StockQuantity: 10, SalePrice: null },
      ]),
    );
    await change(basket, { stockQuantity: 6 });
    await change(tray, { stockQuantity: 6 });
    const why =
      "Somebody else has changed this since the file was checked: it is “6” now. It was valid when the file was checked.";
    expect((await books.applied(operator, id, { Overwrite: true })).messages).toEqual([
      `Row 2, StockQuantity: ${why}`,
      `Row 3, StockQuantity: ${why}`,
    ]);
    expect([(await stored(basket))?.stockQuantity, (await stored(tray))?.stockQuantity]).toEqual([6, 6]);
  });

  test("need no confirmation for other fields or for new products", async () => {
    const basket = await aBasket();
    const type = await api.aProductType({ name: "Of memory" });
    const { id } = await check(
      await productsWorkbook([
        { ProductId: basket, Name: "Bigger basket" },
        {
          ProductId: "new",
          Supplier: supplier,
          ProductType: "Of memory",
          Name: "Jug",
          SKU: "J-1",
          RecommendedRetailPrice: 33,
        },
      ]),
    );
    expect(type).toBeGreaterThan(0);
    expect(await summaryOf(id)).toMatchObject({
      made: { count: 1 },
      changed: { count: 1 },
      forgetful: { count: 1, isAll: true },
      mustConfirm: false,
    });
    expect(await books.applied(operator, id)).toMatchObject({ status: 2 });
  });

  test.each<[string, (memory: string, other: string) => string | null]>([
    ["copied from another row", (_, other) => other],
    ["cut off", (memory) => memory.slice(0, -20)],
    ["continued by filling cells downwards", (memory) => `${memory}1`],
    ["replaced by a word", () => "yes"],
    ["replaced by other data of the same form", () => `${Buffer.from('{"a":1}').toString("base64")}.x`],
    ["emptied", () => null],
  ])("include those whose memory is %s", async (_, damage) => {
    const [basket, tray] = [await aBasket(), await aBasket({ name: "Tray", externalSku: "T-1" })];
    const content = await saved(await stock(), ([first = {}, second = {}]) => [
      { ...first, [memoryColumn]: damage(String(first[memoryColumn]), String(second[memoryColumn])) },
      second,
    ]);
    await change(basket, { stockQuantity: 6 });
    await change(tray, { stockQuantity: 6 });
    const { id } = await stockCheck(content);
    expect(await summaryOf(id)).toMatchObject({
      forgetful: { count: 1, first: [2], isAll: false },
      changed: { count: 1 },
      unchanged: { count: 1 },
      mustConfirm: true,
    });
  });

  test("include those of an export older than the imports that are remembered", async () => {
    const basket = await aBasket();
    const cell = String(cellAt(sheetNamed(await opened(await stock()), "Products"), memoryColumn, 2).value);
    const daysLater = (days: number) => new Date(Date.now() + days * 86_400_000);
    expect(memoryIn(cell, basket, null, daysLater(rememberedDays - 1))).toBeDefined();
    expect(memoryIn(cell, basket, null, daysLater(rememberedDays + 1))).toBeUndefined();
    expect(memoryIn(cell, basket, 1, new Date())).toBeUndefined();
  });
});

test("a sheet of stock and prices can be imported as all product data, and vice versa", async () => {
  const basket = await aBasket({ description: "<p>Woven.</p>" });
  const mug = await aBasket({
    name: "Mug",
    externalSku: "M",
    hasVariants: true,
    manageStock: false,
    stockQuantity: null,
  });
  await api.aVariant(mug, { manageStock: true, stockQuantity: 4 });
  const [asAll, asStock] = [await stock(), await all()];
  await change(basket, { stockQuantity: 6, name: "Best basket" });
  for (const { id } of [await check(asAll), await stockCheck(asStock)])
    expect(await summaryOf(id)).toMatchObject({
      unchanged: { count: 3 },
      changed: { count: 0 },
      refused: { count: 0 },
    });
});
