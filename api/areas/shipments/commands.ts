import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Operations } from "../../../contract/operations.ts";
import { shipmentOf, wrongToShip } from "../../../contract/rules/order-line.ts";
import { chosenShipmentStatuses } from "../../../contract/shipments/schema.ts";
import { orderLineItems, shipmentItems, shipments } from "../../database/schema/index.ts";
import type { Handler } from "../../http/handlers.ts";
import { refuse } from "../../http/refusal.ts";
import { orderToChange } from "../shared/order.ts";
import { ledgerOfRows, record, transactionsOf } from "../shared/order-ledger.ts";
import { shipmentToChange } from "./policy.ts";
import { shipmentsToPrint } from "./slips.ts";

type Shipments = Operations["shipments"];

export const add: Handler<Shipments["add"]> = async (input, context) => {
  const { db, now } = context;
  const order = await orderToChange(context, input.OrderId);
  const ids = input.Items.map(({ LineItemId }) => LineItemId);
  const found = await db
    .select()
    .from(orderLineItems)
    .where(and(inArray(orderLineItems.id, ids), eq(orderLineItems.orderId, order.id), isNull(orderLineItems.deletedAt)));
  const transactions = await transactionsOf(
    db,
    found.map(({ id }) => id),
  );
  const wanted = input.Items.map(({ LineItemId, QuantityToShip: quantity }) => ({ item: found.find(({ id }) => id === LineItemId), quantity }));
  const reasons = wanted.map(({ item, quantity }, i): [string, string | undefined] =>
    item
      ? [`Items.${i}.QuantityToShip`, wrongToShip(ledgerOfRows(transactions.get(item.id) ?? []), quantity)]
      : [`Items.${i}.LineItemId`, "This item is not in the order any more."],
  );
  refuse(Object.fromEntries(reasons));
  const shipped = wanted.flatMap(({ item, quantity }) => (item && quantity > 0 ? [{ item, quantity }] : []));

  const [shipment] = await db
    .insert(shipments)
    .values({ orderId: order.id, supplierId: order.supplierId, marketplaceId: order.marketplaceId, createdAt: now })
    .returning({ id: shipments.id });
  if (!shipment) throw new Error("a shipment was not kept");
  await db.insert(shipmentItems).values(shipped.map(({ item, quantity }) => ({ shipmentId: shipment.id, lineItemId: item.id, quantity })));
  for (const { item, quantity } of shipped) await record(context, item, shipmentOf(quantity));
  return shipment.id;
};

export const update: Handler<Shipments["update"]> = async (input, context) => {
  const shipment = await shipmentToChange(context, input.ShipmentId);
  const { CourierId: courierId, TrackingNumber: trackingNumber } = input;
  const isChosen = chosenShipmentStatuses.some(({ value }) => value === input.Status);
  const isOtherSlip = courierId !== shipment.courierId || trackingNumber !== shipment.trackingNumber;
  refuse({ Status: !isChosen && input.Status !== shipment.status && "Please choose one from the list." });
  await context.db
    .update(shipments)
    .set({ courierId, trackingNumber, status: input.Status, ...(isOtherSlip && { slipPrintedAt: null, slipPrintedBy: null }) })
    .where(eq(shipments.id, shipment.id));
  return null;
};

/** What is printed once more is printed last by whoever did it last; each time stays in what is kept of commands. */
export const markSlipsPrinted: Handler<Shipments["markSlipsPrinted"]> = async (input, context) => {
  const { db, caller, now } = context;
  const printed = await shipmentsToPrint(context, input.ShipmentIds);
  const ids = printed.map(({ id }) => id);
  await db.update(shipments).set({ slipPrintedAt: now, slipPrintedBy: caller.userId }).where(inArray(shipments.id, ids));
  return null;
};

export const cancel: Handler<Shipments["cancel"]> = async (input, context) => {
  const { db, now } = context;
  const { id } = await shipmentToChange(context, input.ShipmentId);
  await db.update(shipments).set({ cancelledAt: now }).where(eq(shipments.id, id));
  const shipped = await db
    .select({ item: orderLineItems, quantity: shipmentItems.quantity })
    .from(shipmentItems)
    .innerJoin(orderLineItems, eq(orderLineItems.id, shipmentItems.lineItemId))
    .where(eq(shipmentItems.shipmentId, id))
    .orderBy(asc(orderLineItems.id));
  for (const { item, quantity } of shipped) await record(context, item, shipmentOf(-quantity), `Shipment ${id} was cancelled.`);
  return null;
};
