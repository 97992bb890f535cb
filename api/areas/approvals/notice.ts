import { eq } from "drizzle-orm";
import { suppliers } from "#api/database/schema/index.ts";
import { disabledEmail } from "#api/mail/emails.ts";
import type { Context } from "#api/operations/context.ts";
import { splitEmails } from "#contract/rules/emails.ts";

/** The facts about a disabled listing that the email states. */
export interface Notice {
  productId: number;
  productName: string;
  marketplaceId: number;
  marketplaceName: string;
  supplierId: number;
}

/** Notifies the supplier's order contacts that these products, all of that supplier, were disabled, and why. */
export async function notifySupplier(
  { db, jobs, config }: Pick<Context, "db" | "jobs" | "config">,
  listings: readonly Notice[],
  reason: string,
): Promise<void> {
  const [first] = listings;
  if (!first) return;
  const [supplier] = await db
    .select({ contacts: suppliers.orderContactEmails })
    .from(suppliers)
    .where(eq(suppliers.id, first.supplierId));
  const products = listings.map(({ productId, ...names }) => ({
    ...names,
    link: `${config.publicUrl}/products/${productId}/marketplaces`,
  }));
  const email = disabledEmail({ products, reason });
  for (const to of splitEmails(supplier?.contacts ?? "")) await jobs.enqueue(db, "mail", { to, ...email });
}
