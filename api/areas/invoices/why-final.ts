import { and, desc, eq, isNull } from "drizzle-orm";
import { documentKind } from "#api/areas/shared/invoice-issue.ts";
import { invoices } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
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
  { db, config }: Pick<Context, "db" | "config">,
  { id, supplierId, marketplaceId, isAdjustment, notifiedAt, voidedAt }: Facts,
): Promise<string | undefined> {
  if (notifiedAt)
    return "The supplier has been notified of this invoice, so it cannot change. Later changes go on the next one.";
  if (voidedAt) return "This draft has been voided.";
  const kind = documentKind(config.timeZone);
  const [own] = await db.select({ kind }).from(invoices).where(eq(invoices.id, id));
  const [newest] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.supplierId, supplierId),
        eq(invoices.marketplaceId, marketplaceId),
        eq(invoices.isAdjustment, isAdjustment),
        eq(kind, own?.kind),
        isNull(invoices.voidedAt),
      ),
    )
    .orderBy(desc(invoices.id))
    .limit(1);
  return newest && newest.id !== id
    ? `There is a newer invoice, ${invoiceNumber(newest.id)}, so this one cannot change.`
    : undefined;
}
