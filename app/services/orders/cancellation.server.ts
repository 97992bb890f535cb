/** The dialog that cancels unshipped items: one item named in the query string, or the whole order. */

import { paths, withParams } from "#app/lib/paths.ts";
import { chosenItem } from "#app/lib/ship-items.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { cancellationForm } from "#contract/orders/forms.ts";
import { orders } from "#contract/orders/operations.ts";
import { type OrderLineItem, orderMessages } from "#contract/orders/schema.ts";
import { amountsFor } from "#contract/rules/adjustment.ts";
import { add } from "#contract/rules/money.ts";
import { orderId } from "./order.server.ts";

const itemIn = ({ url }: RequestContext) => url.searchParams.get(chosenItem);

export async function loadCancellation(context: RequestContext) {
  const order = await context.api(orders.get, { id: orderId(context) });
  const wanted = itemIn(context);
  const item = order.lineItems.find(({ id }) => String(id) === wanted);
  if (!order.canCancelItems || (wanted !== null && !item)) throw missing();
  const open = (item ? [item] : order.lineItems).filter(({ quantity }) => quantity.owed > 0);
  return { orderId: order.id, isOfOrder: wanted === null, items: open.map(toCancel), commandId: newCommandId() };
}

/** `refund`: dollars inc GST that the customer gets back. */
function toCancel(item: OrderLineItem) {
  const { purchase, shipping } = amountsFor(item, -item.quantity.owed);
  return {
    id: item.id,
    name: item.productName,
    quantity: item.quantity.owed,
    shipped: item.quantity.adjusted - item.quantity.owed,
    refund: -add(purchase, shipping),
  };
}

export const cancellationForms: Record<string, CommandForm> = {
  cancel: commandForm({
    operation: orders.cancelLineItems,
    schema: cancellationForm,
    input(typed, context) {
      const item = itemIn(context);
      return { ...typed, OrderId: orderId(context), LineItemIds: item === null ? null : [item] };
    },
    saved: orderMessages.cancelled,
    notSaved: orderMessages.notSaved,
    next: (context) => withParams(`${paths.order(orderId(context))}${context.url.search}`, { [chosenItem]: null }),
  }),
};
