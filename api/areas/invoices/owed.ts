/** What is owed to suppliers and in no invoice yet. */
import { and, count, eq, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql, sum } from "drizzle-orm";
import { OrderLineItemStatus } from "../../../contract/enumerations.ts";
import type { Db } from "../../database/connection.ts";
import { orderLineItems, orders, orderTransactions } from "../../database/schema/index.ts";

/** Between whom an invoice is. */
export interface Parties {
  supplierId: number;
  marketplaceId: number;
}

/** With what is owed between them. */
export interface OwedParties extends Parties {
  lineItems: number;
  /** Dollars inc GST: what the supplier would be paid. */
  total: number;
}

/** Entries of money that no invoice has, in the words of their index. */
export const isUninvoiced = sql`${orderTransactions.invoiceId} is null and ${orderTransactions.type} in (0, 1, 2)`;

const { purchaseExTax, purchaseTax, commissionExTax, commissionTax, shippingExTax, shippingTax } = orderTransactions;
const share = sql`${purchaseExTax} + ${purchaseTax} + ${shippingExTax} + ${shippingTax} - ${commissionExTax} - ${commissionTax}`;
const amounts = [purchaseExTax, purchaseTax, commissionExTax, commissionTax, shippingExTax, shippingTax];

/** The line items of which all is done, and of which some money is still owed by then, either way. */
export function owedItems(db: Db, date: Date, which: SQL | undefined) {
  const isSettled = inArray(orderLineItems.status, [OrderLineItemStatus.complete, OrderLineItemStatus.cancelled]);
  return db
    .select({
      lineItemId: orderLineItems.id,
      orderId: sql<number>`${orders.id}`.as("owed_order_id"),
      supplierId: sql<number>`${orders.supplierId}`.as("owed_supplier_id"),
      marketplaceId: sql<number>`${orders.marketplaceId}`.as("owed_marketplace_id"),
      total: sql`sum(${share})`.as("owed_total"),
    })
    .from(orderTransactions)
    .innerJoin(orderLineItems, eq(orderLineItems.id, orderTransactions.lineItemId))
    .innerJoin(orders, eq(orders.id, orderLineItems.orderId))
    .where(and(isUninvoiced, lte(orderTransactions.at, date), isSettled, isNull(orderLineItems.deletedAt), isNotNull(orders.supplierId), which))
    .groupBy(orderLineItems.id, orders.id)
    .having(or(...amounts.map((amount) => ne(sum(amount), "0"))))
    .as("owed");
}

/**
 * Lets the database learn how much there is, so that it looks for many line items at once and for few by their index. Of
 * what came a moment ago neither a server knows it yet nor the embedded one.
 */
export async function learnSizes(db: Db): Promise<void> {
  await db.execute(sql`analyze (skip_locked) ${orders}, ${orderLineItems}, ${orderTransactions}`);
}

/** Between whom invoices can be made: of all orders, or of those that the condition leaves. */
export async function owedParties(db: Db, date: Date, which?: SQL): Promise<OwedParties[]> {
  const owed = owedItems(db, date, which);
  const { supplierId, marketplaceId, total } = owed;
  return db
    .select({ supplierId, marketplaceId, lineItems: count(), total: sql`sum(${total})`.mapWith(Number) })
    .from(owed)
    .groupBy(supplierId, marketplaceId)
    .orderBy(supplierId, marketplaceId);
}

/** Of orders between these alone. */
export const ofParties = (parties: readonly Parties[]): SQL => sql`(${orders.supplierId}, ${orders.marketplaceId}) in (
  select (pair ->> 'supplierId')::integer, (pair ->> 'marketplaceId')::integer from jsonb_array_elements(${JSON.stringify(parties)}::jsonb) as given (pair))`;
