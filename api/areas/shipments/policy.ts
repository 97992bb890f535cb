import { and, eq } from "drizzle-orm";
import { flagsOf, lockedOrder } from "#api/areas/shared/order.ts";
import { type StoredShipment, whyClosed } from "#api/areas/shared/shipping.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { shipments } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { conflict, notFound } from "#api/core/refusals/refusal.ts";

/**
 * Returns the shipment for a command that changes it, locked.
 * @throws Refusal 404 or 403, or 409 if it is delivered or cancelled
 */
export async function shipmentToChange(context: Context, id: number): Promise<StoredShipment> {
  const { shipment, mayShip } = await lockedShipment(context, id);
  context.authorise({ canEdit: mayShip });
  assertOpen(shipment);
  return shipment;
}

/**
 * Returns a shipment that the caller sees, and whether they ship what is in its order. The order is locked, so that
 * shipping and cancelling happen one at a time.
 * @throws Refusal 404
 */
export async function lockedShipment(
  { db, caller }: Pick<Context, "db" | "caller">,
  id: number,
): Promise<{ shipment: StoredShipment; mayShip: boolean }> {
  const [where] = await db
    .select({ orderId: shipments.orderId })
    .from(shipments)
    .where(and(eq(shipments.id, id), visibleTo(caller, shipments.supplierId)));
  if (!where) throw notFound("This shipment");
  const order = await lockedOrder({ db, caller }, where.orderId);
  // Read after the lock, because a concurrent request may have changed or cancelled it.
  const [shipment] = await db.select().from(shipments).where(eq(shipments.id, id));
  if (!shipment) throw notFound("This shipment");
  return { shipment, mayShip: flagsOf(caller, order).canUpdateLineItemStatus };
}

/** @throws Refusal 409 if it is delivered or cancelled */
export function assertOpen(shipment: StoredShipment): void {
  const why = whyClosed(shipment);
  if (why) throw conflict(why);
}
