/** Products and variants as rows of the grid. */
import { and, asc, count, eq, getTableColumns, inArray } from "drizzle-orm";
import type { StoredProduct } from "#api/areas/products/policy.ts";
import { managesProductsOf } from "#api/areas/shared/catalogue.ts";
import { variantsByProduct } from "#api/areas/shared/product-parts.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import type { Db } from "#api/core/database/connection.ts";
import { products, productTypes, productVariants, shippingRules, suppliers } from "#api/core/database/schema/index.ts";
import { byText } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { salePriceOf } from "#contract/products/edits.ts";
import { type packageFields, shippingFields, variantFields } from "#contract/products/fields.ts";
import { type GridRow, gridPartSize, mostGridVariants } from "#contract/products/grid.ts";
import type { ProductVariant } from "#contract/products/schema.ts";
import { byKey, keysOf } from "#contract/rules/keys-of.ts";
import type { TaxClass } from "#contract/rules/tax-class.ts";

/** Names that a row shows beside its own values. */
export interface Names {
  supplierName: string;
  /** Of the product's shipping rule. */
  ruleName: string | null;
  /** Of the product type. */
  typeTaxClass: TaxClass;
}

export const rowOfProduct = (product: StoredProduct, { supplierName, ruleName, typeTaxClass }: Names): GridRow => ({
  ...product,
  typeTaxClass,
  productId: product.id,
  variantId: null,
  productName: product.name,
  supplierName,
  options: "",
  salePrice: salePriceOf(product),
  stockQuantity: countedStock(product),
  isActive: !product.isDisabled,
  shippingRule: ruleName ?? "",
});

type ShownVariant = Omit<ProductVariant, "isDefaultVariant" | "attributeOptions"> &
  Partial<Pick<ProductVariant, "attributeOptions">>;

/** Values that the variant inherits from its product are empty, and so is what variants do not have. */
export const rowOfVariant = (variant: ShownVariant, product: StoredProduct, names: Names): GridRow => ({
  ...rowOfProduct(product, names),
  ...byKey(keysOf(shippingFields), () => null),
  ...(byKey(keysOf(variantFields), (key) => variant[key] ?? null) as Pick<GridRow, keyof typeof packageFields>),
  variantId: variant.id,
  options: (variant.attributeOptions ?? []).map(({ optionValue }) => optionValue).join(", "),
  hasVariants: false,
  name: variant.overrideName ? variant.name : "",
  taxClass: null,
  externalSku: variant.externalSku,
  recommendedRetailPrice: variant.overridePrice ? variant.recommendedRetailPrice : null,
  salePrice: variant.overridePrice ? salePriceOf({ ...variant, salePrice: variant.salePrice ?? null }) : null,
  stockQuantity: countedStock(variant),
  isActive: true,
  shippingRule: "",
});

const countedStock = ({ manageStock, stockQuantity }: Pick<ShownVariant, "manageStock" | "stockQuantity">) =>
  manageStock ? (stockQuantity ?? null) : null;

export const grid: Handler<Operations["products"]["grid"]> = async ({ Ids, Part, Holding }, { db, caller }) => {
  const asked = [...new Set(Ids)];
  const found = await db
    .select({
      product: getTableColumns(products),
      supplierName: suppliers.name,
      ruleName: shippingRules.name,
      typeTaxClass: productTypes.appliedTaxClass,
    })
    .from(products)
    .innerJoin(suppliers, eq(suppliers.id, products.supplierId))
    .innerJoin(productTypes, eq(productTypes.id, products.productTypeId))
    .leftJoin(shippingRules, eq(shippingRules.id, products.shippingRuleId))
    .where(
      and(
        inArray(products.id, asked),
        visibleTo(caller, products.supplierId),
        managesProductsOf(caller, products.supplierId),
      ),
    );
  const byId = new Map(found.map((each) => [each.product.id, each]));
  const counts = await variantCounts(
    db,
    found.filter(({ product }) => product.hasVariants).map(({ product }) => product.id),
  );
  const rowCountOf = (id: number) => {
    const variantCount = counts.get(id) ?? 0;
    // Variants that are too many are not shown.
    return byId.has(id) ? 1 + (variantCount > mostGridVariants ? 0 : variantCount) : 0;
  };
  const isDivided = Part !== undefined || Holding !== undefined;
  const parts = isDivided ? partsOf(asked, rowCountOf) : [asked];
  const held = Holding === undefined ? undefined : parts.findIndex((each) => each.includes(Holding)) + 1;
  const part = Math.min(Math.max(held ?? Part ?? 1, 1), parts.length);
  const ids = parts[part - 1] ?? [];
  const { shown, leftOut } = fitting(ids, counts);
  const variants = await variantsByProduct(db, shown);
  const inOrder = ids.flatMap((id) => byId.get(id) ?? []);
  return {
    ids,
    part,
    partCount: parts.length,
    rows: inOrder.flatMap(({ product, ...names }) => [
      rowOfProduct(product, names),
      ...(variants.get(product.id) ?? []).map((variant) => rowOfVariant(variant, product, names)),
    ]),
    withoutVariants: leftOut,
    shippingRules: await rulesOf(db, [...new Set(inOrder.map(({ product }) => product.supplierId))]),
  };
};

/** Returns the numbers of variants by product. */
async function variantCounts(db: Db, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const counts = await db
    .select({ productId: productVariants.productId, count: count() })
    .from(productVariants)
    .where(inArray(productVariants.productId, ids))
    .groupBy(productVariants.productId);
  return new Map(counts.map((each) => [each.productId, each.count]));
}

/** Divides the products, in order, into parts of limited row count. Each part has at least one product. */
function partsOf(ids: readonly number[], rowCountOf: (id: number) => number): number[][] {
  let part: number[] = [];
  let rowCount = 0;
  const parts = [part];
  for (const id of ids) {
    const own = rowCountOf(id);
    if (own > 0 && rowCount > 0 && rowCount + own > gridPartSize) {
      part = [];
      parts.push(part);
      rowCount = 0;
    }
    part.push(id);
    rowCount += own;
  }
  return parts;
}

/** The products whose variants fit into the grid, before any of them is read. */
function fitting(ids: readonly number[], counts: ReadonlyMap<number, number>) {
  const shown: number[] = [];
  const leftOut: number[] = [];
  let total = 0;
  for (const id of ids) {
    const own = counts.get(id) ?? 0;
    if (own === 0) continue;
    if (total + own > mostGridVariants) leftOut.push(id);
    else {
      shown.push(id);
      total += own;
    }
  }
  return { shown, leftOut };
}

const mostRules = 200;

function rulesOf(db: Db, supplierIds: number[]): Promise<{ supplierId: number; name: string }[]> {
  return db
    .select({ supplierId: shippingRules.supplierId, name: shippingRules.name })
    .from(shippingRules)
    .where(and(inArray(shippingRules.supplierId, supplierIds), eq(shippingRules.isDisabled, false)))
    .orderBy(asc(shippingRules.supplierId), asc(byText(shippingRules.name)), asc(shippingRules.id))
    .limit(mostRules);
}
