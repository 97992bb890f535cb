import { useLocation } from "@remix-run/react";
import { CommandButton } from "#app/components/form/command-button.tsx";
import { Link } from "#app/components/layout/link.tsx";
import { RowState } from "#app/components/text/row-state.tsx";
import { paths } from "#app/lib/paths.ts";
import { idsOfRow, rowAnchor } from "#app/lib/row-answers.ts";
import type { InvoicePage } from "#app/services/invoices/invoices.server.ts";

type Row = Pick<InvoicePage["rows"][number], "rowKey" | "name" | "latest" | "thread" | "confirmId">;

interface Props {
  invoice: InvoicePage;
  row: Row;
}

/** The status of the row above, and the supplier's possible answers. Hidden in print. */
export function RowAnswer({ invoice, row, width }: Props & { width: number }) {
  const { latest } = row;
  return (
    <tr className="no-print">
      <td colSpan={width}>
        <div className="flex flex-wrap items-center gap-2">
          <span className="min-w-24">
            <State row={row} />
          </span>
          {invoice.canAnswerRows && <Buttons invoiceId={invoice.id} row={row} />}
          {latest && <span className="text-xs text-muted">{latest.by}</span>}
        </div>
      </td>
    </tr>
  );
}

function State({ row: { rowKey, name, latest, thread } }: { row: Row }) {
  const state = <RowState kind={latest?.kind} />;
  if (thread.length === 0) return state;
  return (
    <a href={`#${rowAnchor(rowKey)}`}>
      {state}
      <span className="sr-only">, read what was said to {name}</span>
    </a>
  );
}

interface ButtonsProps {
  invoiceId: number;
  row: Row;
}

function Buttons({ invoiceId, row: { rowKey, name, latest, confirmId } }: ButtonsProps) {
  const { search } = useLocation();
  return (
    <>
      {confirmId && (
        <CommandButton
          intent={`confirm:${rowKey}`}
          commandId={confirmId}
          label="Confirm"
          name={`Confirm ${name}`}
          busy="Working..."
        >
          {Object.entries(idsOfRow(rowKey)).map(([field, id]) => (
            <input key={field} type="hidden" name={field} value={id} />
          ))}
          <input type="hidden" name="LastAnswerId" value={latest?.id ?? ""} />
        </CommandButton>
      )}
      <Link
        to={`${paths.queryInvoiceRow(invoiceId, rowKey)}${search}`}
        className="button"
        aria-label={`Query ${name}`}
        preventScrollReset
      >
        Query
      </Link>
    </>
  );
}

/** Leads to the confirmation. */
export function ConfirmAllLink({ id }: { id: number }) {
  const { search } = useLocation();
  return (
    <Link to={`${paths.confirmInvoiceRows(id)}${search}`} className="button no-print" preventScrollReset>
      Confirm All Rows
    </Link>
  );
}
