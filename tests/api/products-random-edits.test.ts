/** Random edits of an exported workbook, while other users edit the same products. */
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { products as table } from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { exclusive } from "#contract/rules/money.ts";
import { startApi } from "#tests/support/api.ts";
import { productWorkbooks } from "#tests/support/product-transfers.ts";
import { type Cells, edited, saved } from "#tests/support/products-workbook.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { products } = operations;
const books = productWorkbooks(api);
const gstRate = 0.1;

let operator: TestUser;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
});

const aBasket = (supplierId: number, i: number) =>
  api.aProduct(supplierId, {
    name: `Basket ${i}`,
    externalSku: `B-${i}`,
    recommendedRetailPrice: 10,
    salePrice: 0.5,
    manageStock: true,
    stockQuantity: 10,
    shippingPackageWeight: 1,
  });
const check = (content: Buffer) => books.imported(operator, content, products.excelImportCheck);
const summaryOf = async (id: string) => (await books.result(operator, id)).summary;

/** The change of a product, in the file and in the database; undefined for no change. */
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const anyCells = fc.record({
  Name: maybe(fc.constantFrom("Tray", "Jug", "=Mug", "7", "x".repeat(90), "x".repeat(91))),
  SKU: maybe(fc.constantFrom("0042", "42", "A 1")),
  RecommendedRetailPrice: maybe(fc.integer({ min: 100, max: 9_999 }).map((cents) => cents / 100)),
  StockQuantity: maybe(fc.integer({ min: 0, max: 30 })),
  WeightKg: maybe(fc.constantFrom(0.5, 1.25, 3)),
});
type AnyCells = typeof anyCells extends fc.Arbitrary<infer T> ? T : never;

const columns = ["Name", "SKU", "RecommendedRetailPrice", "StockQuantity", "WeightKg"] as const;
const valuesOf = ({ Name, SKU, RecommendedRetailPrice, StockQuantity, WeightKg }: AnyCells) =>
  Object.fromEntries(
    Object.entries({
      name: Name,
      externalSku: SKU,
      recommendedRetailPrice:
        RecommendedRetailPrice === undefined ? undefined : exclusive(RecommendedRetailPrice, gstRate),
      stockQuantity: StockQuantity,
      shippingPackageWeight: WeightKg,
    }).filter(([, value]) => value !== undefined),
  );
const shownIn = (row: Cells | undefined) =>
  Object.fromEntries(columns.map((column) => [column, row?.[column] ?? null]));

test("random edits in a file and in the database lose nothing, and never restore outdated stock", async () => {
  const run = async (rows: { edit: AnyCells; meanwhile: AnyCells }[], order: number[]) => {
    const supplierId = await api.aSupplier();
    const ids: number[] = [];
    for (const [i] of rows.entries()) ids.push(await aBasket(supplierId, i));
    const exported = await books.exportedFile(operator, products.excelExport, { supplierId });
    const shown = await books.rows(operator, products.excelExport, { supplierId });
    const written = await edited(exported, (row, i) => {
      for (const [column, value] of Object.entries(rows[i]?.edit ?? {})) if (value !== undefined) row[column] = value;
    });
    const content = await saved(
      written,
      (all) =>
        all
          .map((row, i) => ({ row, at: order[i % order.length] ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ row }) => row),
      (titles) => [...titles].reverse(),
    );
    for (const [i, { meanwhile }] of rows.entries()) {
      const values = valuesOf(meanwhile);
      if (Object.keys(values).length > 0)
        await api.database.db
          .update(table)
          .set(values)
          .where(eq(table.id, ids[i] ?? 0));
    }
    const now = await books.rows(operator, products.excelExport, { supplierId });
    const wanted = rows.map(({ edit }, i) => {
      const [before, there] = [shownIn(shown[i]), shownIn(now[i])];
      const cells = { ...there };
      const typed = columns.filter((column) => edit[column] !== undefined && edit[column] !== before[column]);
      for (const column of typed) cells[column] = edit[column] ?? null;
      if (typed.includes("StockQuantity"))
        cells.StockQuantity = Number(there.StockQuantity) + Number(edit.StockQuantity) - Number(before.StockQuantity);
      const isRefused = Number(cells.StockQuantity) < 0;
      const overtaken = isRefused
        ? []
        : typed.filter(
            (column) =>
              column !== "StockQuantity" && there[column] !== before[column] && there[column] !== edit[column],
          );
      return { cells: isRefused ? there : cells, overtaken, isRefused };
    });
    const { id } = await check(content);
    const summary = await summaryOf(id);
    const overtakenCells = wanted.reduce((sum, { overtaken }) => sum + overtaken.length, 0);
    expect(summary).toMatchObject({
      overtakenCells,
      forgetful: { count: 0 },
      mustConfirm: overtakenCells > 0,
      refused: { count: wanted.filter(({ isRefused }) => isRefused).length },
    });
    const marked = summary?.changed.first.flatMap(({ productId, changes }) =>
      changes
        .filter(({ exported, typed }) => exported !== undefined && typed === undefined)
        .map(({ column }) => `${productId} ${column}`),
    );
    expect(new Set(marked)).toEqual(
      new Set(wanted.flatMap(({ overtaken }, i) => overtaken.map((column) => `${ids[i]} ${column}`))),
    );
    if (overtakenCells > 0)
      expect((await api.call(operator, products.applyImport, { ProcessId: id })).status).toBe(422);
    await books.applied(operator, id, { Overwrite: overtakenCells > 0 });
    const rowsNow = async () => (await books.rows(operator, products.excelExport, { supplierId })).map(shownIn);
    expect(await rowsNow()).toEqual(wanted.map(({ cells }) => cells));
    // Neither the exported file nor the same edits again change anything.
    const after = await rowsNow();
    await books.imported(operator, exported);
    expect(await rowsNow()).toEqual(after);
    const repeated = await summaryOf((await check(content)).id);
    expect(repeated).toMatchObject({ changed: { count: 0 } });
  };
  const rows = fc.array(fc.record({ edit: anyCells, meanwhile: anyCells }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(rows, fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 5 }), run),
    { numRuns: 8 },
  );
  // It computes for up to a minute on a machine at rest, and for several on a busy one.
}, 600_000);
