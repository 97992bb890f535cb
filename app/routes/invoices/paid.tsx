import { paymentNumber } from "@contract/rules/payment.ts";
import { Link } from "@remix-run/react";
import { BankDetailsChanged } from "~/components/text/bank-details-changed";
import { paths } from "~/lib/paths";
import type { InvoicePage } from "~/services/invoices.server";

interface Props {
  invoice: InvoicePage;
}

/** Beside the account, for whom it is to be watched. Not on paper. */
export function AccountMark({ invoice: { bankDetailsChangedAt } }: Props) {
  return (
    bankDetailsChangedAt && (
      <div className="no-print mt-2">
        <BankDetailsChanged at={bankDetailsChangedAt} />
      </div>
    )
  );
}

/** On which day the bank paid it, and with which payment, which leads there for who may see it. */
export function PaidWith({ invoice: { paidDay, paymentRunId, canPay } }: Props) {
  if (!paidDay || !paymentRunId) return "Not paid yet";
  const number = paymentNumber(paymentRunId);
  return (
    <>
      {`Paid on ${paidDay}, payment `}
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
