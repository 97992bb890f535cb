/** Charges in documents: a draft takes those of its supplier and marketplace that wait. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { isWaiting, writeChargeSums } from "#api/areas/shared/charges.ts";
import { isStoredOfAgent } from "#api/areas/shared/invoice-issue.ts";
import type { Db } from "#api/core/database/connection.ts";
import { charges, invoices } from "#api/core/database/schema/index.ts";
import type { ChargeLine } from "#contract/charges/schema.ts";
import { add } from "#contract/rules/money.ts";
import type { Parties } from "./owed.ts";

/** What charges make of the pair's next document. */
export interface OwedCharges extends Parties {
  charges: number;
  /** Dollars inc GST: what the supplier pays; negative for credits. */
  chargesTotal: number;
}

/** @param day the last day that is charged, in the operator's time zone */
export function owedCharges(db: Db, day: string, which?: SQL): Promise<OwedCharges[]> {
  const { supplierId, marketplaceId, exTax, tax } = charges;
  return db
    .select({
      supplierId,
      marketplaceId,
      charges: sql`count(*)`.mapWith(Number),
      chargesTotal: sql`sum(${exTax} + ${tax})`.mapWith(Number),
    })
    .from(charges)
    .where(and(isWaiting(day), which))
    .groupBy(supplierId, marketplaceId)
    .orderBy(supplierId, marketplaceId);
}

/**
 * Gives the charges that wait to these drafts, all those of a pair to its first one: one of sales rather than of
 * adjustments, one that can be issued rather than one that waits for a registration, and one on agent basis, which has
 * the marketplace's own tax invoice, rather than one of before. The caller has locked the suppliers.
 */
export async function claimCharges(db: Db, invoiceIds: readonly number[], day: string): Promise<void> {
  const { id, supplierId, marketplaceId, isAdjustment, documentKind } = invoices;
  await db.execute(sql`
    update ${charges} set invoice_id = drafts.id
    from (
      select distinct on (${supplierId}, ${marketplaceId}) ${id}, ${supplierId}, ${marketplaceId}
      from ${invoices} where ${id} = any(${sql.param([...invoiceIds])}::integer[])
      order by ${supplierId}, ${marketplaceId}, ${isAdjustment}, ${documentKind} = 'undecided', not ${isStoredOfAgent}, ${id}
    ) as drafts
    where drafts.supplier_id = ${charges.supplierId} and drafts.marketplace_id = ${charges.marketplaceId} and ${isWaiting(day)}`);
  await writeChargeSums(db, invoiceIds);
}

/** Releases the charges of a draft for other documents. */
export async function releaseCharges(db: Db, invoiceId: number): Promise<void> {
  await db.update(charges).set({ invoiceId: null }).where(eq(charges.invoiceId, invoiceId));
}

/** Returns the charges in a document, oldest first. */
export async function chargesIn(db: Db, invoiceId: number): Promise<ChargeLine[]> {
  const found = await db
    .select()
    .from(charges)
    .where(eq(charges.invoiceId, invoiceId))
    .orderBy(charges.day, charges.id);
  return found.map(lineOf);
}

const lineOf = ({ id, kind, description, day, taxClass, exTax, tax }: typeof charges.$inferSelect): ChargeLine => ({
  id,
  kind,
  description,
  day,
  taxClass,
  amountExTax: exTax,
  amountTax: tax,
  amountIncTax: add(exTax, tax),
});
