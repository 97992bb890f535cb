/** The worksheet of charges, and the result of its import. */
import { z } from "zod";
import { importOutcomes, importSummaryOf, recordOfRows } from "#contract/imports.ts";

export const chargesSheet = "Charges";
export const chargesFile = "Charges.xlsx";

export const chargeColumns = [
  "Supplier",
  "Marketplace",
  "Kind",
  "Description",
  "Day",
  "Amount inc GST",
  "Tax class",
  "Reference",
] as const;
export type ChargeColumn = (typeof chargeColumns)[number];

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
