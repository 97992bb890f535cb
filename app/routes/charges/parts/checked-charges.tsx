import { CheckedRecords, whyRefused } from "#app/components/import/checked-records.tsx";
import { dollars } from "#app/lib/format.ts";
import type { ChargeImportSummary, ImportedCharge } from "#contract/charges/import.ts";

const titles = { refused: "Refused", changed: "To withdraw", made: "To enter", unchanged: "Already entered" };

interface Props {
  summary: ChargeImportSummary;
  /** Address of the file with the refused rows. */
  refused: string;
}

export const CheckedCharges = ({ summary, refused }: Props) => (
  <CheckedRecords
    summary={summary}
    titles={titles}
    noun="charge"
    refused={refused}
    columnsOf={(outcome) => (outcome === "refused" ? [supplier, whyRefused] : [supplier, description, amount])}
  >
    <li>Sum, credits deducted: {dollars(summary.total)} inc GST</li>
  </CheckedRecords>
);

const wide = "min-w-28 [overflow-wrap:anywhere]";
const supplier = { heading: "Supplier", className: wide, cell: (row: ImportedCharge) => row.supplierName || "–" };
const description = { heading: "Description", className: wide, cell: (row: ImportedCharge) => row.description };
const amount = {
  heading: "Amount inc GST",
  className: "whitespace-nowrap text-right",
  cell: (row: ImportedCharge) => dollars(row.amountIncTax ?? 0),
};
