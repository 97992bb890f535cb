import { and, eq, isNull } from "drizzle-orm";
import { SupplierPermission } from "../../../contract/enumerations.ts";
import { type Caller, hasBit, hasRole, visibleTo } from "../../access/caller.ts";
import { orderLineItems, orders } from "../../database/schema/index.ts";
import type { Context } from "../../http/context.ts";
import { notFound } from "../../http/refusal.ts";

export type StoredOrder = typeof orders.$inferSelect;
export type StoredLineItem = typeof orderLineItems.$inferSelect;

/** What the caller may do with an order; a supplier never changes amounts, commission or whom it is for. */
export function flagsOf(caller: Caller, { supplierId }: Pick<StoredOrder, "supplierId">) {
  const canEditDetails = hasRole(caller, "Administrator", "Operator");
  return { canEditDetails, canUpdateLineItemStatus: canEditDetails || (supplierId !== null && hasBit(caller, supplierId, SupplierPermission.orders)) };
}

/**
 * The order, for a command that changes it or anything in it: found through the suppliers that the caller may see, and
 * locked, so that whatever is changed in one order happens one after the other.
 * @throws Refusal 404 or 403
 */
export async function orderToChange(context: Context, id: number): Promise<StoredOrder> {
  const [order] = await context.db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), visibleTo(context.caller, orders.supplierId)))
    .for("update");
  if (!order) throw notFound("This order");
  context.authorise(flagsOf(context.caller, order));
  return order;
}

/**
 * The line item with its order, which is locked.
 * @throws Refusal 404 or 403
 */
export async function lineItemToChange(context: Context, id: number): Promise<{ order: StoredOrder; item: StoredLineItem }> {
  const found = eq(orderLineItems.id, id);
  const [where] = await context.db
    .select({ orderId: orderLineItems.orderId })
    .from(orderLineItems)
    .innerJoin(orders, eq(orders.id, orderLineItems.orderId))
    .where(and(found, visibleTo(context.caller, orders.supplierId)));
  if (!where) throw notFound("This item");
  const order = await orderToChange(context, where.orderId);
  // Only now: somebody else may just have changed or deleted it.
  const [item] = await context.db
    .select()
    .from(orderLineItems)
    .where(and(found, isNull(orderLineItems.deletedAt)));
  if (!item) throw notFound("This item");
  return { order, item };
}
