import { useLocation } from "@remix-run/react";
import { Link } from "#app/components/layout/link.tsx";
import { BankDetailsChanged } from "#app/components/text/bank-details-changed.tsx";
import { countOf, dollars, integer } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { paymentPaths } from "#app/lib/payment-paths.ts";
import type { InvoicePage } from "#app/services/invoices/invoices.server.ts";
import { paymentNumber } from "#contract/rules/payment.ts";

interface Props {
  invoice: InvoicePage;
}

/** Warns Finance about recently changed bank details; hidden in print. */
export function AccountMark({ invoice: { bankDetailsChangedAt } }: Props) {
  return (
    bankDetailsChangedAt && (
      <div className="no-print mt-2">
        <BankDetailsChanged at={bankDetailsChangedAt} />
      </div>
    )
  );
}

export function HoldLinks({ invoice: { id, canHold, canEndHold } }: Props) {
  const { search } = useLocation();
  return (
    <>
      {canHold && (
        <Link to={`${paymentPaths.hold(id)}${search}`} className="button" preventScrollReset>
          Hold Payment
        </Link>
      )}
      {canEndHold && (
        <Link to={`${paymentPaths.endHold(id)}${search}`} className="button" preventScrollReset>
          End Hold
        </Link>
      )}
    </>
  );
}

/** Leads to the dialog that holds the line item of a row. */
export function HoldRowLink({ row: { holdPath, name } }: { row: InvoicePage["rows"][number] }) {
  const { search } = useLocation();
  return (
    holdPath && (
      <Link
        to={`${holdPath}${search}`}
        className="link no-print inline-block min-h-6 text-xs"
        aria-label={`Hold ${name}`}
        preventScrollReset
      >
        Hold
      </Link>
    )
  );
}

/** What could be in a draft if it were not held. */
export function HeldBeside({ invoice: { heldRows } }: Props) {
  return (
    heldRows && (
      <p className="no-print mb-6">
        <Link to={heldRows.path} className="link inline-block min-h-6">
          {countOf(heldRows.lineItems, "row")} held from being invoiced, {dollars(heldRows.total)}
        </Link>
      </p>
    )
  );
}

/** Why the payment is held; or the bank date and the payment, with a link for users who may see payments. */
export function PaidWith({ invoice: { paidDay, paymentRunId, canPay, state, held } }: Props) {
  if (held) return <span className="text-warn [overflow-wrap:anywhere]">{held}</span>;
  if (!paymentRunId) return "Not paid yet";
  const number = paymentNumber(paymentRunId);
  return (
    <>
      {paidDay
        ? `${state === "scheduled" ? "To be paid" : "Paid"} on ${paidDay}, payment `
        : "In a payment that is not released yet, "}
      {canPay ? (
        <Link to={paths.payment(paymentRunId)} className="link whitespace-nowrap">
          {number}
        </Link>
      ) : (
        number
      )}
    </>
  );
}

/** A payment that the bank has returned, with a link for users who may see payments. */
export function ReturnedPayment({
  invoice: { canPay },
  returned: { paymentRunId, text },
}: Props & { returned: InvoicePage["returned"][number] }) {
  const number = paymentNumber(paymentRunId);
  return (
    <>
      {canPay ? (
        <Link to={paths.payment(paymentRunId)} className="link whitespace-nowrap">
          {number}
        </Link>
      ) : (
        number
      )}
      {`, ${text}`}
    </>
  );
}

/** The invoices of the supplier's payment, and its amount. */
export function PaidTogether({
  paid: { invoices, more, amount, withheld },
}: {
  paid: NonNullable<InvoicePage["paidWith"]>;
}) {
  return (
    <>
      <ul className="grid gap-1">
        {invoices.map(({ id, number, kind, total }) => (
          <li key={id}>
            <Link to={paths.invoice(id)} className="link whitespace-nowrap">
              {number}
            </Link>
            {` (${kind}): ${dollars(total)}`}
          </li>
        ))}
        {more > 0 && <li>… and {integer(more)} more</li>}
      </ul>
      {withheld && <p className="mt-1">{withheld}</p>}
      <p className="mt-1 font-semibold">
        {withheld ? "Paid" : "Total"}: {dollars(amount)}
      </p>
    </>
  );
}
