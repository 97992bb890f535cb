import { and, eq, inArray, or, type SQL } from "drizzle-orm";
import type { Db } from "#api/database/connection.ts";
import { marketplaceProducts, products } from "#api/database/schema/index.ts";
import { MarketplaceProductStatus, MarketplaceSyncStatus } from "#contract/enumerations.ts";

/**
 * Disables the products that match. Approved or published listings are marked for synchronisation; the approval itself
 * stays, so that an activated product returns to its earlier state.
 */
export async function deactivateProducts(db: Db, which: SQL): Promise<void> {
  const disabled = await db
    .update(products)
    .set({ isDisabled: true })
    .where(and(which, eq(products.isDisabled, false)))
    .returning({ id: products.id });
  if (disabled.length === 0) return;
  const ids = disabled.map(({ id }) => id);
  const isToTell = or(
    eq(marketplaceProducts.status, MarketplaceProductStatus.approved),
    marketplaceProducts.isPublished,
  );
  await db
    .update(marketplaceProducts)
    .set({ syncStatus: MarketplaceSyncStatus.updatesPending })
    .where(and(inArray(marketplaceProducts.productId, ids), isToTell));
}
