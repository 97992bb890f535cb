/** Line items that are held from being invoiced. */
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import {
  invoiceRows,
  invoices,
  lineItemHolds,
  orderLineItems,
  orders,
  users,
} from "#api/core/database/schema/index.ts";
import type { Hold } from "#contract/invoices/holds.ts";
import { fullName } from "./users.ts";

/** Condition on line items. */
export const isHeld: SQL = sql`${orderLineItems.id} in (select ${lineItemHolds.lineItemId} from ${lineItemHolds})`;
/** Not by `not in`, for which the database has no join. */
export const isNotHeld: SQL = sql`not exists (select 1 from ${lineItemHolds} where ${lineItemHolds.lineItemId} = ${orderLineItems.id})`;

/** Condition on orders: one of their items is held. */
export const hasHeldItem: SQL = sql`${orders.id} in (
  select ${orderLineItems.orderId} from ${lineItemHolds} join ${orderLineItems} on ${orderLineItems.id} = ${lineItemHolds.lineItemId}
  where ${orderLineItems.deletedAt} is null)`;

/** The holds of an order's items, by line item. */
export async function holdsIn(db: Db, orderId: number): Promise<ReadonlyMap<number, Hold>> {
  const { lineItemId, heldAt, heldBy, reason } = lineItemHolds;
  const found = await db
    .select({ lineItemId, heldAt, byUserFullName: fullName, reason })
    .from(lineItemHolds)
    .innerJoin(orderLineItems, eq(orderLineItems.id, lineItemId))
    .leftJoin(users, eq(users.id, heldBy))
    .where(and(eq(orderLineItems.orderId, orderId), isNull(orderLineItems.deletedAt)));
  return new Map(
    found.map(({ lineItemId: id, heldAt: at, ...hold }) => [id, { ...hold, date: at.toISOString() }] as const),
  );
}

/** The documents that have rows of line items that match, with the line item. Void drafts have no rows. */
export const documentsWith = (db: Db, which: SQL) =>
  db
    .select({ lineItemId: invoiceRows.lineItemId, invoice: invoices })
    .from(invoiceRows)
    .innerJoin(invoices, eq(invoices.id, invoiceRows.invoiceId))
    .where(which);
