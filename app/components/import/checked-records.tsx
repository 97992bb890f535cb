import type { ReactNode } from "react";
import { Card } from "#app/components/layout/card.tsx";
import { type CardColumn, CardTable } from "#app/components/layout/card-table.tsx";
import { keysOf } from "#contract/rules/keys-of.ts";
import { FileLink } from "./import-page.tsx";
import { inNumbers } from "./in-numbers.ts";

type Checked = { problems: string[] } & ({ row: number } | { rows: number[] });

interface Column<R> extends CardColumn {
  className?: string;
  cell(record: R): ReactNode;
}

interface Props<R, Outcome extends string> {
  /** `first` has the first records with the outcome. */
  summary: Record<NoInfer<Outcome>, { count: number; first: R[] }> & { emptyRows: number };
  /** Titles of the outcomes, in the order of display: those that need attention come first. */
  titles: Record<Outcome, string>;
  /** The counted thing, in the singular. */
  noun: string;
  plural?: string;
  /** Address of the file with the refused rows. */
  refused: string;
  /** How many rows of the file are refused, if others than records are counted. */
  refusedRows?: number;
  /** The columns after the row numbers. */
  columnsOf(outcome: Outcome, records: R[]): Column<R>[];
  /** Unchanged records are not only counted. */
  showsUnchanged?: boolean;
  action?: ReactNode;
  /** More list items of the summary. */
  children?: ReactNode;
  below?: ReactNode;
}

export const whyRefused = {
  heading: "Why",
  className: "min-w-44 text-danger [overflow-wrap:anywhere]",
  cell: ({ problems }: Checked) => problems.map((problem) => <p key={problem}>{problem}</p>),
};

/** Shows the effect of an import, by the outcome of each record. */
export function CheckedRecords<R extends Checked, Outcome extends string>({
  summary,
  titles,
  noun,
  plural,
  refused,
  refusedRows = 0,
  columnsOf,
  showsUnchanged,
  action,
  children,
  below,
}: Props<R, Outcome>) {
  const outcomes = keysOf(titles);
  return (
    <>
      <Card title="Summary" action={action}>
        <ul>
          {outcomes.map((outcome) => (
            <li key={outcome}>
              {titles[outcome]}: {inNumbers(summary[outcome].count, noun, plural)}
              {outcome === "refused" && refusedRows > 0 && ` (${inNumbers(refusedRows, "row")})`}
            </li>
          ))}
          <li>Skipped (blank): {inNumbers(summary.emptyRows, "row")}</li>
          {children}
        </ul>
        {below}
      </Card>
      {outcomes.map((outcome) => {
        const { count, first } = summary[outcome];
        if (count === 0 || (outcome === "unchanged" && !showsUnchanged)) return null;
        const title = titles[outcome];
        return (
          <Card
            key={outcome}
            title={`${title}: ${inNumbers(count, noun, plural)}`}
            action={outcome === "refused" && refused && <FileLink path={refused} label="Download the refused rows" />}
          >
            {count > first.length && <p className="mb-3">These are the first {first.length} of them.</p>}
            <RecordTable label={title} records={first} columns={columnsOf(outcome, first)} />
          </Card>
        );
      })}
    </>
  );
}

interface TableProps<R> {
  label: string;
  records: R[];
  columns: Column<R>[];
}

function RecordTable<R extends Checked>({ label, records, columns }: TableProps<R>) {
  return (
    <CardTable
      label={label}
      columns={[{ heading: records.some((record) => "rows" in record) ? "Rows" : "Row" }, ...columns]}
    >
      {records.map((record) => (
        <tr key={rowsOf(record)} className="border-t border-line align-top">
          <td className="px-4 py-2">{rowsOf(record)}</td>
          {columns.map(({ heading, isNumber, className = "", cell }) => (
            <td key={heading} className={`px-4 py-2 ${isNumber ? "text-right" : className}`}>
              {cell(record)}
            </td>
          ))}
        </tr>
      ))}
    </CardTable>
  );
}

const rowsOf = (record: Checked) => ("rows" in record ? record.rows.join(", ") : record.row);

/** Column names of the file that the import does not know. */
export const UnknownColumns = ({ names, children }: { names: string[]; children?: ReactNode }) =>
  names.length > 0 && (
    <li className="text-danger [overflow-wrap:anywhere]">
      {children}Ignored, column names not recognised: {names.join(", ")}
    </li>
  );
