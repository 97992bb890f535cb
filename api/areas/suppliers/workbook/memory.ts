/**
 * The memory of each row of an exported worksheet: a hidden column with fingerprints of what its cells showed. An import
 * compares the cells with it, so that only edited cells count.
 */
import type { ReadCell } from "#api/core/excel/reading.ts";
import { fingerprint, readShown, type Shown, shownText } from "#contract/rules/edits.ts";
import { type AnySupplierColumn, supplierKey } from "#contract/suppliers/workbook.ts";

/** The cells of a row as text, by column; columns that the row does not have are left out. */
export type Texts = Partial<Record<AnySupplierColumn, string>>;

/** Replacing a word in the whole worksheet changes this column as well, which the fingerprint at its end reveals. */
export function memoryText(texts: Texts): string {
  const text = Buffer.from(shownText(texts)).toString("base64");
  return `${text}.${fingerprint(text)}`;
}

export interface Memory {
  /** Returns true if the export showed this column in this row. */
  covers(column: AnySupplierColumn): boolean;
  /** Returns true if the cell showed this text when it was exported. */
  showed(column: AnySupplierColumn, text: string): boolean;
}

const longest = 10_000;

/** Returns undefined if the row has no memory, that of another supplier, or a damaged one. */
export function memoryIn(cell: ReadCell, supplierId: number): Memory | undefined {
  if (typeof cell !== "string" || cell.length > longest) return undefined;
  const [text = "", sum] = cell.trim().split(".");
  if (sum !== fingerprint(text)) return undefined;
  const shown: Shown = readShown(Buffer.from(text, "base64").toString());
  if (shown.get(supplierKey) !== String(supplierId)) return undefined;
  return {
    covers: (column) => shown.has(column),
    showed: (column, value) => shown.get(column) === readShown(shownText({ [column]: value })).get(column),
  };
}
