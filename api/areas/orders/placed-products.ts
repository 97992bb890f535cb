/** Finds the products of a placed order by the SKUs of its lines. */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { folded, oneOfTexts } from "#api/areas/shared/folded-text.ts";
import { visibleTo } from "#api/core/access/caller.ts";
import { marketplaceProducts, products, productVariants } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { PlacedLine } from "#contract/orders/placing.ts";
import type { TaxClass } from "#contract/rules/tax-class.ts";

export interface Bought {
  productId: number;
  /** Null for a product without variants, or if the line does not say which. */
  variantId: number | null;
  supplierId: number;
  name: string;
  sku: string;
  imageId: string | null;
  managesStock: boolean;
  appliedTaxClass: TaxClass;
}

interface Candidate extends Bought {
  /** The product has been listed on the marketplace of the order. */
  isListed: boolean;
  /** Of the marketplace, in lower case. */
  marketplaceSku: string;
}

type Parts = Pick<Context, "db" | "caller">;

/**
 * Returns what each line means, or undefined where no product has the SKU, or several have and none of them, or more
 * than one, is listed on the marketplace. The case of letters does not matter.
 * @param supplierId only products of this supplier count
 */
export async function boughtProducts(
  context: Parts,
  marketplaceId: number,
  lines: readonly Pick<PlacedLine, "Sku" | "MarketplaceSku">[],
  supplierId?: number,
): Promise<(Bought | undefined)[]> {
  const skus = distinct(lines.map(({ Sku }) => Sku));
  const marketplaceSkus = distinct(lines.map(({ MarketplaceSku }) => MarketplaceSku));
  const all = await candidates(context, marketplaceId, skus, marketplaceSkus);
  const found = supplierId === undefined ? all : all.filter((each) => each.supplierId === supplierId);
  return lines.map((line) => meant(found, line.Sku.toLowerCase(), line.MarketplaceSku.toLowerCase()));
}

const distinct = (skus: string[]) => [...new Set(skus.map((sku) => sku.toLowerCase()).filter(Boolean))];

function meant(found: Candidate[], sku: string, marketplaceSku: string): Bought | undefined {
  const withSku = sku === "" ? [] : found.filter((each) => each.sku.toLowerCase() === sku);
  if (marketplaceSku !== "") {
    const ofProduct = found.filter((each) => each.marketplaceSku === marketplaceSku);
    const named = ofProduct.filter((each) => withSku.includes(each));
    const whole = ofProduct.filter(({ variantId }) => variantId === null);
    const one = onlyOne(named) ?? onlyOne(whole);
    if (one) return one;
  }
  return onlyOne(withSku.filter(({ isListed }) => isListed)) ?? onlyOne(withSku);
}

const onlyOne = <T>(all: T[]): T | undefined => (all.length === 1 ? all[0] : undefined);

/** Products and variants with one of the SKUs, and the products, with their variants, with one of the marketplace's. */
async function candidates(
  { db, caller }: Parts,
  marketplaceId: number,
  skus: string[],
  marketplaceSkus: string[],
): Promise<Candidate[]> {
  const listing = and(
    eq(marketplaceProducts.productId, products.id),
    eq(marketplaceProducts.marketplaceId, marketplaceId),
  );
  const visible = visibleTo(caller, products.supplierId);
  const ids = await idsCalled(db, marketplaceId, marketplaceSkus);
  const common = {
    productId: products.id,
    supplierId: products.supplierId,
    appliedTaxClass: products.appliedTaxClass,
    isListed: sql<boolean>`${marketplaceProducts.id} is not null`,
    marketplaceSku: sql<string>`lower(coalesce(${marketplaceProducts.marketplaceSku}, ''))`,
  };
  const whole = await db
    .select({
      ...common,
      variantId: sql<null>`null`,
      name: products.name,
      sku: products.externalSku,
      imageId: products.defaultImageFileId,
      managesStock: sql<boolean>`${products.manageStock} and not ${products.hasVariants}`,
    })
    .from(products)
    .leftJoin(marketplaceProducts, listing)
    .where(and(sql`(${oneOfTexts(folded(products.externalSku), skus)} or ${oneOf(products.id, ids)})`, visible));
  const variants = await db
    .select({
      ...common,
      variantId: productVariants.id,
      name: sql<string>`coalesce(${productVariants.name}, ${products.name})`,
      sku: productVariants.externalSku,
      imageId: sql<string | null>`coalesce(${productVariants.defaultImageFileId}, ${products.defaultImageFileId})`,
      managesStock: productVariants.manageStock,
    })
    .from(productVariants)
    .innerJoin(products, eq(products.id, productVariants.productId))
    .leftJoin(marketplaceProducts, listing)
    .where(
      and(
        sql`(${oneOfTexts(folded(productVariants.externalSku), skus)} or ${oneOf(productVariants.productId, ids)})`,
        eq(products.hasVariants, true),
        visible,
      ),
    );
  return [...whole, ...variants];
}

/** Returns the products with one of the marketplace's SKUs. */
async function idsCalled(db: Parts["db"], marketplaceId: number, marketplaceSkus: string[]): Promise<number[]> {
  if (marketplaceSkus.length === 0) return [];
  const rows = await db
    .select({ productId: marketplaceProducts.productId })
    .from(marketplaceProducts)
    .where(
      and(
        eq(marketplaceProducts.marketplaceId, marketplaceId),
        oneOfTexts(sql`lower(coalesce(${marketplaceProducts.marketplaceSku}, '')) collate "C"`, marketplaceSkus),
      ),
    );
  return rows.map(({ productId }) => productId);
}

const oneOf = (column: PgColumn, ids: number[]) => (ids.length === 0 ? sql`false` : inArray(column, ids));
