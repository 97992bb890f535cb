/** Access to orders for all commands that change them. */
import { and, eq } from "drizzle-orm";
import { type Caller, hasBit, hasRole, visibleOrders } from "#api/core/access/caller.ts";
import { type orderLineItems, orders } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { SupplierPermission } from "#contract/enumerations.ts";

export type StoredOrder = typeof orders.$inferSelect;
export type StoredLineItem = typeof orderLineItems.$inferSelect;

/** Converts the options of a purchased item to the API's form. */
export const withIds = (options: StoredLineItem["options"]) => options.map((option, i) => ({ id: i + 1, ...option }));

/** Returns the caller's permissions on an order; supplier staff never change amounts, commission or recipient. */
export function flagsOf(caller: Caller, { supplierId }: Pick<StoredOrder, "supplierId">) {
  const canEditDetails = hasRole(caller, "Administrator", "Operator");
  return {
    canEditDetails,
    canUpdateLineItemStatus:
      canEditDetails || (supplierId !== null && hasBit(caller, supplierId, SupplierPermission.orders)),
  };
}

/**
 * Returns the order if its supplier is visible to the caller, and locks it, so that changes of one order are
 * serialised. Does not check permissions.
 * @throws Refusal 404
 */
export async function lockedOrder({ db, caller }: Pick<Context, "db" | "caller">, id: number): Promise<StoredOrder> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), visibleOrders(caller)))
    .for("update");
  if (!order) throw notFound("This order");
  return order;
}

/**
 * Returns the order, locked, for a command whose permission is one of its flags.
 * @throws Refusal 404 or 403
 */
export async function orderToChange(context: Context, id: number): Promise<StoredOrder> {
  const order = await lockedOrder(context, id);
  context.authorise(flagsOf(context.caller, order));
  return order;
}
