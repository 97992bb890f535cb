/** Managed stock decreases when items are ordered, and increases when they are cancelled. */
import { and, asc, eq } from "drizzle-orm";
import type { StoredLineItem } from "#api/areas/shared/order.ts";
import type { Db } from "#api/core/database/connection.ts";
import { marketplaceProducts, orderLineItems, products, productVariants } from "#api/core/database/schema/index.ts";
import { MarketplaceProductStatus, MarketplaceSyncStatus } from "#contract/enumerations.ts";

type Bought = Pick<StoredLineItem, "id" | "productId" | "variantId" | "stockTaken">;

/**
 * Adjusts the stock to a changed quantity. Takes at most what is in stock, and returns at most what was taken, so stock
 * never becomes negative or grows beyond the original. The caller has locked the order.
 */
export async function followQuantity(db: Db, item: Bought, { from, to }: { from: number; to: number }): Promise<void> {
  const table = item.variantId === null ? products : productVariants;
  const id = item.variantId ?? item.productId;
  if (id === null) return;
  // A product with variants has no stock of its own, even if the ordered variant has been deleted.
  const isManaged = and(
    eq(table.id, id),
    eq(table.manageStock, true),
    item.variantId === null ? eq(products.hasVariants, false) : undefined,
  );
  const [stock] = await db.select({ quantity: table.stockQuantity }).from(table).where(isManaged).for("no key update");
  if (!stock) return;
  const left = stock.quantity ?? 0;
  const taken = to > from ? Math.min(left, to - from) : -Math.max(0, item.stockTaken - to);
  if (taken === 0) return;
  await db
    .update(table)
    .set({ stockQuantity: left - taken })
    .where(eq(table.id, id));
  await db
    .update(orderLineItems)
    .set({ stockTaken: item.stockTaken + taken })
    .where(eq(orderLineItems.id, item.id));
  if (item.productId !== null) await synchroniseStock(db, item.productId);
}

/** The marketplaces that list the product have an outdated stock figure. */
async function synchroniseStock(db: Db, productId: number): Promise<void> {
  const isSold = and(
    eq(marketplaceProducts.productId, productId),
    eq(marketplaceProducts.status, MarketplaceProductStatus.approved),
  );
  await db.update(marketplaceProducts).set({ syncStatus: MarketplaceSyncStatus.updatesPending }).where(isSold);
}

/** Returns the variant with this SKU; null if the product has no variants, or none with the SKU. */
export async function variantWithSku(
  db: Db,
  productId: number,
  sku: string,
): Promise<{ id: number; imageId: string | null } | null> {
  const [variant] = await db
    .select({ id: productVariants.id, imageId: productVariants.defaultImageFileId })
    .from(productVariants)
    .where(and(eq(productVariants.productId, productId), eq(productVariants.externalSku, sku)))
    .orderBy(asc(productVariants.id));
  return variant ?? null;
}
