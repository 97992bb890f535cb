/** The result of an import of charges. */
import { z } from "zod";
import { importOutcomes, importSummaryOf, recordOfRows } from "#contract/imports.ts";

const importedCharge = recordOfRows.extend({
  /** Null if it has not been entered. */
  chargeId: z.number().int().nullish(),
  supplierName: z.string().default(""),
  description: z.string().default(""),
  /** Dollars inc GST; negative for a credit. */
  amountIncTax: z.number().nullish(),
});
export type ImportedCharge = z.output<typeof importedCharge>;

export const chargeImportSummary = importSummaryOf(importOutcomes, importedCharge, {
  /** Dollars inc GST: the sum of the charges, less the credits. */
  total: z.number(),
});
export type ChargeImportSummary = z.output<typeof chargeImportSummary>;
