import { eq } from "drizzle-orm";
import { suppliers } from "#api/core/database/schema/index.ts";
import { disabledEmail } from "#api/core/mail/emails.ts";
import { type Send, sendAtOnce } from "#api/core/mail/limited.ts";
import { notify } from "#api/core/notifications/notify.ts";
import { staffOf } from "#api/core/notifications/people.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
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
export async function sendDisabledNotice(
  context: Parameters<Send>[0],
  listings: readonly Notice[],
  reason: string,
  send: Send = sendAtOnce,
): Promise<void> {
  const { db, jobs, config } = context;
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
  for (const to of splitEmails(supplier?.contacts ?? "")) await send(context, to, email);
  const isOne = listings.length === 1;
  const staff = await staffOf(db, first.supplierId, SupplierPermission.products);
  await notify({ db, jobs, config }, staff, {
    kind: "refused",
    title: isOne
      ? `${first.productName} was disabled on ${first.marketplaceName}`
      : `${listings.length.toLocaleString("en-AU")} products were disabled`,
    path: isOne ? `/products/${first.productId}/marketplaces` : "/products?showProblemProductsOnly=true",
  });
}
