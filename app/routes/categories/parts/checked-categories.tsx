import type { Caution } from "#app/components/import/import-page.tsx";
import { OutcomeCard } from "#app/components/import/outcome-card.tsx";
import { Reasons } from "#app/components/import/reasons.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { integer } from "#app/lib/format.ts";
import type { CategoryImportSummary, CategoryOutcome } from "#contract/categories/import.ts";

const titles: Record<CategoryOutcome, string> = {
  refused: "Refused",
  made: "To add",
  renamed: "To rename",
  moved: "To move",
  changed: "External ids to change",
  unchanged: "Unchanged",
};
/** Outcomes that need attention come first. */
const outcomes = ["refused", "made", "renamed", "moved", "changed", "unchanged"] as const;

const categoriesIn = (count: number) => `${integer(count)} ${count === 1 ? "category" : "categories"}`;

export const isWorthIt = ({ made, renamed, moved, changed }: CategoryImportSummary): boolean =>
  made.count + renamed.count + moved.count + changed.count > 0;

/** What may be wrong with a file, although its rows are right. */
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

/** What an import would do, grouped by the outcome of each category. */
export function CheckedCategories({ summary, refused }: { summary: CategoryImportSummary; refused: string }) {
  return (
    <>
      <Card title="Summary">
        <ul>
          {outcomes.map((outcome) => (
            <li key={outcome}>
              {titles[outcome]}: {categoriesIn(summary[outcome].count)}
            </li>
          ))}
          <li>
            Skipped (blank): {integer(summary.emptyRows)} {summary.emptyRows === 1 ? "row" : "rows"}
          </li>
        </ul>
        <p className="mt-2">
          Whatever is below a renamed or moved category goes with it. Categories that are not in the file stay as they
          are.
        </p>
      </Card>
      {outcomes.map(
        (outcome) =>
          outcome !== "unchanged" && (
            <Group key={outcome} outcome={outcome} group={summary[outcome]} refused={refused} />
          ),
      )}
    </>
  );
}

const befores: Partial<Record<CategoryOutcome, string>> = {
  renamed: "Before",
  moved: "Before",
  changed: "External id before",
};

interface GroupProps {
  outcome: CategoryOutcome;
  group: CategoryImportSummary[CategoryOutcome];
  refused: string;
}

function Group({ outcome, group: { count, first }, refused }: GroupProps) {
  if (count === 0) return null;
  const isRefused = outcome === "refused";
  const before = befores[outcome];
  return (
    <OutcomeCard
      title={titles[outcome]}
      counted={categoriesIn(count)}
      count={count}
      shown={first.length}
      refused={isRefused ? refused : undefined}
      columns={[
        { heading: "Row" },
        ...(isRefused ? [{ heading: "Why" }] : []),
        ...(before ? [{ heading: before }] : []),
        { heading: before && outcome !== "changed" ? "After" : "Category" },
        { heading: "External id" },
      ]}
    >
      {first.map((category) => (
        <tr key={category.row} className="border-t border-line align-top">
          <td className="px-4 py-2">{category.row}</td>
          {isRefused && (
            <td className="min-w-44 px-4 py-2 [overflow-wrap:anywhere]">
              <Reasons problems={category.problems} />
            </td>
          )}
          {before && <td className="px-4 py-2 [overflow-wrap:anywhere]">{category.before ?? "–"}</td>}
          <td className="min-w-40 px-4 py-2 [overflow-wrap:anywhere]">{category.fullName || "–"}</td>
          <td className="px-4 py-2 [overflow-wrap:anywhere]">{category.externalId || "–"}</td>
        </tr>
      ))}
    </OutcomeCard>
  );
}
