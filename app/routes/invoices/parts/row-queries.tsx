import { useLocation } from "@remix-run/react";
import { Card } from "#app/components/layout/card.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { RowState } from "#app/components/text/row-state.tsx";
import { dollars } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { rowAnchor } from "#app/lib/row-answers.ts";
import type { InvoicePage } from "#app/services/invoices/invoices.server.ts";
import { RowThread } from "./row-thread.tsx";

interface Props {
  invoice: InvoicePage;
}

/** The rows with notes, and their threads. Hidden in print, because they are between the supplier and Finance. */
export function RowQueries({ invoice }: Props) {
  const rows = [...invoice.rows, ...invoice.charges].filter(({ thread }) => thread.length > 0);
  if (rows.length === 0) return null;
  return (
    <div className="no-print">
      <Card title="Queries">
        <ul className="grid gap-4">
          {rows.map((row) => (
            <Query key={row.rowKey} invoice={invoice} row={row} />
          ))}
        </ul>
      </Card>
    </div>
  );
}

function Query({
  invoice: { id, canAnswerQueries },
  row,
}: Props & { row: InvoicePage["rows"][number] | InvoicePage["charges"][number] }) {
  const { search } = useLocation();
  const { rowKey, name, amount, latest, thread } = row;
  return (
    <li
      id={rowAnchor(rowKey)}
      className="grid scroll-mt-20 justify-items-start gap-2 border-t border-line pt-4 first:border-t-0 first:pt-0"
    >
      <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
        <span className="[overflow-wrap:anywhere]">
          {name}: {dollars(amount)}
        </span>
        <RowState kind={latest?.kind} />
      </h3>
      <RowThread answers={thread} />
      {canAnswerQueries && latest?.kind === "queried" && (
        <Link
          to={`${paths.answerInvoiceRow(id, rowKey)}${search}`}
          className="button button-primary"
          aria-label={`Answer ${name}`}
          preventScrollReset
        >
          Answer
        </Link>
      )}
    </li>
  );
}
