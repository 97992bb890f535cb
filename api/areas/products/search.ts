/** Search filters of products. */
import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { isActive, isOfType } from "#api/areas/shared/product-filters.ts";
import { marketplaceProducts, products, productVariants } from "#api/database/schema/index.ts";
import { containsFolded } from "#api/lists/page-of.ts";
import { MarketplaceSyncStatus, ShippingMethod } from "#contract/enumerations.ts";
import type { InputOf } from "#contract/operation.ts";
import type { products as operations } from "#contract/products/operations.ts";

type Filters = Omit<InputOf<typeof operations.excelExport>, "exportDisabledProducts"> &
  Pick<InputOf<typeof operations.list>, "showActiveOnly">;

/** These filters read all products and variants, which counting and reading the page would do twice. */
export const isCostly = ({ name, showProblemProductsOnly }: Pick<Filters, "name" | "showProblemProductsOnly">) =>
  name !== undefined || showProblemProductsOnly;

export function filtersOf(input: Filters): (SQL | undefined)[] {
  return [
    input.name === undefined ? undefined : matchesAnyText(input.name),
    input.showActiveOnly ? isActive : undefined,
    input.showProblemProductsOnly ? isProblem() : undefined,
    input.productTypeId === undefined ? undefined : isOfType(input.productTypeId),
    input.supplierId === undefined ? undefined : eq(products.supplierId, input.supplierId),
    input.shippingRuleId === undefined ? undefined : eq(products.shippingRuleId, input.shippingRuleId),
    input.marketplaceId === undefined ? undefined : isListed(input.marketplaceId, input.marketplaceStatus),
  ];
}

/** In a name or a SKU, of the product or of one of its variants. Each half of the union has its own index. */
function matchesAnyText(text: string): SQL {
  return sql`${products.id} in (
    select ${products.id} from ${products} where ${containsFolded(products.searchable, text)}
    union
    select ${productVariants.productId} from ${productVariants} where ${containsFolded(productVariants.searchable, text)}
  )`;
}

/** Listed on the marketplace with this status; null: not listed there; undefined: any status. */
function isListed(marketplaceId: number, status: number | null | undefined): SQL {
  const inState = status == null ? undefined : eq(marketplaceProducts.status, status);
  const listed = sql`(select ${marketplaceProducts.productId} from ${marketplaceProducts} where ${and(eq(marketplaceProducts.marketplaceId, marketplaceId), inState)})`;
  return status === null ? sql`${products.id} not in ${listed}` : sql`${products.id} in ${listed}`;
}

type Sold = typeof products | typeof productVariants;

const isUnmeasured = (
  it: Sold,
) => sql`(coalesce(${it.shippingPackageWeight}, 0) <= 0 or coalesce(${it.shippingPackageHeight}, 0) <= 0
  or coalesce(${it.shippingPackageWidth}, 0) <= 0 or coalesce(${it.shippingPackageDepth}, 0) <= 0)`;

/** The products with variants that match. One query for all products is far faster than one per product. */
const withVariants = (which = sql`true`) =>
  sql`(select ${productVariants.productId} from ${productVariants} where ${which})`;

/** Active, and either the last synchronisation failed on a marketplace or one of `missingParts` applies. */
function isProblem(): SQL | undefined {
  const isFailed = eq(marketplaceProducts.syncStatus, MarketplaceSyncStatus.error);
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
      sql`${products.id} in (select ${marketplaceProducts.productId} from ${marketplaceProducts} where ${isFailed})`,
    ),
  );
}
