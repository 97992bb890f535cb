import { and, eq, getTableColumns } from "drizzle-orm";
import { visibleTo } from "#api/core/access/caller.ts";
import { marketplaceProducts, marketplaces, products, supplierMarketplaces } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { SupplierMarketplaceStatus } from "#contract/enumerations.ts";

type StoredListing = typeof marketplaceProducts.$inferSelect;

/** A product on a marketplace, with the facts that decide whether it can be sold there. */
export interface Listing extends StoredListing {
  productName: string;
  marketplaceName: string;
  supplierId: number;
  isProductDisabled: boolean;
  /** The supplier has an active agreement with the marketplace. */
  isAgreed: boolean;
  isMarketplaceDisabled: boolean;
}

interface Key {
  ProductId: number;
  MarketplaceId: number;
}

/**
 * Returns the listing for a command: only if its supplier is visible to the caller, and locked together with its
 * product and agreement, so that neither ends at the same moment.
 * @throws Refusal 404
 */
export async function listingToChange(
  { db, caller }: Pick<Context, "db" | "caller">,
  { ProductId, MarketplaceId }: Key,
): Promise<Listing> {
  const [product] = await db
    .select({ productName: products.name, supplierId: products.supplierId, isProductDisabled: products.isDisabled })
    .from(products)
    .where(and(eq(products.id, ProductId), visibleTo(caller, products.supplierId)))
    .for("share");
  if (!product) throw notFound("This product");
  const [agreement] = await db
    .select({ status: supplierMarketplaces.status })
    .from(supplierMarketplaces)
    .where(
      and(
        eq(supplierMarketplaces.supplierId, product.supplierId),
        eq(supplierMarketplaces.marketplaceId, MarketplaceId),
      ),
    )
    .for("share");
  const [listing] = await db
    .select({
      ...getTableColumns(marketplaceProducts),
      marketplaceName: marketplaces.name,
      isMarketplaceDisabled: marketplaces.isDisabled,
    })
    .from(marketplaceProducts)
    .innerJoin(marketplaces, eq(marketplaces.id, marketplaceProducts.marketplaceId))
    .where(and(eq(marketplaceProducts.productId, ProductId), eq(marketplaceProducts.marketplaceId, MarketplaceId)))
    .for("update", { of: marketplaceProducts });
  if (!listing) throw notFound("This product on the marketplace");
  return { ...listing, ...product, isAgreed: agreement?.status === SupplierMarketplaceStatus.active };
}
