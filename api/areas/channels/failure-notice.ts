import { eq } from "drizzle-orm";
import { marketplaces } from "#api/core/database/schema/index.ts";
import { type Notifying, notify } from "#api/core/notifications/notify.ts";
import { staffOf, usersWith } from "#api/core/notifications/people.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import type { ChannelListing } from "./channel.ts";

/**
 * Notifies the supplier's staff and those who manage the catalogue. All failures of one marketplace become one
 * notification until somebody reads it, because a marketplace that is down refuses every product.
 */
export async function notifyOfFailure(
  parts: Notifying,
  { marketplaceId, supplier, name }: ChannelListing,
): Promise<void> {
  const { db } = parts;
  const [marketplace] = await db
    .select({ name: marketplaces.name })
    .from(marketplaces)
    .where(eq(marketplaces.id, marketplaceId));
  const people = [
    ...(await staffOf(db, supplier.id, SupplierPermission.products)),
    ...(await usersWith(db, "Administrator", "Operator", "Catalogue Manager")),
  ];
  await notify(parts, people, {
    kind: "failed",
    title: `${marketplace?.name ?? "A marketplace"} did not take ${name}`,
    path: `/products?hideVariants=true&showActiveOnly=true&showProblemProductsOnly=true&failedSyncOnly=true`,
    topic: `synchronisation with marketplace ${marketplaceId}`,
  });
}
