/** The details of a product for the people who approve it. */
import { and, asc, eq } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import {
  marketplaceProducts,
  marketplaces,
  productImages,
  products,
  productVariants,
  supplierMarketplaces,
} from "#api/core/database/schema/index.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import type { ListedProduct } from "#contract/approvals/schema.ts";
import { MarketplaceSyncStatus, SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import { salePriceOf } from "#contract/products/edits.ts";
import { missingParts } from "#contract/rules/product-problems.ts";

const mostImages = 4;

/** @param listingId of a listing that the caller may see */
export async function productForDecision(db: Db, listingId: number): Promise<ListedProduct> {
  const [found] = await db
    .select({
      product: products,
      listing: marketplaceProducts,
      isMarketplaceDisabled: marketplaces.isDisabled,
      agreement: supplierMarketplaces.status,
    })
    .from(marketplaceProducts)
    .innerJoin(products, eq(products.id, marketplaceProducts.productId))
    .innerJoin(marketplaces, eq(marketplaces.id, marketplaceProducts.marketplaceId))
    .leftJoin(
      supplierMarketplaces,
      and(
        eq(supplierMarketplaces.supplierId, products.supplierId),
        eq(supplierMarketplaces.marketplaceId, marketplaceProducts.marketplaceId),
      ),
    )
    .where(eq(marketplaceProducts.id, listingId));
  if (!found) throw notFound("This product on the marketplace");
  const { product, listing, isMarketplaceDisabled, agreement } = found;
  const productVariants = await variantsOf(db, product.id);
  const isShown = and(eq(productImages.productId, product.id), eq(productImages.isDisabled, false));
  const sold = productVariants.filter(({ isDisabled }) => !isDisabled);
  // A variant without a price of its own has both prices of the product.
  const priced = sold.map((variant) => (variant.recommendedRetailPrice === null ? product : variant));
  return {
    description: product.description,
    externalSku: product.externalSku,
    appliedTaxClass: product.appliedTaxClass,
    ...pricesOf(priced.length > 0 ? priced : [product]),
    variantCount: sold.length,
    images: await db
      .select({ imageId: productImages.imageId, label: productImages.label })
      .from(productImages)
      .where(isShown)
      .orderBy(asc(productImages.position), asc(productImages.id))
      .limit(mostImages),
    imageCount: await db.$count(productImages, isShown),
    problems: [
      product.isDisabled && "The product is deactivated.",
      isMarketplaceDisabled && "The marketplace is deactivated.",
      agreement !== SupplierMarketplaceStatus.active && "The supplier has no active agreement with this marketplace.",
      ...missingParts({ ...product, productVariants, shippingMethod: product }).map((part) => `It has no ${part}.`),
      listing.syncStatus === MarketplaceSyncStatus.error &&
        `The marketplace could not be updated${listing.syncError ? `: ${listing.syncError}` : "."}`,
    ].filter((problem) => problem !== false),
  };
}

const variantsOf = (db: Db, productId: number) =>
  db.select().from(productVariants).where(eq(productVariants.productId, productId)).orderBy(asc(productVariants.id));

interface Priced {
  recommendedRetailPrice: number | null;
  salePrice: number | null;
}

function pricesOf(all: readonly Priced[]): Pick<ListedProduct, "recommendedRetailPrices" | "salePrices"> {
  const retail = all.map(({ recommendedRetailPrice }) => recommendedRetailPrice ?? 0);
  const paid = all.map(({ salePrice }, i) => {
    const recommendedRetailPrice = retail[i] ?? 0;
    return salePriceOf({ recommendedRetailPrice, salePrice }) ?? recommendedRetailPrice;
  });
  const isReduced = paid.some((price, i) => price !== retail[i]);
  return { recommendedRetailPrices: rangeOf(retail), salePrices: isReduced ? rangeOf(paid) : null };
}

const rangeOf = (prices: number[]) => ({ lowest: Math.min(...prices), highest: Math.max(...prices) });
