import type { ReactNode } from "react";
import { Card } from "#app/components/layout/card.tsx";
import { type CardColumn, CardTable } from "#app/components/layout/card-table.tsx";
import { FileLink } from "./import-page.tsx";

interface Props {
  /** What becomes of the records, such as `To create`. */
  title: string;
  /** How many there are, such as `3 rows`. */
  counted: string;
  count: number;
  /** Rows of the table, which may be fewer. */
  shown: number;
  /** Address of the file with the refused rows, if these are refused. */
  refused?: string;
  columns: readonly CardColumn[];
  children: ReactNode;
}

/** The first records of an import with the same outcome. */
export function OutcomeCard({ title, counted, count, shown, refused, columns, children }: Props) {
  return (
    <Card
      title={`${title}: ${counted}`}
      action={refused && <FileLink path={refused} label="Download the refused rows" />}
    >
      {count > shown && <p className="mb-3">These are the first {shown} of them.</p>}
      <CardTable label={title} columns={columns}>
        {children}
      </CardTable>
    </Card>
  );
}
