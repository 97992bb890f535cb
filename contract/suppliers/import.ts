/** The result of an import of suppliers. */
import { z } from "zod";
import { yesNo } from "#contract/fields.ts";
import { cellChange, importOutcomes, importSummaryOf, recordOfRows } from "#contract/imports.ts";

const count = z.number().int();

const importedSupplier = recordOfRows.extend({
  /** Null if the supplier has not been created. */
  supplierId: count.nullish(),
  name: z.string().default(""),
  /** For people, `column` is `Person: ` and the address. */
  changes: z.array(cellChange).default([]),
});
export type ImportedSupplier = z.output<typeof importedSupplier>;

export const supplierImportSummary = importSummaryOf(importOutcomes, importedSupplier, {
  /** People who are invited by email. */
  invited: count,
  /** Titles of unknown columns, which were ignored. */
  unknownColumns: z.array(z.string()).default([]),
  /** Changed suppliers with a row that does not say what was exported, so that all its cells count as edited. */
  forgetful: count,
});
export type SupplierImportSummary = z.output<typeof supplierImportSummary>;

/** With `addUnknown`, rows of no known supplier create one, as if they had `new` in the column SupplierId. */
export const supplierImport = z.object({ addUnknown: yesNo.default(false) });
