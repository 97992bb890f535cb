/** The result of an import of a marketplace's categories. */
import { z } from "zod";
import { importSummaryOf, recordOfRow } from "#contract/imports.ts";

/**
 * The result for a category of the file. `renamed` and `moved` compare with where it would be anyway if categories above
 * it are renamed or moved; `changed` means its external id.
 */
export const categoryOutcomes = ["made", "renamed", "moved", "changed", "unchanged", "refused"] as const;
export type CategoryOutcome = (typeof categoryOutcomes)[number];

const count = z.number().int();

/** Of a text file `row` is the line. */
const importedCategory = recordOfRow.extend({
  /** Fully qualified, as it is after the import. */
  fullName: z.string(),
  /** Empty if it has none. */
  externalId: z.string(),
  /** The former value: the fully qualified name of a renamed or moved category, the external id of a changed one. */
  before: z.string().nullish(),
});
export type ImportedCategory = z.output<typeof importedCategory>;

export const categoryImportSummary = importSummaryOf(categoryOutcomes, importedCategory, {
  /** Levels that are in neither file nor marketplace and only follow from longer names, by their fully qualified name. */
  newLevels: z.object({ count, first: z.array(z.string()) }),
  /** The last line of a text file that ends within a line: it may have been cut off. */
  lastLine: z.string().nullish(),
});
export type CategoryImportSummary = z.output<typeof categoryImportSummary>;
