/** What the rows of a worksheet of suppliers remember. */
import type { ReadCell } from "#api/core/excel/reading.ts";
import {
  type Export,
  isAsShown,
  layoutOf,
  memoryIn as memoryOf,
  newExport,
  memoryText as textOf,
} from "#api/core/excel/row-memory.ts";
import { supplierColumns } from "#contract/suppliers/fields.ts";
import { type AnySupplierColumn, personColumns, supplierKey } from "#contract/suppliers/workbook.ts";

/** The cells of a row as text, by column; columns that the row does not have are left out. */
export type Texts = Partial<Record<AnySupplierColumn, string>>;

const titles = [...supplierColumns, ...personColumns];
const layout = layoutOf({ name: "suppliers", titles });

export const newSupplierExport = (now: Date): Export => newExport(layout, now);

export const memoryText = (of: Export, texts: Texts): string | undefined =>
  textOf(of, { ids: [Number(texts[supplierKey])], cells: titles.map((title) => texts[title]) });

export interface Memory {
  /** Returns true if the export showed this column in this row. */
  covers(column: AnySupplierColumn): boolean;
  /** Returns true if the cell showed this text when it was exported. */
  showed(column: AnySupplierColumn, text: string): boolean;
}

/** Returns undefined if the row has no valid memory. */
export function memoryIn(cell: ReadCell, supplierId: number): Memory | undefined {
  const memory = memoryOf(cell, [layout], [supplierId]);
  if (!memory) return undefined;
  const { covers, entryFor } = memory;
  return { covers, showed: (column, text) => covers(column) && isAsShown(entryFor(column), text) };
}
