import { and, eq, isNull } from "drizzle-orm";
import { orderToChange, type StoredLineItem, type StoredOrder } from "#api/areas/shared/order.ts";
import { visibleOrders } from "#api/core/access/caller.ts";
import { orderLineItems, orders } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { notFound } from "#api/core/refusals/refusal.ts";

/**
 * Returns the line item and its order, which is locked.
 * @throws Refusal 404 or 403
 */
export async function lineItemToChange(
  context: Context,
  id: number,
): Promise<{ order: StoredOrder; item: StoredLineItem }> {
  const found = eq(orderLineItems.id, id);
  const [where] = await context.db
    .select({ orderId: orderLineItems.orderId })
    .from(orderLineItems)
    .innerJoin(orders, eq(orders.id, orderLineItems.orderId))
    .where(and(found, visibleOrders(context.caller)));
  if (!where) throw notFound("This item");
  const order = await orderToChange(context, where.orderId);
  // Read after the lock, because a concurrent request may have changed or deleted it.
  const [item] = await context.db
    .select()
    .from(orderLineItems)
    .where(and(found, isNull(orderLineItems.deletedAt)));
  if (!item) throw notFound("This item");
  return { order, item };
}
