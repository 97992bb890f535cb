/** What products are looked for by. */
import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { MarketplaceSyncStatus, ShippingMethod } from "../../../contract/enumerations.ts";
import type { InputOf } from "../../../contract/operation.ts";
import type { products as operations } from "../../../contract/products/operations.ts";
import { marketplaceProducts, products, productTypes, productVariants } from "../../database/schema/index.ts";
import { contains } from "../../http/lists.ts";

type Filters = InputOf<typeof operations.list>;

export function filtersOf(input: Filters): (SQL | undefined)[] {
  return [
    input.name === undefined ? undefined : saysAnywhere(input.name),
    input.showActiveOnly ? isActive : undefined,
    input.showProblemProductsOnly ? isProblem() : undefined,
    input.productTypeId === undefined ? undefined : isOfType(input.productTypeId),
    input.supplierId === undefined ? undefined : eq(products.supplierId, input.supplierId),
    input.marketplaceId === undefined ? undefined : isListed(input.marketplaceId, input.marketplaceStatus),
  ];
}

const isActive = eq(products.isDisabled, false);

/** In a name or a SKU, of the product or of one of its variants. Each half of the union has an index of its own. */
function saysAnywhere(words: string): SQL {
  return sql`${products.id} in (
    select ${products.id} from ${products} where ${or(contains(products.name, words), contains(products.externalSku, words))}
    union
    select ${productVariants.productId} from ${productVariants} where ${or(contains(productVariants.name, words), contains(productVariants.externalSku, words))}
  )`;
}

/** Of the type, or of one below it. */
function isOfType(id: number): SQL {
  return sql`${products.productTypeId} in (
    with recursive line as (
      select id from ${productTypes} where id = ${id}
      union
      select below.id from ${productTypes} below join line on below.parent_id = line.id
    )
    select id from line
  )`;
}

/** On the marketplace in this state; null is not there at all, and without one any state will do. */
function isListed(marketplaceId: number, status: number | null | undefined): SQL {
  const inState = status == null ? undefined : eq(marketplaceProducts.status, status);
  const listed = sql`(select ${marketplaceProducts.productId} from ${marketplaceProducts} where ${and(eq(marketplaceProducts.marketplaceId, marketplaceId), inState)})`;
  return status === null ? sql`${products.id} not in ${listed}` : sql`${products.id} in ${listed}`;
}

/** `isBlankHtml`: nothing but tags, blanks and non-breaking spaces. The blanks are those that JavaScript knows. */
const blanks = String.raw`[\s\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]`;
const blank = sql.raw(`'^${blanks}*$'`);
const blankHtml = sql.raw(`'^(?:<[^>]*>|&nbsp;|&#160;|&#xa0;|${blanks})*$'`);

type Sold = typeof products | typeof productVariants;

const isUnmeasured = (it: Sold) => sql`(coalesce(${it.shippingPackageWeight}, 0) <= 0 or coalesce(${it.shippingPackageHeight}, 0) <= 0
  or coalesce(${it.shippingPackageWidth}, 0) <= 0 or coalesce(${it.shippingPackageDepth}, 0) <= 0)`;

const hasVariant = (lacking?: SQL) => sql`exists (select 1 from ${productVariants} where ${and(sql`${productVariants.productId} = ${products.id}`, lacking)})`;

/** Active, and either the last synchronisation failed somewhere or one of `missingParts` is. */
function isProblem(): SQL | undefined {
  const isShippedByCarrier = sql`${products.shippingMethod} = ${ShippingMethod.carrier} and not ${products.isReferralProduct}`;
  return and(
    isActive,
    or(
      sql`${products.name} ~ ${blank}`,
      sql`${products.defaultImageFileId} is null`,
      sql`${products.recommendedRetailPrice} <= 0`,
      sql`not ${products.isReferralProduct} and ${products.shippingMethod} is null`,
      sql`not ${products.hasVariants} and ${products.externalSku} = ''`,
      sql`not ${products.hasVariants} and ${isShippedByCarrier} and ${isUnmeasured(products)}`,
      sql`${products.hasVariants} and not ${hasVariant()}`,
      sql`${products.hasVariants} and ${hasVariant(sql`${productVariants.externalSku} = ''`)}`,
      sql`${products.hasVariants} and ${isShippedByCarrier} and ${hasVariant(isUnmeasured(productVariants))}`,
      sql`exists (select 1 from ${marketplaceProducts} where ${marketplaceProducts.productId} = ${products.id} and ${marketplaceProducts.syncStatus} = ${MarketplaceSyncStatus.error})`,
      sql`${products.description} ~* ${blankHtml}`,
    ),
  );
}
