/**
 * Keeps a supplier's listings in step with its agreements: when one begins, ends or begins again, and when a product is
 * added.
 */
import { and, count, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { marketplaceProducts, marketplaces, products, supplierMarketplaces } from "#api/core/database/schema/index.ts";
import { MarketplaceProductStatus, MarketplaceSyncStatus, SupplierMarketplaceStatus } from "#contract/enumerations.ts";

interface Link {
  supplierId: number;
  marketplaceId: number;
}

const { pendingApproval, approved, disabled } = MarketplaceProductStatus;
const { updatesPending } = MarketplaceSyncStatus;

/** Submits every active product of the supplier that is not on the marketplace yet for approval there. */
export function listProducts(db: Db, { supplierId, marketplaceId }: Link): Promise<void> {
  return insertListings(
    db,
    and(eq(products.supplierId, supplierId), eq(supplierMarketplaces.marketplaceId, marketplaceId)),
  );
}

/**
 * Submits an active product for approval on all marketplaces of its supplier's active agreements where it is not
 * listed.
 */
export function listProduct(db: Db, productId: number): Promise<void> {
  return insertListings(db, eq(products.id, productId));
}

/** The same for all products that match. */
export const listProductsWhere = (db: Db, which: SQL): Promise<void> => insertListings(db, which);

/** Submits every active product whose supplier has an active agreement with the marketplace, and is not listed there. */
export function listOnMarketplace(db: Db, marketplaceId: number): Promise<void> {
  return insertListings(db, eq(supplierMarketplaces.marketplaceId, marketplaceId));
}

async function insertListings(db: Db, which: SQL | undefined): Promise<void> {
  const isAgreed = eq(supplierMarketplaces.status, SupplierMarketplaceStatus.active);
  await db.execute(sql`
    insert into ${marketplaceProducts} (product_id, marketplace_id, status, sync_status)
    select ${products.id}, ${supplierMarketplaces.marketplaceId}, ${pendingApproval}, ${updatesPending}
    from ${products} join ${supplierMarketplaces} on ${supplierMarketplaces.supplierId} = ${products.supplierId}
      join ${marketplaces} on ${marketplaces.id} = ${supplierMarketplaces.marketplaceId}
    where ${and(isAgreed, eq(products.isDisabled, false), eq(marketplaces.isDisabled, false), which)}
    on conflict do nothing`);
}

/** Synchronises what is published on the marketplace, after it was deactivated. */
export async function synchronisePublished(db: Db, marketplaceId: number): Promise<void> {
  await synchronise(db, marketplaceId, eq(marketplaceProducts.isPublished, true));
}

/** Synchronises what is approved on the marketplace, after it was activated. */
export async function synchroniseApproved(db: Db, marketplaceId: number): Promise<void> {
  await synchronise(db, marketplaceId, eq(marketplaceProducts.status, approved));
}

async function synchronise(db: Db, marketplaceId: number, which: SQL): Promise<void> {
  await db
    .update(marketplaceProducts)
    .set({ syncStatus: updatesPending })
    .where(and(eq(marketplaceProducts.marketplaceId, marketplaceId), which));
}

/** Synchronises these listings where they are, or may be, published. */
export async function synchroniseListings(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(marketplaceProducts)
    .set({ syncStatus: updatesPending })
    .where(
      and(
        sql`${marketplaceProducts.id} = any(${sql.param([...ids])}::int[])`,
        or(eq(marketplaceProducts.status, approved), marketplaceProducts.isPublished),
      ),
    );
}

/** Removes all products of the supplier from the marketplace. */
export async function disableProducts(db: Db, link: Link): Promise<void> {
  await db
    .update(marketplaceProducts)
    .set({ status: disabled, syncStatus: updatesPending })
    .where(and(listingsOf(db, link), ne(marketplaceProducts.status, disabled)));
}

/** Submits the removed products for approval again; those that have not been removed yet still will be. */
export async function restoreProducts(db: Db, link: Link): Promise<void> {
  const { isPublished, syncStatus } = marketplaceProducts;
  await db
    .update(marketplaceProducts)
    .set({
      status: pendingApproval,
      approvedBy: null,
      syncStatus: sql`case when ${isPublished} then ${updatesPending} else ${syncStatus} end`,
    })
    .where(and(listingsOf(db, link), eq(marketplaceProducts.status, disabled)));
}

function listingsOf(db: Db, { supplierId, marketplaceId }: Link): SQL | undefined {
  const own = db.select({ id: products.id }).from(products).where(eq(products.supplierId, supplierId));
  return and(eq(marketplaceProducts.marketplaceId, marketplaceId), inArray(marketplaceProducts.productId, own));
}

/**
 * SQL expression for a query of agreements: the number of products that disabling or enabling the agreement would
 * change.
 */
export function productsTouched(db: Db): SQL<number> {
  const isEnabled = ne(supplierMarketplaces.status, SupplierMarketplaceStatus.disabled);
  const touched = db
    .select({ count: count() })
    .from(marketplaceProducts)
    .innerJoin(products, eq(products.id, marketplaceProducts.productId))
    .where(
      and(
        eq(products.supplierId, supplierMarketplaces.supplierId),
        eq(marketplaceProducts.marketplaceId, supplierMarketplaces.marketplaceId),
        sql`(${isEnabled}) = (${ne(marketplaceProducts.status, disabled)})`,
      ),
    );
  return sql<number>`(${touched})::int`;
}
