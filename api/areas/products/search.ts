/** Search filters of products. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { hasFailedSync, isActive, isOfType, isProblem } from "#api/areas/shared/product-filters.ts";
import { marketplaceProducts, products, productVariants } from "#api/core/database/schema/index.ts";
import { contains, containsFolded } from "#api/core/lists/page-of.ts";
import type { InputOf } from "#contract/operation.ts";
import type { products as operations } from "#contract/products/operations.ts";
import { lowStock, type stockLevels } from "#contract/products/schema.ts";
import { gtin14 } from "#contract/rules/gtin.ts";

type Sold = typeof products | typeof productVariants;
type Filters = Omit<InputOf<typeof operations.excelExport>, "exportDisabledProducts" | "format"> &
  Pick<InputOf<typeof operations.list>, "showActiveOnly">;

/** These filters read all products and variants, which counting and reading the page would do twice. */
export const isCostly = ({
  name,
  showProblemProductsOnly,
  stock,
}: Pick<Filters, "name" | "showProblemProductsOnly" | "stock">) =>
  name !== undefined || showProblemProductsOnly || stock !== undefined;

export function filtersOf(input: Filters): (SQL | undefined)[] {
  return [
    input.name === undefined ? undefined : matchesAnyText(input.name),
    input.showActiveOnly ? isActive : undefined,
    input.showProblemProductsOnly ? isProblem() : undefined,
    input.failedSyncOnly ? and(isActive, hasFailedSync) : undefined,
    input.productTypeId === undefined ? undefined : isOfType(input.productTypeId),
    input.supplierId === undefined ? undefined : eq(products.supplierId, input.supplierId),
    input.shippingRuleId === undefined ? undefined : eq(products.shippingRuleId, input.shippingRuleId),
    input.brand === undefined ? undefined : contains(products.brand, input.brand),
    input.gtin === undefined ? undefined : hasGtin(input.gtin),
    input.stock === undefined ? undefined : hasStock(input.stock),
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

/** Of the product or of one of its variants, in any of its lengths. */
function hasGtin(typed: string): SQL {
  const digits = typed.replace(/\D/g, "");
  if (digits === "") return sql`false`;
  const gtin = gtin14(digits);
  const isSame = (own: PgColumn) => sql`(${own} <> '' and lpad(${own}, 14, '0') = ${gtin})`;
  return sql`(${isSame(products.gtin)} or ${products.id} in (
    select ${productVariants.productId} from ${productVariants} where ${isSame(productVariants.gtin)}))`;
}

const hasAtMost = ({ manageStock, stockQuantity }: Sold, most: number) =>
  sql`(${manageStock} and coalesce(${stockQuantity}, 0) <= ${most})`;

/**
 * As `stockLevels` describes. The variants are grouped once for all products, which is far faster than a query for each
 * of them.
 */
function hasStock(level: (typeof stockLevels)[number]): SQL {
  const isOutItself = hasAtMost(products, 0);
  const areOut = sql`bool_and(${hasAtMost(productVariants, 0)})`;
  const [itself, variants] = {
    outOfStock: [isOutItself, areOut],
    low: [
      sql`not ${isOutItself} and ${hasAtMost(products, lowStock)}`,
      sql`not ${areOut} and bool_or(${hasAtMost(productVariants, lowStock)})`,
    ],
    inStock: [sql`not ${isOutItself}`, sql`not ${areOut}`],
  }[level];
  return sql`((not ${products.hasVariants} and ${itself}) or (${products.hasVariants} and ${products.id} in (
    select ${productVariants.productId} from ${productVariants} where not ${productVariants.isDisabled}
    group by ${productVariants.productId} having ${variants})))`;
}

/** Listed on the marketplace with this status; null: not listed there; undefined: any status. */
function isListed(marketplaceId: number, status: number | null | undefined): SQL {
  const inState = status == null ? undefined : eq(marketplaceProducts.status, status);
  const listed = sql`(select ${marketplaceProducts.productId} from ${marketplaceProducts} where ${and(eq(marketplaceProducts.marketplaceId, marketplaceId), inState)})`;
  return status === null ? sql`${products.id} not in ${listed}` : sql`${products.id} in ${listed}`;
}
