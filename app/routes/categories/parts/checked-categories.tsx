import { CheckedRecords, whyRefused } from "#app/components/import/checked-records.tsx";
import type { Caution } from "#app/components/import/import-page.tsx";
import { integer } from "#app/lib/format.ts";
import type { CategoryImportSummary, CategoryOutcome, ImportedCategory } from "#contract/categories/import.ts";

/** Outcomes that need attention come first. */
const titles = {
  refused: "Refused",
  made: "To add",
  renamed: "To rename",
  moved: "To move",
  changed: "External ids to change",
  unchanged: "Unchanged",
};

/** Returns what may be wrong with a file although its rows are valid. */
export function cautionOf({ newLevels: { count, first }, lastLine }: CategoryImportSummary): Caution | undefined {
  const more = count > first.length ? `, and ${integer(count - first.length)} more` : "";
  const sentences = [
    ...(count > 0
      ? [
          `${count === 1 ? "One level is" : `${integer(count)} levels are`} new and only part of longer names: ${first.map((level) => `“${level}”`).join(", ")}${more}. Please check the spelling.`,
        ]
      : []),
    ...(lastLine
      ? [
          `The file ends within its last line, “${lastLine.slice(0, 200)}”. If that is not all of it, the file has been cut off; please choose the whole file.`,
        ]
      : []),
  ];
  return sentences.length > 0 ? { sentences } : undefined;
}

export const CheckedCategories = ({ summary, refused }: { summary: CategoryImportSummary; refused: string }) => (
  <CheckedRecords
    summary={summary}
    titles={titles}
    noun="category"
    plural="categories"
    refused={refused}
    columnsOf={columnsOf}
    below={
      <p className="mt-2">
        Whatever is below a renamed or moved category goes with it. Categories that are not in the file stay as they
        are.
      </p>
    }
  />
);

const befores: Partial<Record<CategoryOutcome, string>> = {
  renamed: "Before",
  moved: "Before",
  changed: "External id before",
};

function columnsOf(outcome: CategoryOutcome) {
  const before = befores[outcome];
  const className = "[overflow-wrap:anywhere]";
  return [
    ...(outcome === "refused" ? [whyRefused] : []),
    ...(before ? [{ heading: before, className, cell: (category: ImportedCategory) => category.before ?? "–" }] : []),
    {
      heading: before && outcome !== "changed" ? "After" : "Category",
      className: `min-w-40 ${className}`,
      cell: ({ fullName }: ImportedCategory) => fullName || "–",
    },
    { heading: "External id", className, cell: ({ externalId }: ImportedCategory) => externalId || "–" },
  ];
}
