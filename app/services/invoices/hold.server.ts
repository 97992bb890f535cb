/** Holding the payment of a document, and ending that. */
import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { holdForm } from "#contract/invoices/holds.ts";
import { invoices } from "#contract/invoices/operations.ts";
import { paymentMessages } from "#contract/invoices/payments.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { getInvoice, invoiceId } from "./invoices.server.ts";

const invoicePage = (context: RequestContext) => `${paths.invoice(invoiceId(context))}${context.url.search}`;
const withId = <T extends object>(values: T, context: RequestContext) => ({
  ...values,
  InvoiceId: Number(invoiceId(context)),
});

export async function loadInvoiceToHold(context: RequestContext) {
  const { id, supplierName, total, hold, canHold } = await getInvoice(context);
  // Somebody else may just have held it.
  if (!canHold && !hold) throw missing();
  return {
    number: invoiceNumber(id),
    supplierName,
    total,
    isHeld: !canHold,
    parent: invoicePage(context),
    commandId: newCommandId(),
  };
}

export async function loadHeldInvoice(context: RequestContext) {
  const { id, hold, canEndHold } = await getInvoice(context);
  if (!hold || !canEndHold) throw missing();
  return { id, number: invoiceNumber(id), reason: hold.reason };
}

export const holdForms: Record<string, CommandForm> = {
  hold: commandForm({
    operation: invoices.holdPayment,
    schema: holdForm,
    input: withId,
    saved: paymentMessages.held,
    notSaved: paymentMessages.notHeld,
    next: invoicePage,
  }),
};

export const endHoldForms: Record<string, CommandForm> = {
  endHold: commandForm({
    operation: invoices.endHold,
    input: withId,
    saved: paymentMessages.holdEnded,
    notSaved: paymentMessages.holdNotEnded,
    next: invoicePage,
  }),
};
