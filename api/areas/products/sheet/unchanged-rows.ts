/** Finds the rows of a worksheet that change nothing, for many products at once. */
import { and, inArray } from "drizzle-orm";
import { managesProductsOf } from "#api/areas/shared/catalogue.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { products } from "#api/core/database/schema/index.ts";
import { isBlank, textIn } from "#api/core/excel/cells.ts";
import type { ReadCell } from "#api/core/excel/reading.ts";
import { type Cell, cellsOf, excelText } from "#api/core/excel/sheet.ts";
import { keyColumns } from "#contract/products/workbook.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { attributeColumnsOf } from "./attribute-columns.ts";
import { allData, productsWithNames, rowsFrom, stockAndPrices } from "./export-rows.ts";
import { rowsWithStock } from "./imported-stock.ts";
import type { ProductsSheet } from "./products-sheet.ts";
import type { ProductRows, RowResult } from "./results.ts";
import type { SheetRow } from "./rows.ts";

/**
 * Returns for each product whether all of its rows equal what an export would write now, apart from cells that are
 * empty or were not edited. If false, the rows may still mean the same in a different notation.
 */
export async function findUnchanged(
  sheet: ProductsSheet,
  groups: readonly ProductRows[],
): Promise<(RowResult[] | undefined)[]> {
  const shown = await shownFor(
    sheet,
    groups.flatMap(({ productId }) => productId ?? []),
  );
  const all = groups.flatMap(({ rows }) => rows);
  const parsedRows = new Map(
    (await rowsWithStock(sheet.work.db, all, sheet.columns, sheet.now)).map((row, i) => [all[i], row]),
  );
  return groups.map(({ rows }) => {
    const results = rows.map((row) => unchanged(sheet, parsedRows.get(row), shown));
    const isEachOnce =
      new Set(results.map((result) => result && keyOf(result.productId, result.variantId))).size === rows.length;
    return isEachOnce && results.every((result) => result !== undefined) ? results : undefined;
  });
}

const keyOf = (productId: number | null, variantId: number | null) => `${productId} ${variantId ?? ""}`;

interface Shown {
  name: string;
  /** By title. */
  cells: ReadonlyMap<string, Cell>;
}

/** The rows that an export would write now, for the products that the caller may change. */
async function shownFor({ work, kind }: ProductsSheet, ids: readonly number[]): Promise<ReadonlyMap<string, Shown>> {
  if (ids.length === 0) return new Map();
  const { db, caller, config } = work;
  const attributes = kind === "all" ? await attributeColumnsOf(db, undefined) : undefined;
  const columns = attributes ? allData(config, attributes, []) : stockAndPrices(config);
  const isTheirs = and(
    inArray(products.id, [...ids]),
    visibleTo(caller, products.supplierId),
    managesProductsOf(caller, products.supplierId),
  );
  const rows = await rowsFrom(db, await productsWithNames(db).where(isTheirs), attributes && { attributes, config });
  return new Map(
    rows.map((row) => {
      const cells = cellsOf(columns, row, config.timeZone);
      const byTitle = new Map(columns.map(({ title }, i) => [title.toLowerCase(), cells[i]]));
      return [
        keyOf(row.product.id, row.variant?.id ?? null),
        { name: row.variant?.name ?? row.product.name, cells: byTitle },
      ];
    }),
  );
}

function unchanged(
  { columns }: ProductsSheet,
  row: SheetRow | undefined,
  shown: ReadonlyMap<string, Shown>,
): RowResult | undefined {
  const { productId, variantId, problems = [] } = row ?? {};
  if (!row || problems.length > 0 || typeof productId !== "number" || variantId === "new") return undefined;
  // An edited stock is applied as a difference, so it is a change even if it equals the current stock.
  if (row.memory && !isBlank(row.cell("StockQuantity"))) return undefined;
  const now = shown.get(keyOf(productId, variantId ?? null));
  if (!now) return undefined;
  const fileCells: [title: string, cell: ReadCell][] = [
    ...keysOf(columns.places).map((title): [string, ReadCell] => [
      title,
      isKey(title) ? row.written(title) : row.cell(title),
    ]),
    ...columns.attributes.map((column): [string, ReadCell] => [column.title, row.cellOf(column)]),
  ];
  if (!fileCells.every(([title, cell]) => isSame(cell, now.cells.get(title.toLowerCase())))) return undefined;
  const [number, isVariant] = [row.number, variantId !== undefined];
  return {
    outcome: "unchanged",
    row: number,
    productId,
    variantId: variantId ?? null,
    isVariant,
    name: now.name,
    changes: [],
    problems: [],
  };
}

const keyTitles: readonly string[] = keyColumns;
const isKey = (title: string) => keyTitles.includes(title);

function isSame(cell: ReadCell | undefined, shown: Cell): boolean {
  if (isBlank(cell)) return true;
  return typeof cell === "string" && typeof shown === "string"
    ? excelText(textIn(cell)).trim() === excelText(shown).trim()
    : cell === shown;
}
