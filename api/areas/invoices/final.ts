import { and, desc, eq } from "drizzle-orm";
import { invoiceNumber } from "../../../contract/rules/invoice.ts";
import type { Db } from "../../database/connection.ts";
import { invoices } from "../../database/schema/index.ts";

type Facts = Pick<typeof invoices.$inferSelect, "id" | "supplierId" | "marketplaceId" | "notifiedAt">;

/** Why the invoice can't be generated again, in words; undefined while it can. */
export async function whyFinal(db: Db, { id, supplierId, marketplaceId, notifiedAt }: Facts): Promise<string | undefined> {
  if (notifiedAt) return "The supplier has been notified of this invoice, so it stays as it is. What has changed since is in the next one.";
  const [newest] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.supplierId, supplierId), eq(invoices.marketplaceId, marketplaceId)))
    .orderBy(desc(invoices.id))
    .limit(1);
  return newest && newest.id !== id ? `There is a newer invoice, ${invoiceNumber(newest.id)}, so this one stays as it is.` : undefined;
}
