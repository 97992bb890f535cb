/** Line items and their transactions in the form of the contract. */
import { and, asc, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type StoredLineItem, withIds } from "#api/areas/shared/order.ts";
import { amountsOf, ledgerOfRows, type StoredTransaction, transactionsOf } from "#api/areas/shared/order-ledger.ts";
import type { Db } from "#api/core/database/connection.ts";
import { orderLineItems } from "#api/core/database/schema/index.ts";
import type { Transaction } from "#contract/orders/schema.ts";
import { incTax, type Ledger, subTotal, type Totals } from "#contract/rules/order-line.ts";

export function withAmounts(row: StoredTransaction): Transaction {
  return {
    id: row.id,
    transactionDate: row.at.toISOString(),
    transactionType: row.type,
    quantity: row.quantity,
    ...amountsOf(row),
    comment: row.comment,
  };
}

/**
 * The items of these orders, by order id, in the order of entry.
 * @param visible restricts their transactions to those that the caller may see
 */
export async function lineItemsOf(
  db: Db,
  orderIds: readonly number[],
  visible?: SQL,
): Promise<Map<number, ShownLineItem[]>> {
  const byOrder = new Map(orderIds.map((id): [number, ShownLineItem[]] => [id, []]));
  if (orderIds.length === 0) return byOrder;
  const items = await db
    .select()
    .from(orderLineItems)
    .where(and(inArray(orderLineItems.orderId, [...orderIds]), isNull(orderLineItems.deletedAt)))
    .orderBy(asc(orderLineItems.id));
  const transactions = await transactionsOf(
    db,
    items.map(({ id }) => id),
    visible,
  );
  for (const item of items) byOrder.get(item.orderId)?.push(viewOf(item, transactions.get(item.id) ?? []));
  return byOrder;
}

/** The number of items of an order, as a column of a query that reads few orders. */
export const numberOfLineItems = (orderId: PgColumn) =>
  sql<number>`(select count(*)::int from ${orderLineItems} where ${orderLineItems.orderId} = ${orderId} and ${orderLineItems.deletedAt} is null)`;

export type ShownLineItem = ReturnType<typeof viewOf>;

function viewOf(item: StoredLineItem, transactions: readonly StoredTransaction[]) {
  const { options, commissionBasis, ...own } = item;
  const ledger = ledgerOfRows(transactions);
  return {
    ...own,
    commissionRule: commissionBasis?.rule ?? null,
    options: withIds(options),
    transactions: transactions.map(withAmounts),
    quantity: figuresOf(ledger, ({ quantity }) => quantity),
    purchaseAmount: figuresOf(ledger, ({ purchase }) => incTax(purchase)),
    shippingAmount: figuresOf(ledger, ({ shipping }) => incTax(shipping)),
    commissionAmount: figuresOf(ledger, ({ commission }) => incTax(commission)),
    subTotal: figuresOf(ledger, subTotal),
  };
}

const figuresOf = ({ ordered, adjusted, owed }: Ledger, figure: (totals: Totals) => number) => ({
  ordered: figure(ordered),
  adjusted: figure(adjusted),
  owed: figure(owed),
});
