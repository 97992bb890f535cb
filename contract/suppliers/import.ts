/** The result of an import of suppliers. */
import { z } from "zod";
import { yesNo } from "#contract/fields.ts";

/** The result for a supplier of the file, which may have several rows. */
export const supplierOutcomes = ["made", "changed", "unchanged", "refused"] as const;
export type SupplierOutcome = (typeof supplierOutcomes)[number];

const count = z.number().int();

/** A cell, as the worksheet shows it; empty if there is no value. For people, `column` is `Person: ` and the address. */
const supplierChange = z.object({
  column: z.string(),
  before: z.string().default(""),
  after: z.string().default(""),
});
export type SupplierChange = z.output<typeof supplierChange>;

const importedSupplier = z.object({
  /** Row numbers, as Excel counts. */
  rows: z.array(count),
  /** Null if the supplier has not been created. */
  supplierId: count.nullish(),
  name: z.string().default(""),
  changes: z.array(supplierChange).default([]),
  /** Messages that name row and column. */
  problems: z.array(z.string()).default([]),
});
export type ImportedSupplier = z.output<typeof importedSupplier>;

const group = z.object({ count, first: z.array(importedSupplier).default([]) });

export const supplierImportSummary = z.object({
  made: group,
  changed: group,
  unchanged: group,
  refused: group,
  /** People who are invited by email. */
  invited: count,
  /** Rows without any values. */
  emptyRows: count,
  /** Titles of unknown columns, which were ignored. */
  unknownColumns: z.array(z.string()).default([]),
  /** Changed suppliers with a row that does not say what was exported, so that all its cells count as edited. */
  forgetful: count,
});
export type SupplierImportSummary = z.output<typeof supplierImportSummary>;

/** With `addUnknown`, rows of no known supplier create one, as if they had `new` in the column SupplierId. */
export const supplierImport = z.object({ addUnknown: yesNo.default(false) });
