/** The result of an import of a marketplace's categories. */
import { z } from "zod";

/**
 * The result for a category of the file. `renamed` and `moved` compare with where it would be anyway if categories above
 * it are renamed or moved; `changed` means its external id.
 */
export const categoryOutcomes = ["made", "renamed", "moved", "changed", "unchanged", "refused"] as const;
export type CategoryOutcome = (typeof categoryOutcomes)[number];

const count = z.number().int();

const importedCategory = z.object({
  /** Row number, as Excel counts, or the line of a text file. */
  row: count,
  /** Fully qualified, as it is after the import. */
  fullName: z.string(),
  /** Empty if it has none. */
  externalId: z.string(),
  /** The former value: the fully qualified name of a renamed or moved category, the external id of a changed one. */
  before: z.string().nullish(),
  /** Messages that name row and column. */
  problems: z.array(z.string()).default([]),
});
export type ImportedCategory = z.output<typeof importedCategory>;

const group = z.object({ count, first: z.array(importedCategory).default([]) });

export const categoryImportSummary = z.object({
  made: group,
  renamed: group,
  moved: group,
  changed: group,
  unchanged: group,
  refused: group,
  /** Rows without any values. */
  emptyRows: count,
  /** Levels that are in neither file nor marketplace and only follow from longer names, by their fully qualified name. */
  newLevels: z.object({ count, first: z.array(z.string()) }),
  /** The last line of a text file that ends within a line: it may have been cut off. */
  lastLine: z.string().nullish(),
});
export type CategoryImportSummary = z.output<typeof categoryImportSummary>;
