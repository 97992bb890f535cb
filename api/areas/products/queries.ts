import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgSelect } from "drizzle-orm/pg-core";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import {
  assignmentsOf,
  attributesOf,
  imagesOf,
  variantsByProduct,
  variantsOf,
} from "#api/areas/shared/product-parts.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  marketplaceProducts,
  marketplaces,
  products,
  productTypes,
  shippingRules,
  suppliers,
} from "#api/core/database/schema/index.ts";
import { neighbourOf } from "#api/core/lists/neighbour-of.ts";
import { byText, pageOf } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { MarketplaceSyncStatus, marketplaceStatuses, shippingMethods } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import { missingParts } from "#contract/rules/product-problems.ts";
import { mayEditImageDates, type Work } from "./policy.ts";
import { hasReferralAgreement, isApprovedSomewhere } from "./product-conditions.ts";
import { filtersOf, isCostly } from "./search.ts";

type Products = Operations["products"];

export const list: Handler<Products["list"]> = async (input, { db, caller, config }) => {
  const rows = db
    .select({
      id: products.id,
      name: products.name,
      defaultImageFileId: products.defaultImageFileId,
      externalSku: products.externalSku,
      supplierId: products.supplierId,
      supplierName: suppliers.name,
      productTypeId: products.productTypeId,
      productTypeName: productTypes.name,
      appliedTaxClass: products.appliedTaxClass,
      recommendedRetailPrice: products.recommendedRetailPrice,
      salePrice: products.salePrice,
      hasVariants: products.hasVariants,
      isDisabled: products.isDisabled,
    })
    .from(products)
    .innerJoin(suppliers, eq(suppliers.id, products.supplierId))
    .innerJoin(productTypes, eq(productTypes.id, products.productTypeId))
    .$dynamic();
  const page = await pageOf(db, { rows, ...listFor({ db, caller, config }, input) }, input);
  const ids = page.items.map(({ id }) => id);
  const showsStock = input.showProblemProductsOnly || input.stock !== undefined;
  const variants = input.hideVariants && !showsStock ? undefined : await variantsByProduct(db, ids);
  const stock = showsStock ? await stockByProduct(db, ids, variants) : undefined;
  const problems = input.showProblemProductsOnly ? await problemsOf(db, ids, variants) : undefined;
  return {
    ...page,
    items: page.items.map((row) => ({
      ...row,
      productVariants: (!input.hideVariants && variants?.get(row.id)) || [],
      ...(problems && { problems: problems.get(row.id) }),
      ...(stock && { stock: stock.get(row.id) }),
    })),
  };
};

export const neighbour: Handler<Products["neighbour"]> = async ({ id, ...input }, { db, caller, config }) => {
  const all = listFor({ db, caller, config }, input);
  if ((await db.$count(products, and(eq(products.id, id), all.visible))) === 0) throw notFound("This product");
  return { id: await neighbourOf(db, all, input, id) };
};

/** The list without its columns. */
const listFor = ({ db, caller, config }: Work, input: Parameters<typeof filtersOf>[0]) => ({
  keys: (columns: Record<string, AnyPgColumn | SQL.Aliased>): PgSelect =>
    db
      .select(columns)
      .from(products)
      .leftJoin(suppliers, eq(suppliers.id, products.supplierId))
      .leftJoin(productTypes, eq(productTypes.id, products.productTypeId))
      .$dynamic(),
  isCostly: isCostly(input),
  visible: visibleTo(caller, products.supplierId),
  filters: filtersOf(input),
  sort: {
    name: byText(products.name),
    id: products.id,
    supplierName: byText(suppliers.name),
    productTypeName: byText(productTypes.name),
    isDisabled: products.isDisabled,
    recommendedRetailPrice: incGst(products.recommendedRetailPrice, config),
    salePrice: incGst(products.salePrice, config),
  },
  uniqueKey: products.id,
});

/** For a query of products: a price as customers pay it, by which the list is sorted. */
const incGst = (price: AnyPgColumn, { gstRate }: Work["config"]) =>
  sql<number>`case ${products.appliedTaxClass} when 'taxable' then ${price} * (1 + ${gstRate}::numeric) else ${price} end`;

