import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "../../database/connection.ts";
import { shipmentItems, shipments } from "../../database/schema/index.ts";

/** With whom each item of the order left last, by the item; nothing of shipments that were cancelled, or have no courier yet. */
export async function trackingOf(
  db: Db,
  orderId: number,
): Promise<Map<number, { courierId: number | null; trackingNumber: string }>> {
  const rows = await db
    .select({
      lineItemId: shipmentItems.lineItemId,
      courierId: shipments.courierId,
      trackingNumber: shipments.trackingNumber,
    })
    .from(shipmentItems)
    .innerJoin(shipments, eq(shipments.id, shipmentItems.shipmentId))
    .where(and(eq(shipments.orderId, orderId), isNull(shipments.cancelledAt), isNotNull(shipments.courierId)))
    .orderBy(asc(shipments.id));
  return new Map(rows.map(({ lineItemId, ...tracking }) => [lineItemId, tracking]));
}
