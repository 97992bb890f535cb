import { invoiceNumber } from "#contract/rules/invoice.ts";
import { paymentNumber } from "#contract/rules/payment.ts";
import type { StoredInvoice } from "./payable.ts";

/** Returns why an invoice cannot be in the next payment; undefined if it can, apart from what makes it invalid. */
export function whyNotPayable({ id, notifiedAt, paymentRunId, heldAt, holdReason }: StoredInvoice): string | undefined {
  const number = invoiceNumber(id);
  if (paymentRunId !== null) return `${number} is already in the payment ${paymentNumber(paymentRunId)}.`;
  if (!notifiedAt) return `The supplier has not been notified of ${number} yet.`;
  return heldAt ? `The payment of ${number} is held: ${holdReason}` : undefined;
}
