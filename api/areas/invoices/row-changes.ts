/**
 * Explains why the amounts of invoice rows differ from the sale: the adjustments claimed by the invoice, and the
 * invoices they adjust.
 */
import { and, asc, eq, inArray, isNotNull, ne } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { invoiceRows, invoices, orderTransactions } from "#api/core/database/schema/index.ts";
import { TransactionType } from "#contract/enumerations.ts";
import type { InvoiceTransaction } from "#contract/invoices/schema.ts";
import { add } from "#contract/rules/money.ts";

export type RowChanges = Pick<InvoiceTransaction, "adjustments" | "originals">;

interface Which {
  id: number;
  isAdjustment: boolean;
}

/** Returns the changes of these line items in an invoice, by line item. */
export async function changesIn(
  db: Db,
  { id, isAdjustment }: Which,
  lineItemIds: readonly number[],
): Promise<(lineItemId: number) => RowChanges> {
  const changes = new Map(lineItemIds.map((item): [number, RowChanges] => [item, { adjustments: [], originals: [] }]));
  if (lineItemIds.length > 0) {
    for (const { lineItemId, ...adjustment } of await adjustmentsIn(db, id, lineItemIds))
      changes.get(lineItemId)?.adjustments.push(adjustment);
    const originals = isAdjustment ? await originalsOf(db, id, lineItemIds) : [];
    for (const { lineItemId, ...original } of originals) changes.get(lineItemId)?.originals.push(original);
  }
  return (lineItemId) => changes.get(lineItemId) ?? { adjustments: [], originals: [] };
}

async function adjustmentsIn(db: Db, id: number, lineItemIds: readonly number[]) {
  const { invoiceId, lineItemId, type } = orderTransactions;
  const isAdjustment = inArray(type, [TransactionType.refund, TransactionType.adjustment]);
  const rows = await db
    .select()
    .from(orderTransactions)
    .where(and(eq(invoiceId, id), inArray(lineItemId, [...lineItemIds]), isAdjustment))
    .orderBy(asc(orderTransactions.id));
  return rows.map((row) => ({
    lineItemId: row.lineItemId,
    date: row.at.toISOString(),
    amountIncTax: add(row.purchaseExTax, row.purchaseTax, row.shippingExTax, row.shippingTax),
    reason: row.comment,
  }));
}

/** Tax invoices issued for the same line items. */
async function originalsOf(db: Db, id: number, lineItemIds: readonly number[]) {
  const rows = await db
    .select({
      lineItemId: invoiceRows.lineItemId,
      id: invoices.id,
      invoicedAt: invoices.invoicedAt,
      notifiedAt: invoices.notifiedAt,
    })
    .from(invoiceRows)
    .innerJoin(invoices, eq(invoices.id, invoiceRows.invoiceId))
    .where(
      and(
        inArray(invoiceRows.lineItemId, [...lineItemIds]),
        ne(invoices.id, id),
        eq(invoices.isAdjustment, false),
        isNotNull(invoices.notifiedAt),
      ),
    )
    .orderBy(asc(invoices.id));
  return rows.map(({ invoicedAt, notifiedAt, ...row }) => ({
    ...row,
    invoiceDate: invoicedAt.toISOString(),
    issuedDate: notifiedAt?.toISOString(),
  }));
}
