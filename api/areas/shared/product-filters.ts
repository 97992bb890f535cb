/** Filters of products, shared by lists of products and of listings. */
import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { marketplaceProducts, products, productTypes, productVariants } from "#api/core/database/schema/index.ts";
import { MarketplaceSyncStatus, ShippingMethod } from "#contract/enumerations.ts";

export const isActive = eq(products.isDisabled, false);

/** Matches products of the type and of all types below it. */
export function isOfType(id: number): SQL {
  return sql`${products.productTypeId} in (
    with recursive line as (
      select id from ${productTypes} where id = ${id}
      union
      select below.id from ${productTypes} below join line on below.parent_id = line.id
    )
    select id from line
  )`;
}

type Sold = typeof products | typeof productVariants;

const isUnmeasured = (
  it: Sold,
) => sql`(coalesce(${it.shippingPackageWeight}, 0) <= 0 or coalesce(${it.shippingPackageHeight}, 0) <= 0
  or coalesce(${it.shippingPackageWidth}, 0) <= 0 or coalesce(${it.shippingPackageDepth}, 0) <= 0)`;

/** The products with variants that match. One query for all products is far faster than one per product. */
const withVariants = (which = sql`true`) =>
  sql`(select ${productVariants.productId} from ${productVariants} where ${which})`;

/** The last synchronisation failed on a marketplace. */
export const hasFailedSync = sql`${products.id} in (select ${marketplaceProducts.productId} from ${marketplaceProducts} where ${eq(marketplaceProducts.syncStatus, sql.raw(String(MarketplaceSyncStatus.error)))})`;

/** Active, and either the last synchronisation failed on a marketplace or one of `missingParts` applies. */
export function isProblem(): SQL | undefined {
  const isPacked = sql`${products.shippingMethod} = ${ShippingMethod.carrier} and not ${products.isReferralProduct}`;
  return and(
    isActive,
    or(
      sql`${products.name} = ''`,
      sql`not ${products.isDescribed}`,
      sql`${products.defaultImageFileId} is null`,
      sql`${products.recommendedRetailPrice} <= 0`,
      sql`not ${products.isReferralProduct} and ${products.shippingMethod} is null`,
      sql`not ${products.hasVariants} and ${products.externalSku} = ''`,
      sql`not ${products.hasVariants} and ${isPacked} and ${isUnmeasured(products)}`,
      sql`${products.hasVariants} and ${products.id} not in ${withVariants()}`,
      sql`${products.hasVariants} and ${products.id} in ${withVariants(sql`${productVariants.externalSku} = ''`)}`,
      sql`${products.hasVariants} and ${isPacked} and ${products.id} in ${withVariants(isUnmeasured(productVariants))}`,
      hasFailedSync,
    ),
  );
}