/** Returns by product why it cannot be sold everywhere it should be: missing parts, failed synchronisations. */
async function problemsOf(
  db: Db,
  ids: number[],
  variants: Awaited<ReturnType<typeof variantsByProduct>> | undefined,
): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map();
  const found = await db.select().from(products).where(inArray(products.id, ids));
  const failed = await db
    .select({ productId: marketplaceProducts.productId, marketplace: marketplaces.name })
    .from(marketplaceProducts)
    .innerJoin(marketplaces, eq(marketplaces.id, marketplaceProducts.marketplaceId))
    .where(
      and(inArray(marketplaceProducts.productId, ids), eq(marketplaceProducts.syncStatus, MarketplaceSyncStatus.error)),
    )
    .orderBy(marketplaces.name);
  return new Map(
    found.map((product) => {
      const productVariants = variants?.get(product.id) ?? [];
      const problems = [
        ...missingParts({ ...product, productVariants, shippingMethod: product }).map((part) => `No ${part}`),
        ...failed
          .filter(({ productId }) => productId === product.id)
          .map(({ marketplace }) => `Sync failed on ${marketplace}`),
      ];
      return [product.id, problems];
    }),
  );
}

/** Returns by product its managed stock: that of its active variants, if it has variants. */
async function stockByProduct(
  db: Db,
  ids: number[],
  variants: Awaited<ReturnType<typeof variantsByProduct>> | undefined,
): Promise<Map<number, number | null>> {
  if (ids.length === 0) return new Map();
  const { id, hasVariants, manageStock, stockQuantity } = products;
  const found = await db
    .select({ id, hasVariants, manageStock, stockQuantity })
    .from(products)
    .where(inArray(products.id, ids));
  return new Map(
    found.map((product) => {
      const active = (variants?.get(product.id) ?? []).filter(({ isDisabled }) => !isDisabled);
      return [product.id, stockOf(product.hasVariants ? active : [product])];
    }),
  );
}

/** Returns the sum; null if the stock of any of them is not managed, because there is no telling what is left then. */
function stockOf(records: readonly { manageStock: boolean; stockQuantity?: number | null }[]): number | null {
  if (records.length === 0 || records.some(({ manageStock }) => !manageStock)) return null;
  return records.reduce((sum, { stockQuantity }) => sum + (stockQuantity ?? 0), 0);
}

export const get: Handler<Products["get"]> = async ({ id }, { db, caller }) => {
  const [row] = await db
    .select({
      product: getTableColumns(products),
      supplierName: suppliers.name,
      productTypeName: productTypes.name,
      shippingRuleName: shippingRules.name,
      hasCarrier: sql<boolean>`${suppliers.carrierKeySealed} is not null`,
      hasReferrals: hasReferralAgreement(db),
      isApprovedSomewhere: isApprovedSomewhere(db),
    })
    .from(products)
    .innerJoin(suppliers, eq(suppliers.id, products.supplierId))
    .innerJoin(productTypes, eq(productTypes.id, products.productTypeId))
    .leftJoin(shippingRules, eq(shippingRules.id, products.shippingRuleId))
    .where(and(eq(products.id, id), visibleTo(caller, products.supplierId)));
  if (!row) throw notFound("This product");
  const {
    shippingMethod,
    domesticFlatRate,
    allowShippingInternationally,
    internationalFlatRate,
    shippingRuleId,
    shippingNotes,
    handlingDays,
    ...product
  } = row.product;
  return {
    ...product,
    supplierName: row.supplierName,
    productTypeName: row.productTypeName,
    supplierHasReferralAgreement: row.hasReferrals,
    canEdit: mayManageProducts(caller, product.supplierId),
    canEditImageAvailableDate: mayEditImageDates(caller, product.supplierId, row.isApprovedSomewhere),
    attributes: await attributesOf(db, product),
    productVariants: await variantsOf(db, [id]),
    images: await imagesOf(db, id),
    marketplaceAssignments: await assignmentsOf(db, product),
    shippingMethod: {
      shippingMethod,
      domesticFlatRate,
      allowShippingInternationally,
      internationalFlatRate,
      shippingRuleId,
      shippingRuleName: row.shippingRuleName,
      shippingNotes,
      handlingDays,
      enabledForShippit: row.hasCarrier,
    },
  };
};

export const shippingMethodOptions: Handler<Products["shippingMethodOptions"]> = async () => [...shippingMethods];

export const marketplaceStatusOptions: Handler<Products["marketplaceStatusOptions"]> = async () => [
  ...marketplaceStatuses,
];
