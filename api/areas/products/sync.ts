import { and, eq, getTableColumns } from "drizzle-orm";
import { agreementOfListing, mustLeave } from "#api/areas/channels/listing.ts";
import { beginSynchronisation, isUnderWay } from "#api/areas/channels/sweep.ts";
import type { Db } from "#api/core/database/connection.ts";
import { marketplaceProducts, products, supplierMarketplaces } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, notFound } from "#api/core/refusals/refusal.ts";
import { MarketplaceProductStatus, MarketplaceSyncStatus, SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import { productToChange, type StoredProduct } from "./policy.ts";

type Sync = Operations["products"]["syncMarketplaceProduct"];
type Listing = typeof marketplaceProducts.$inferSelect & { mustLeave: boolean };

const { approved, disabled } = MarketplaceProductStatus;
const { inSync, updating } = MarketplaceSyncStatus;

export const syncMarketplaceProduct: Handler<Sync> = async (input, context) => {
  const product = await productToChange(context, input.ProductId);
  if (!(await synchronise(context, product, input.MarketplaceId)))
    throw conflict("This product is already in sync with the marketplace.");
  return updating;
};

/**
 * Returns false if it is in sync already.
 * @param product locked
 * @throws Refusal 404 or 409
 */
export async function synchronise(
  { db, jobs, now }: Pick<Context, "db" | "jobs" | "now">,
  product: StoredProduct,
  marketplaceId: number,
): Promise<boolean> {
  const listing = await listingOf(db, product, marketplaceId);
  assertDue(listing, now);
  if (listing.syncStatus === inSync) return false;
  await beginSynchronisation(db, jobs, listing, now);
  return true;
}

async function listingOf(db: Db, { id, supplierId }: StoredProduct, marketplaceId: number): Promise<Listing> {
  const [agreement] = await db
    .select({ status: supplierMarketplaces.status })
    .from(supplierMarketplaces)
    .where(and(eq(supplierMarketplaces.supplierId, supplierId), eq(supplierMarketplaces.marketplaceId, marketplaceId)));
  const [listing] = await db
    .select({ ...getTableColumns(marketplaceProducts), mustLeave })
    .from(marketplaceProducts)
    .innerJoin(products, eq(products.id, marketplaceProducts.productId))
    .leftJoin(supplierMarketplaces, agreementOfListing)
    .where(and(eq(marketplaceProducts.productId, id), eq(marketplaceProducts.marketplaceId, marketplaceId)))
    .for("update", { of: marketplaceProducts });
  if (!listing || agreement?.status !== SupplierMarketplaceStatus.active)
    throw notFound("This product on the marketplace");
  return listing;
}

function assertDue(listing: Listing, now: Date): void {
  const { status, isPublished, mustLeave } = listing;
  const isDecided = status === approved || status === disabled || (isPublished && mustLeave);
  if (!isDecided)
    throw conflict("This product is waiting for approval on the marketplace. It can be synced once approved.");
  if (isUnderWay(listing, now))
    throw conflict("This product is already being synced. Please wait until that has finished.");
}
