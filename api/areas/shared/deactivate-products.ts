import { and, eq, inArray, or, type SQL } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { marketplaceProducts, products } from "#api/core/database/schema/index.ts";
import { MarketplaceProductStatus, MarketplaceSyncStatus } from "#contract/enumerations.ts";
import { listProductsWhere } from "./listings.ts";

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
  if (disabled.length > 0) await synchroniseProducts(db, disabled);
}

/** Call it when products were activated together: they are sold again where they were approved. */
export async function synchroniseActivated(db: Db, which: SQL): Promise<void> {
  await synchroniseProducts(db, await db.select({ id: products.id }).from(products).where(which));
  await listProductsWhere(db, which);
}

/** What marketplaces know of these products is sent again where they are approved or published. */
export async function synchroniseProducts(db: Db, changed: readonly { id: number }[]): Promise<void> {
  const ids = changed.map(({ id }) => id);
  const isToTell = or(
    eq(marketplaceProducts.status, MarketplaceProductStatus.approved),
    marketplaceProducts.isPublished,
  );
  await db
    .update(marketplaceProducts)
    .set({ syncStatus: MarketplaceSyncStatus.updatesPending })
    .where(and(inArray(marketplaceProducts.productId, ids), isToTell));
}
