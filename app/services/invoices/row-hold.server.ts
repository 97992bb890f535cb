/** Holding a line item from being invoiced, and ending that: on the order's page, and on that of a draft. */
import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { holdForm, rowHoldMessages } from "#contract/invoices/holds.ts";
import { invoices } from "#contract/invoices/operations.ts";
import { orders } from "#contract/orders/operations.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { getInvoice, invoiceId } from "./invoices.server.ts";

const lineItemId = ({ param }: RequestContext) => param("lineItemId");
const orderId = ({ param }: RequestContext) => param("id");
const orderPage = (context: RequestContext) => `${paths.order(orderId(context))}${context.url.search}`;
const invoicePage = (context: RequestContext) => `${paths.invoice(invoiceId(context))}${context.url.search}`;

async function getItem(context: RequestContext) {
  const { lineItems } = await context.api(orders.get, { id: orderId(context) });
  const item = lineItems.find(({ id }) => String(id) === lineItemId(context));
  if (!item) throw missing();
  return item;
}

export async function loadItemToHold(context: RequestContext) {
  const { productName, hold, canHold } = await getItem(context);
  // Somebody else may just have held it.
  if (!canHold && !hold) throw missing();
  return {
    about: productName,
    whyNot: canHold ? undefined : "This item is held.",
    draft: undefined,
    parent: orderPage(context),
    commandId: newCommandId(),
  };
}

export async function loadHeldItem(context: RequestContext) {
  const { productName, hold, canEndHold } = await getItem(context);
  if (!hold || !canEndHold) throw missing();
  return { orderId: orderId(context), productName, reason: hold.reason };
}

export async function loadRowToHold(context: RequestContext) {
  const { id, transactions, canHoldRows } = await getInvoice(context);
  const row = transactions.find((each) => String(each.lineItemId) === lineItemId(context));
  if (!canHoldRows) throw missing();
  const draft = invoiceNumber(id);
  return {
    about: row ? `${row.productName}, order ${row.marketplaceOrderId}` : draft,
    // Somebody else may just have held it.
    whyNot: row ? undefined : `This item is not in ${draft}.`,
    draft,
    parent: invoicePage(context),
    commandId: newCommandId(),
  };
}

/** The item of a dialog. */
export type ItemToHold = Awaited<ReturnType<typeof loadItemToHold | typeof loadRowToHold>>;

const hold = (next: (context: RequestContext) => string): Record<string, CommandForm> => ({
  hold: commandForm({
    operation: invoices.holdLineItem,
    schema: holdForm,
    input: (typed, context) => ({ ...typed, LineItemId: Number(lineItemId(context)) }),
    saved: rowHoldMessages.held,
    notSaved: rowHoldMessages.notHeld,
    next,
  }),
});

export const holdItemForms = hold(orderPage);
export const holdRowForms = hold(invoicePage);

export const endItemHoldForms: Record<string, CommandForm> = {
  endHold: commandForm({
    operation: invoices.endHoldOfLineItem,
    input: (_, context) => ({ LineItemId: Number(lineItemId(context)) }),
    saved: rowHoldMessages.ended,
    notSaved: rowHoldMessages.notEnded,
    next: orderPage,
  }),
};
