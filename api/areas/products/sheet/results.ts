/** Results of the rows of a product worksheet. */
import type { Problem } from "#api/core/excel/cells.ts";
import type { ImportUnit } from "#api/core/processing/import-kind.ts";
import type { ImportOutcome } from "#contract/imports.ts";
import type { CellChange } from "#contract/products/import.ts";
import type { StockTrace } from "./imported-stock.ts";

export interface RowResult {
  outcome: ImportOutcome;
  row: number;
  productId: number | null;
  /** Null for the product itself. */
  variantId: number | null;
  isVariant: boolean;
  name: string;
  changes: CellChange[];
  problems: Problem[];
  /** A refused row of a file without GST: the rate of its prices, as a fraction. */
  gstRate?: number;
  /** The row changes an existing record and has no memory of its export. */
  isForgetful?: boolean;
  /** Attributes of the product's type that lack options of the row, which became options of the product's own. */
  ownOptions?: readonly string[];
  /** The stock that the file has set, for when it is imported again after the import was undone. */
  trace?: { stock?: StockTrace };
}

/** The rows of one product. */
export interface ProductRows extends ImportUnit<RowResult> {
  /** Undefined for a new product, and if the rows have no id. */
  productId?: number;
}
