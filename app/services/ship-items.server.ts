/** The dialog that ships items of an order. */
import { orders } from "@contract/orders/operations.ts";
import type { OrderLineItem } from "@contract/orders/schema.ts";
import { addShipmentForm } from "@contract/shipments/forms.ts";
import { shipments } from "@contract/shipments/operations.ts";
import { shipmentMessages } from "@contract/shipments/schema.ts";
import { thenSlip } from "@contract/shipments/slip.ts";
import { paths, withParams } from "~/lib/paths";
import { chosenItem } from "~/lib/ship-items";
import type { Call } from "./call.server";
import { type CommandForm, commandForm, newCommandId } from "./command-form.server";
import { orderId } from "./order.server";
import { missing } from "./route.server";

/** The items that the address names, each in its place: what was typed for one must not become another's. */
export async function loadItemsToShip(call: Call) {
  const order = await call.api(orders.get, { id: orderId(call) });
  if (!order.canUpdateLineItemStatus) throw missing();
  const chosen = [...new Set(call.url.searchParams.getAll(chosenItem))];
  return {
    orderId: order.id,
    commandId: newCommandId(),
    items: chosen.map((id) =>
      toShip(
        id,
        order.lineItems.find((item) => String(item.id) === id),
      ),
    ),
  };
}

/** Nothing is left of one that is not in the order any more. */
function toShip(id: string, item: OrderLineItem | undefined) {
  return {
    id,
    name: item?.productName ?? "Not in this order any more",
    sku: item?.productSku ?? "",
    options: item?.options ?? [],
    owed: item?.quantity.owed ?? 0,
  };
}

const orderPage = (call: Call) => `${paths.order(orderId(call))}${withParams(call.url.search, { [chosenItem]: null })}`;

export const shipForms: Record<string, CommandForm> = {
  ship: commandForm({
    operation: shipments.add,
    schema: addShipmentForm,
    input: ({ Items }, call) => ({ OrderId: orderId(call), Items }),
    saved: shipmentMessages.saved,
    notSaved: shipmentMessages.notSaved,
    next: (call, id, { Then }) => (Then === thenSlip ? paths.shipmentThenSlip(id) : orderPage(call)),
  }),
};
