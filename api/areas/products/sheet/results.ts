/** Results of the rows of a product worksheet, and what is stored of them for undoing the import. */

import type { AttributeInput } from "#api/areas/products/attributes.ts";
import type { StoredShipping } from "#api/areas/products/shipping.ts";
import type { Problem } from "#api/core/excel/cells.ts";
import type { ReadRow } from "#api/core/excel/reading.ts";
import type { CellChange, ProductOutcome } from "#contract/products/import.ts";
import type { StoredValues } from "./fields.ts";
import type { StockTrace } from "./imported-stock.ts";

/** The changes of an imported row to a product's shipping. */
export interface ShippingTrace {
  was: Partial<StoredShipping>;
  is: Partial<StoredShipping>;
}

/** Field values before and after the import of a row: the changed ones, or all of a new record. */
export interface Trace {
  was: StoredValues & { optionIds?: readonly number[] };
  is: StoredValues & { optionIds?: readonly number[] };
  /** The stock that the file has set, for when it is imported again. */
  stock?: StockTrace;
  shipping?: ShippingTrace;
  attributes: { attributeId: number; was: AttributeInput; is: AttributeInput }[];
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
  /** The row changes an existing record and has no memory of its export. */
  isForgetful?: boolean;
  /** Attributes of the product's type that lack options of the row, which became options of the product's own. */
  ownOptions?: readonly string[];
  trace?: Trace;
}

/** The rows of one product. */
export interface ProductRows {
  /** Undefined for a new product, and if the rows have no id. */
  productId?: number;
  rows: ReadRow[];
  /** Results of the check of these rows. */
  checked?: RowResult[] | null;
  /** Results of the import that is to be undone. */
  applied?: RowResult[] | null;
}
