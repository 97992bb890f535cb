/** The result of the rows of one supplier. */
import type { Problem } from "#api/core/excel/cells.ts";
import type { CellChange, ImportOutcome } from "#contract/imports.ts";

export interface SupplierResult {
  outcome: ImportOutcome;
  rows: number[];
  supplierId: number | null;
  name: string;
  changes: CellChange[];
  problems: Problem[];
  /** The state of the supplier that the check has seen. */
  seen?: string;
  /** The row changes an existing supplier and does not say what was exported. */
  isForgetful?: boolean;
}
