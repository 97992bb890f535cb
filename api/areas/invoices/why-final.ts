import { and, desc, eq, isNull } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { invoices } from "#api/core/database/schema/index.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";

type Facts = Pick<
  typeof invoices.$inferSelect,
  "id" | "supplierId" | "marketplaceId" | "notifiedAt" | "voidedAt" | "isAdjustment"
>;

/**
 * Returns the message why the invoice cannot be generated again; undefined if it can: it is the newest draft of its
 * kind.
 */
export async function whyFinal(
  db: Db,
  { id, supplierId, marketplaceId, isAdjustment, notifiedAt, voidedAt }: Facts,
): Promise<string | undefined> {
  if (notifiedAt)
    return "The supplier has been notified of this invoice, so it cannot change. Later changes go on the next one.";
  if (voidedAt) return "This draft has been voided.";
  const [newest] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.supplierId, supplierId),
        eq(invoices.marketplaceId, marketplaceId),
        eq(invoices.isAdjustment, isAdjustment),
        isNull(invoices.voidedAt),
      ),
    )
    .orderBy(desc(invoices.id))
    .limit(1);
  return newest && newest.id !== id
    ? `There is a newer invoice, ${invoiceNumber(newest.id)}, so this one cannot change.`
    : undefined;
}
