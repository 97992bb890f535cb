/** Orders, as everything that changes something in them finds them. */
import { and, eq } from "drizzle-orm";
import { type Caller, hasBit, hasRole, visibleTo } from "#api/access/caller.ts";
import { type orderLineItems, orders } from "#api/database/schema/index.ts";
import type { Context } from "#api/operations/context.ts";
import { notFound } from "#api/refusals/refusal.ts";
import { SupplierPermission } from "#contract/enumerations.ts";

export type StoredOrder = typeof orders.$inferSelect;
export type StoredLineItem = typeof orderLineItems.$inferSelect;

/** The options of what was bought, as the agreement shows them. */
export const numbered = (options: StoredLineItem["options"]) => options.map((option, i) => ({ id: i + 1, ...option }));

/** What the caller may do with an order; a supplier never changes amounts, commission or whom it is for. */
export function flagsOf(caller: Caller, { supplierId }: Pick<StoredOrder, "supplierId">) {
  const canEditDetails = hasRole(caller, "Administrator", "Operator");
  return {
    canEditDetails,
    canUpdateLineItemStatus:
      canEditDetails || (supplierId !== null && hasBit(caller, supplierId, SupplierPermission.orders)),
  };
}

/**
 * The order, found through the suppliers that the caller may see, and locked, so that whatever is changed in one order
 * happens one after the other. What the caller may do with it is not asked here.
 * @throws Refusal 404
 */
export async function lockedOrder({ db, caller }: Pick<Context, "db" | "caller">, id: number): Promise<StoredOrder> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), visibleTo(caller, orders.supplierId)))
    .for("update");
  if (!order) throw notFound("This order");
  return order;
}

/**
 * The order, locked, for a command whose permission is one of its flags.
 * @throws Refusal 404 or 403
 */
export async function orderToChange(context: Context, id: number): Promise<StoredOrder> {
  const order = await lockedOrder(context, id);
  context.authorise(flagsOf(context.caller, order));
  return order;
}
