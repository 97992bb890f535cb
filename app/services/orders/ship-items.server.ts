/** The dialog that ships items of an order. */

import { paths, withParams } from "#app/lib/paths.ts";
import { allToShip, chosenItem } from "#app/lib/ship-items.ts";
import { shipPaths } from "#app/lib/ship-paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { lastCourierOf } from "#app/services/shipments/last-courier.server.ts";
import { orders } from "#contract/orders/operations.ts";
import type { OrderLineItem } from "#contract/orders/schema.ts";
import { addShipmentForm } from "#contract/shipments/forms.ts";
import { shipments } from "#contract/shipments/operations.ts";
import { shipmentMessages } from "#contract/shipments/schema.ts";
import { thenSlip } from "#contract/shipments/slip.ts";
import { orderId } from "./order.server.ts";

/**
 * Returns the line items of the query string by position, so that input for one is not shown for another. Without any,
 * the dialog offers everything left to ship.
 */
export async function loadItemsToShip(context: RequestContext) {
  const order = await context.api(orders.get, { id: orderId(context) });
  if (!order.canUpdateLineItemStatus) throw missing();
  const chosen = [...new Set(context.url.searchParams.getAll(chosenItem))];
  const [couriers, lastCourier] = await Promise.all([
    context.api(shipments.couriers, {}),
    lastCourierOf(context, order.supplierId ?? undefined),
  ]);
  return {
    orderId: order.id,
    couriers: couriers.map(({ id, name }) => ({ value: String(id), label: name })),
    lastCourier: String(lastCourier ?? ""),
    allItems: allToShip(order),
    commandId: newCommandId(),
    items: chosen.map((id) =>
      toShip(
        id,
        order.lineItems.find((item) => String(item.id) === id),
      ),
    ),
  };
}

/** Nothing can be shipped of an item that is no longer in the order. */
function toShip(id: string, item: OrderLineItem | undefined) {
  return {
    id,
    name: item?.productName ?? "No longer in this order",
    sku: item?.productSku ?? "",
    options: item?.options ?? [],
    owed: item?.quantity.owed ?? 0,
  };
}

const orderPage = (context: RequestContext) =>
  `${paths.order(orderId(context))}${withParams(context.url.search, { [chosenItem]: null })}`;

export const shipForms: Record<string, CommandForm> = {
  ship: commandForm({
    operation: shipments.add,
    schema: addShipmentForm,
    input: ({ Then, ...shipment }, context) => ({ OrderId: orderId(context), ...shipment }),
    saved: shipmentMessages.saved,
    notSaved: shipmentMessages.notSaved,
    next: (context, id, { Then, CourierId, TrackingNumber }) => {
      if (Then !== thenSlip) return orderPage(context);
      return CourierId && TrackingNumber ? paths.packagingSlip(id) : shipPaths.thenSlip(id);
    },
  }),
};
