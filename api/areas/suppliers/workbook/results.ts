/** The result of the rows of one supplier, and what is stored of it for undoing the import. */
import type { Problem } from "#api/core/excel/cells.ts";
import type { SupplierChange, SupplierOutcome } from "#contract/suppliers/import.ts";

/** Values of the supplier's stored columns, as JSON. */
export type Snapshot = Record<string, unknown>;

export interface Trace {
  /** The columns before and after the import: the changed ones, or all of a new supplier. */
  was: Snapshot;
  is: Snapshot;
  people: {
    email: string;
    /** Null for an invited person. Sums of the bits of `SupplierPermission`. */
    was: number | null;
    is: number;
  }[];
}

export interface SupplierResult {
  outcome: SupplierOutcome;
  rows: number[];
  supplierId: number | null;
  name: string;
  changes: SupplierChange[];
  problems: Problem[];
  /** The state of the supplier that the check has seen. */
  seen?: string;
  /** The row changes an existing supplier and does not say what was exported. */
  isForgetful?: boolean;
  trace?: Trace;
}
