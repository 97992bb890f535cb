/** The ledger of line items in the database, and the columns derived from it. */
import { and, asc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { orderLineItems, orders, orderTransactions } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { type Entry, isOpen, ledgerOf, orderStatusOf, statusOf, type Totals } from "#contract/rules/order-line.ts";
import type { StoredLineItem } from "./order.ts";
import { emitLedgerEvents } from "./order-events.ts";
import type { StoredAmounts } from "./stored-amounts.ts";

export type StoredTransaction = typeof orderTransactions.$inferSelect;

export const pairsOf = (row: StoredAmounts): Omit<Totals, "quantity"> => ({
  purchase: { exTax: row.purchaseExTax, tax: row.purchaseTax },
  commission: { exTax: row.commissionExTax, tax: row.commissionTax },
  shipping: { exTax: row.shippingExTax, tax: row.shippingTax },
});

/** Converts the amounts to the API's field names. */
export const amountsOf = (row: StoredAmounts) => ({
  purchaseAmountExTax: row.purchaseExTax,
  purchaseAmountTax: row.purchaseTax,
  commissionAmountExTax: row.commissionExTax,
  commissionAmountTax: row.commissionTax,
  shippingAmountExTax: row.shippingExTax,
  shippingAmountTax: row.shippingTax,
});

const entryOf = ({ type, quantity, ...row }: StoredTransaction): Entry => ({ type, quantity, ...pairsOf(row) });

/**
 * Returns the entries of each line item, in their order.
 * @param visible restricts them to those that the caller may see; all of them for calculations
 */
export async function transactionsOf(
  db: Db,
  lineItemIds: readonly number[],
  visible?: SQL,
): Promise<Map<number, StoredTransaction[]>> {
  const byItem = new Map(lineItemIds.map((id): [number, StoredTransaction[]] => [id, []]));
  if (lineItemIds.length === 0) return byItem;
  const rows = await db
    .select()
    .from(orderTransactions)
    .where(and(inArray(orderTransactions.lineItemId, [...lineItemIds]), visible))
    .orderBy(asc(orderTransactions.id));
  for (const row of rows) byItem.get(row.lineItemId)?.push(row);
  return byItem;
}

export const ledgerOfRows = (rows: readonly StoredTransaction[]) => ledgerOf(rows.map(entryOf));

export async function currentLedger(db: Db, lineItemId: number) {
  return ledgerOfRows((await transactionsOf(db, [lineItemId])).get(lineItemId) ?? []);
}

/**
 * Writes an entry and the resulting status, which is never `waitingOnStock`, and tells the marketplace what the
 * customer gets back. The order must be locked.
 */
export async function record(
  context: Pick<Context, "db" | "caller" | "now" | "config">,
  item: Pick<StoredLineItem, "id" | "orderId" | "status">,
  entry: Entry,
  comment = "",
) {
  const { db, caller, now } = context;
  await db.insert(orderTransactions).values({
    lineItemId: item.id,
    at: now,
    type: entry.type,
    quantity: entry.quantity,
    purchaseExTax: entry.purchase.exTax,
    purchaseTax: entry.purchase.tax,
    commissionExTax: entry.commission.exTax,
    commissionTax: entry.commission.tax,
    shippingExTax: entry.shipping.exTax,
    shippingTax: entry.shipping.tax,
    comment,
    userId: caller.userId,
  });
  const ledger = await currentLedger(db, item.id);
  const status = statusOf(ledger, item.status);
  if (status !== item.status)
    await db.update(orderLineItems).set({ status, expectedInStockDate: null }).where(eq(orderLineItems.id, item.id));
  await updateOutstanding(db, item.orderId);
  await emitLedgerEvents(context, item, entry, ledger.adjusted.quantity);
}

/** Updates the order's status, and whether it is outstanding: it has open line items, or none at all. */
export async function updateOutstanding(db: Db, orderId: number): Promise<void> {
  const rows = await db
    .selectDistinct({ status: orderLineItems.status })
    .from(orderLineItems)
    .where(and(eq(orderLineItems.orderId, orderId), isNull(orderLineItems.deletedAt)));
  const status = orderStatusOf(rows.map((row) => row.status));
  await db
    .update(orders)
    .set({ status, isOutstanding: isOpen(status) })
    .where(eq(orders.id, orderId));
}
