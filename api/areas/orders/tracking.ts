import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { shipmentItems, shipments } from "#api/core/database/schema/index.ts";

/**
 * The last courier and tracking number of each item in the order, by item id. Cancelled shipments and those without a
 * courier are ignored.
 */
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
