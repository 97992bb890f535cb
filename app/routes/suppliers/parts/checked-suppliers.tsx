import { CellChanges } from "#app/components/import/cell-changes.tsx";
import type { Caution } from "#app/components/import/import-page.tsx";
import { inNumbers } from "#app/components/import/in-numbers.ts";
import { OutcomeCard } from "#app/components/import/outcome-card.tsx";
import { Reasons } from "#app/components/import/reasons.tsx";
import { Card } from "#app/components/layout/card.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { countOf, integer } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { ImportedSupplier, SupplierImportSummary, SupplierOutcome } from "#contract/suppliers/import.ts";

/** Outcomes that need attention come first. */
const groups = ["refused", "changed", "made"] as const satisfies readonly SupplierOutcome[];
const titles: Record<(typeof groups)[number], string> = { refused: "Refused", changed: "To update", made: "To create" };

interface Props {
  summary: SupplierImportSummary;
  /** Address of the file with the refused rows. */
  refused: string;
}

/** What an import would do, cell by cell. */
export function CheckedSuppliers({ summary, refused }: Props) {
  const { unknownColumns } = summary;
  return (
    <>
      <Card title="Summary">
        <ul>
          {groups.map((outcome) => (
            <li key={outcome}>
              {titles[outcome]}: {inNumbers(summary[outcome].count, "supplier")}
            </li>
          ))}
          <li>To invite by email: {summary.invited === 1 ? "1 person" : `${integer(summary.invited)} people`}</li>
          <li>Unchanged: {inNumbers(summary.unchanged.count, "supplier")}</li>
          <li>Skipped (blank): {inNumbers(summary.emptyRows, "row")}</li>
          {unknownColumns.length > 0 && (
            <li className="text-danger [overflow-wrap:anywhere]">
              Ignored, column names not recognised: {unknownColumns.join(", ")}
            </li>
          )}
        </ul>
      </Card>
      {groups.map((outcome) => (
        <Group key={outcome} outcome={outcome} group={summary[outcome]} refused={refused} />
      ))}
    </>
  );
}

/** What to know before the check is applied. */
export function cautionOf({ forgetful, invited }: SupplierImportSummary): Caution | undefined {
  const sentences = [
    ...(invited > 0
      ? [
          `${invited === 1 ? "1 person gets" : `${integer(invited)} people get`} an invitation by email when you apply this.`,
        ]
      : []),
    ...(forgetful > 0
      ? [
          `${countOf(forgetful, "supplier")} ${forgetful === 1 ? "has" : "have"} rows that do not say what was exported, because they were made by hand. Every cell there that is filled in replaces what is there now, also where somebody has changed it meanwhile.`,
        ]
      : []),
  ];
  return sentences.length > 0 ? { sentences } : undefined;
}

interface GroupProps {
  outcome: (typeof groups)[number];
  group: SupplierImportSummary[SupplierOutcome];
  refused: string;
}

function Group({ outcome, group: { count, first }, refused }: GroupProps) {
  if (count === 0) return null;
  const isRefused = outcome === "refused";
  return (
    <OutcomeCard
      title={titles[outcome]}
      counted={inNumbers(count, "supplier")}
      count={count}
      shown={first.length}
      refused={isRefused ? refused : undefined}
      columns={[{ heading: "Rows" }, { heading: "Supplier" }, { heading: isRefused ? "Why" : "Cells" }]}
    >
      {first.map((supplier) => (
        <tr key={supplier.rows[0]} className="border-t border-line align-top">
          <td className="px-4 py-2">{supplier.rows.join(", ")}</td>
          <td className="min-w-28 px-4 py-2 [overflow-wrap:anywhere]">
            <Name of={supplier} />
          </td>
          <td className="min-w-44 px-4 py-2 [overflow-wrap:anywhere]">
            {isRefused ? <Reasons problems={supplier.problems} /> : <CellChanges changes={supplier.changes} />}
          </td>
        </tr>
      ))}
    </OutcomeCard>
  );
}

function Name({ of: { supplierId, name } }: { of: ImportedSupplier }) {
  const words = name || (supplierId ? `Supplier ${supplierId}` : "–");
  return supplierId ? <Link to={paths.supplier(supplierId)}>{words}</Link> : words;
}
