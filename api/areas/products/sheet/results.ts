/** What comes of the rows of a worksheet of products, and what of it is kept to take it back. */
import type { CellChange, ProductOutcome } from "../../../../contract/products/import.ts";
import type { Problem } from "../../../excel/cells.ts";
import type { ReadRow } from "../../../excel/reading.ts";
import type { WantedAttribute } from "../attributes.ts";
import type { Kept } from "./fields.ts";
import type { StockTrace } from "./imported-stock.ts";

/** Details before and after a row was imported: those that it changed, or all of what it made. */
export interface Trace {
  was: Kept & { optionIds?: readonly number[] };
  is: Kept & { optionIds?: readonly number[] };
  /** What the file has set the stock to, for when it is imported again. */
  stock?: StockTrace;
  attributes: { attributeId: number; was: WantedAttribute; is: WantedAttribute }[];
}

export interface RowResult {
  outcome: ProductOutcome;
  row: number;
  productId: number | null;
  /** Null for the product itself. */
  variantId: number | null;
  isVariant: boolean;
  name: string;
  changes: CellChange[];
  problems: Problem[];
  /** It changes what is there, and does not say what it was exported with. */
  isForgetful?: boolean;
  trace?: Trace;
}

/** The rows of one product. */
export interface ProductRows {
  /** Undefined for a new one, and where they do not say it. */
  productId?: number;
  rows: ReadRow[];
  /** What came of them when they were checked. */
  checked?: RowResult[] | null;
  /** What came of them when they were imported, which is to be taken back. */
  applied?: RowResult[] | null;
}
