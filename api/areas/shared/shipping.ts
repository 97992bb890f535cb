/** Creating and changing shipments. The order must be locked, and the caller allowed to ship it. */
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { orderLineItems, shipmentItems, shipments } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { refuse } from "#api/core/refusals/refusal.ts";
import { ShipmentStatus } from "#contract/enumerations.ts";
import { shipmentOf, shipmentProblem } from "#contract/rules/order-line.ts";
import { chosenShipmentStatuses } from "#contract/shipments/schema.ts";
import type { StoredOrder } from "./order.ts";
import { emitShipmentEvents, type ShipmentEvent } from "./order-events.ts";
import { ledgerOfRows, record, transactionsOf } from "./order-ledger.ts";

export type StoredShipment = typeof shipments.$inferSelect;

interface NewShipment {
  items: readonly ToShip[];
  courierId?: number | null;
  trackingNumber?: string;
}

interface ToShip {
  LineItemId: number;
  /** 0 leaves the item out. */
  QuantityToShip: number;
}

/**
 * Creates a shipment of these items. Returns its id.
 * @throws Refusal 422 with a message for each item that cannot be shipped, as `Items.0.QuantityToShip`
 */
export async function makeShipment(
  context: Pick<Context, "db" | "caller" | "now" | "config">,
  order: StoredOrder,
  shipped: NewShipment,
): Promise<number> {
  const { db, now } = context;
  const { items, courierId = null, trackingNumber = "" } = shipped;
  const ids = items.map(({ LineItemId }) => LineItemId);
  const found = await db
    .select()
    .from(orderLineItems)
    .where(
      and(inArray(orderLineItems.id, ids), eq(orderLineItems.orderId, order.id), isNull(orderLineItems.deletedAt)),
    );
  const transactions = await transactionsOf(
    db,
    found.map(({ id }) => id),
  );
  const wanted = items.map(({ LineItemId, QuantityToShip: quantity }) => ({
    item: found.find(({ id }) => id === LineItemId),
    quantity,
  }));
  const reasons = wanted.map(({ item, quantity }, i): [string, string | undefined] =>
    item
      ? [`Items.${i}.QuantityToShip`, shipmentProblem(ledgerOfRows(transactions.get(item.id) ?? []), quantity)]
      : [`Items.${i}.LineItemId`, "This item is no longer in the order."],
  );
  refuse(Object.fromEntries(reasons));
  const leaving = wanted.flatMap(({ item, quantity }) => (item && quantity > 0 ? [{ item, quantity }] : []));

  const [shipment] = await db
    .insert(shipments)
    .values({
      orderId: order.id,
      supplierId: order.supplierId,
      marketplaceId: order.marketplaceId,
      createdAt: now,
      courierId,
      trackingNumber,
    })
    .returning({ id: shipments.id });
  if (!shipment) throw new Error("a shipment was not stored");
  await db
    .insert(shipmentItems)
    .values(leaving.map(({ item, quantity }) => ({ shipmentId: shipment.id, lineItemId: item.id, quantity })));
  for (const { item, quantity } of leaving) await record(context, item, shipmentOf(quantity));
  await emitShipmentEvents(context, shipment.id, "shipped");
  return shipment.id;
}

type Tracked = Pick<StoredShipment, "id" | "status" | "courierId" | "trackingNumber">;

interface Tracking {
  CourierId: number | null;
  TrackingNumber: string;
  Status: number;
}

/**
 * A changed courier or tracking number marks the packaging slip as not printed, and the marketplace is told.
 * @throws Refusal 422 for a status that users do not choose, unless the shipment has it already
 */
export async function trackShipment(
  context: Pick<Context, "db" | "now" | "config">,
  shipment: Tracked,
  tracking: Tracking,
): Promise<void> {
  const isChosen = chosenShipmentStatuses.some(({ value }) => value === tracking.Status);
  refuse({ Status: !isChosen && tracking.Status !== shipment.status && "Please choose one from the list." });
  const { CourierId: courierId, TrackingNumber: trackingNumber, Status: status } = tracking;
  const isOtherSlip = courierId !== shipment.courierId || trackingNumber !== shipment.trackingNumber;
  await context.db
    .update(shipments)
    .set({ courierId, trackingNumber, status, ...(isOtherSlip && { slipPrintedAt: null, slipPrintedBy: null }) })
    .where(eq(shipments.id, shipment.id));
  const events: ShipmentEvent[] = isOtherSlip ? ["shipped"] : [];
  if (status === ShipmentStatus.delivered && shipment.status !== status) events.push("delivered");
  await emitShipmentEvents(context, shipment.id, ...events);
}

/** Takes the items back from a shipment that is not cancelled yet, and tells the marketplace. */
export async function cancelShipment(context: Pick<Context, "db" | "caller" | "now" | "config">, id: number) {
  const { db, now } = context;
  await db.update(shipments).set({ cancelledAt: now }).where(eq(shipments.id, id));
  const shipped = await db
    .select({ item: orderLineItems, quantity: shipmentItems.quantity })
    .from(shipmentItems)
    .innerJoin(orderLineItems, eq(orderLineItems.id, shipmentItems.lineItemId))
    .where(eq(shipmentItems.shipmentId, id))
    .orderBy(asc(orderLineItems.id));
  for (const { item, quantity } of shipped)
    await record(context, item, shipmentOf(-quantity), `Shipment ${id} was cancelled.`);
  await emitShipmentEvents(context, id, "shipmentCancelled");
}

/** Returns why the shipment can no longer be changed; undefined if it can. */
export function whyClosed({ status, cancelledAt }: Pick<StoredShipment, "status" | "cancelledAt">): string | undefined {
  if (cancelledAt) return "This shipment was cancelled, so it can no longer be changed.";
  if (status === ShipmentStatus.delivered) return "This shipment is delivered, so it can no longer be changed.";
  return undefined;
}
