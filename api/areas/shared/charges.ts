/** Charges that wait for a document, or are in one. */
import { and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { charges, invoices } from "#api/core/database/schema/index.ts";

/**
 * Charges that the next document takes.
 * @param day the last day that it takes, in the operator's time zone
 */
export const isWaiting = (day?: string): SQL | undefined =>
  and(isNull(charges.invoiceId), isNull(charges.withdrawnAt), day === undefined ? undefined : lte(charges.day, day));

/** Writes the totals of the charges into these drafts. */
export async function writeChargeSums(db: Db, invoiceIds: readonly number[]): Promise<void> {
  const sum = (column: typeof charges.exTax | typeof charges.tax) =>
    sql`(select coalesce(sum(${column}), 0) from ${charges} where ${eq(charges.invoiceId, invoices.id)})`;
  await db
    .update(invoices)
    .set({ chargesExTax: sum(charges.exTax), chargesTax: sum(charges.tax) })
    .where(sql`${invoices.id} = any(${sql.param([...invoiceIds])}::integer[])`);
}
