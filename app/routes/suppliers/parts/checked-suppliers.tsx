import { CellChanges } from "#app/components/import/cell-changes.tsx";
import { CheckedRecords, UnknownColumns, whyRefused } from "#app/components/import/checked-records.tsx";
import type { Caution } from "#app/components/import/import-page.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { countOf, integer } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { ImportedSupplier, SupplierImportSummary } from "#contract/suppliers/import.ts";

const titles = { refused: "Refused", changed: "To update", made: "To create", unchanged: "Unchanged" };

interface Props {
  summary: SupplierImportSummary;
  /** Address of the file with the refused rows. */
  refused: string;
}

export const CheckedSuppliers = ({ summary, refused }: Props) => (
  <CheckedRecords
    summary={summary}
    titles={titles}
    noun="supplier"
    refused={refused}
    columnsOf={(outcome) => [
      { heading: "Supplier", className: "min-w-28 [overflow-wrap:anywhere]", cell: nameOf },
      outcome === "refused" ? whyRefused : cells,
    ]}
  >
    <li>To invite by email: {summary.invited === 1 ? "1 person" : `${integer(summary.invited)} people`}</li>
    <UnknownColumns names={summary.unknownColumns} />
  </CheckedRecords>
);

const cells = {
  heading: "Cells",
  className: "min-w-44 [overflow-wrap:anywhere]",
  cell: ({ changes }: ImportedSupplier) => <CellChanges changes={changes} />,
};

/** Returns the warnings before the check is applied. */
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

function nameOf({ supplierId, name }: ImportedSupplier) {
  const words = name || (supplierId ? `Supplier ${supplierId}` : "–");
  return supplierId ? <Link to={paths.supplier(supplierId)}>{words}</Link> : words;
}
