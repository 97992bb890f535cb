import { and, eq } from "drizzle-orm";
import { orderToChange } from "#api/areas/shared/order.ts";
import { ledgerOfRows, transactionsOf, updateOutstanding } from "#api/areas/shared/order-ledger.ts";
import { settleShipBy } from "#api/areas/shared/ship-by.ts";
import { deliveries, orderLineItems } from "#api/core/database/schema/index.ts";
import type { PutBack } from "#api/core/history/put-back.ts";
import type { Done, Undoer } from "#api/core/history/undoers.ts";
import type { Context } from "#api/core/operations/context.ts";
import { conflict, notFound } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { followQuantity } from "./stock.ts";

type Deletion = Done<Operations["orders"]["deleteLineItem"]>;

/**
 * The item is ordered again with what was left of it.
 * @throws Refusal 409 if the marketplace was told that it is cancelled, because customers get their money back then
 */
export const undoDeleteLineItem: Undoer<Operations["orders"]["deleteLineItem"]> = {
  authorise: orderOfItem,
  undo: restoreItem,
};

async function orderOfItem({ input }: Pick<Deletion, "input">, context: Context) {
  const [item] = await context.db.select().from(orderLineItems).where(eq(orderLineItems.id, input.LineItemId));
  if (!item) throw notFound("This item");
  return orderToChange(context, item.orderId);
}

async function restoreItem({ input, changes }: Deletion, context: Context): Promise<PutBack> {
  const { db } = context;
  const { marketplaceId } = await orderOfItem({ input }, context);
  const own = changes.filter(({ tableName, after }) => tableName === "order_line_items" && after?.deleted_at);
  // Read after the lock.
  const [item] = await db.select().from(orderLineItems).where(eq(orderLineItems.id, input.LineItemId));
  if (!item?.deletedAt) return { restored: [], kept: own };
  // With the same time, because it was told in the transaction of the deletion.
  const told = await db.$count(
    deliveries,
    and(
      eq(deliveries.marketplaceId, marketplaceId),
      eq(deliveries.createdAt, item.deletedAt),
      eq(deliveries.orderId, item.orderId),
      eq(deliveries.event, "cancelled"),
    ),
  );
  if (told > 0)
    throw conflict("The marketplace has been told that this item is cancelled. To sell it all the same, add it again.");
  await db.update(orderLineItems).set({ deletedAt: null }).where(eq(orderLineItems.id, item.id));
  const { adjusted } = ledgerOfRows((await transactionsOf(db, [item.id])).get(item.id) ?? []);
  await followQuantity(db, item, { from: 0, to: adjusted.quantity });
  await updateOutstanding(db, item.orderId);
  await settleShipBy(context, item.orderId);
  return { restored: own, kept: [] };
}
