/** What the rows of a worksheet of products remember, and how it is shown. */

import type { ReadCell } from "#api/core/excel/reading.ts";
import {
  type Entry,
  type Export,
  isAsShown,
  keyOf,
  type Layout,
  layoutOf,
  memoryIn as memoryOf,
  memoryText,
  newExport,
  type RowMemory,
} from "#api/core/excel/row-memory.ts";
import { type Column, snapshotNote } from "#api/core/excel/sheet.ts";
import type { ProductSheet } from "#contract/products/import.ts";
import {
  attributeTitle,
  keyColumns,
  memoryColumn,
  type ProductColumn,
  productColumns,
} from "#contract/products/workbook.ts";
import { dayMs } from "#contract/rules/dates.ts";
import { isSameSet, ownLine, split } from "./attributes.ts";
import type { ExportRow } from "./export-rows.ts";
import { allFields, displayText } from "./fields.ts";
import { shippingColumns } from "./shipping.ts";

const lists = ["VariesBy", "OwnAttributes"] as const satisfies readonly ProductColumn[];
const keys: readonly string[] = keyColumns;

const layouts: Readonly<Record<ProductSheet, Layout>> = {
  all: layoutOf({
    name: "all",
    titles: productColumns.filter((title) => !keys.includes(title)),
    lists,
    hasOthers: true,
  }),
  stock: layoutOf({
    name: "stock",
    titles: [
      "SKU",
      "Name",
      "Supplier",
      "RecommendedRetailPrice",
      "SalePrice",
      "ManageStock",
      "StockQuantity",
    ] satisfies ProductColumn[],
  }),
};

/**
 * Days after which the memory of a file is ignored. The records of its imports are deleted then (`imported-stock.ts`).
 */
export const rememberedDays = 180;

/** Adds the hidden memory column to the columns of an export. */
export function withMemory(columns: readonly Column<ExportRow>[], sheet: ProductSheet, now: Date): Column<ExportRow>[] {
  const of: Export = newExport(layouts[sheet], now);
  const ofAttributes = columns
    .filter(({ title }) => title.startsWith(attributeTitle))
    .map((column) => ({ column, key: keyOf(column.title) }));
  const placed = of.layout.titles.map((title) => columns.find((column) => column.title === title));
  const value = (row: ExportRow) =>
    memoryText(of, {
      ids: [row.product.id, row.variant?.id ?? null],
      cells: placed.map((column) => column?.value(row) ?? null),
      others: ofAttributes.map(({ column, key }) => [key, column.value(row)]),
    });
  return [...columns, { title: memoryColumn, width: 12, isHidden: true, note: snapshotNote, kind: "text", value }];
}

export interface Memory extends Pick<RowMemory, "exportId" | "covers"> {
  /** Returns true if a cell of the worksheet still shows what was exported. */
  isAs(title: string, cell: ReadCell): boolean;
  /** The exported value of a number cell. */
  number(title: string): number | undefined;
  /** The exported value of a cell, for display. */
  textOf(column: string): string;
  /**
   * Returns true if a change starts from the exported value.
   * @param before as shown in the worksheet
   */
  hadBefore(column: string, before: string): boolean;
}

/** Returns undefined if the row has no valid memory, or one that is too old. */
export function memoryIn(cell: ReadCell, productId: number, variantId: number | null, now: Date): Memory | undefined {
  const memory = memoryOf(cell, Object.values(layouts), [productId, variantId]);
  if (!memory || now.getTime() - Date.parse(memory.day) > rememberedDays * dayMs) return undefined;
  const { exportId, covers, entryFor } = memory;
  const entryOfChange = (column: string) =>
    column.startsWith(ownColumn) ? ownEntry(entryFor("OwnAttributes"), column) : entryFor(column);
  return {
    exportId,
    covers,
    isAs: (title, written) => isAsShown(entryFor(title), written),
    number: (title) => {
      const value = entryFor(title);
      return typeof value === "number" ? value : undefined;
    },
    textOf: (column) => textOfEntry(column, entryOfChange(column)),
    hadBefore: (column, before) =>
      isAsShown(entryOfChange(column), before) || isSameList(column, entryOfChange(column), before),
  };
}

function textOfEntry(column: string, entry: Entry | undefined): string {
  if (typeof entry === "object") return `${entry[1]}…`;
  const kind = [...allFields, ...shippingColumns].find((field) => field.column === column)?.kind ?? "text";
  return displayText({ kind }, entry);
}

/** A variant's option of an attribute of its product alone is one line of a cell. */
const ownColumn = "OwnAttributes: ";
const ownEntry = (entry: Entry | undefined, column: string): Entry | undefined =>
  typeof entry === "string" ? ownLine(entry, column.slice(ownColumn.length))?.trim() || undefined : entry;

const listTitles: readonly string[] = lists;

/** Lists of options are equal in any order. */
function isSameList(column: string, entry: Entry | undefined, before: string): boolean {
  const isOfOptions = column.startsWith(attributeTitle) || listTitles.includes(column);
  return isOfOptions && typeof entry === "string" && isSameSet(split(entry), split(before));
}
