/** Orderable goods: the products and variants that a marketplace sells for a supplier, and since when. */
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import {
  attributeOptions,
  attributes,
  marketplaceProducts,
  products,
  productVariantOptions,
  productVariants,
  supplierMarketplaces,
} from "#api/core/database/schema/index.ts";
import { MarketplaceProductStatus, SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import { inclusive } from "#contract/rules/money.ts";
import { rateOf, type TaxClass } from "#contract/rules/tax-class.ts";
import { gst } from "./product-rows.ts";

export interface Goods {
  productId: number;
  variantId: number | null;
  name: string;
  sku: string;
  imageId: string | null;
  options: { name: string; value: string }[];
  /** Dollars inc GST, like the next field. */
  price: number;
  /** Per item; null if it depends on the customer. */
  shipping: number | null;
  taxClass: TaxClass;
  soldSince: Date;
}

/** A supplier on a marketplace, with the goods it sells there. */
export interface Shelf {
  supplierId: number;
  marketplaceId: number;
  /** A fraction. */
  commissionRate: number;
  since: Date;
  goods: Goods[];
}

export async function shelvesOf(db: Db): Promise<Shelf[]> {
  const agreements = await db
    .select()
    .from(supplierMarketplaces)
    .where(eq(supplierMarketplaces.status, SupplierMarketplaceStatus.active))
    .orderBy(asc(supplierMarketplaces.supplierId), asc(supplierMarketplaces.marketplaceId));
  const sold = await db
    .select({
      product: sellable,
      marketplaceId: marketplaceProducts.marketplaceId,
      soldSince: marketplaceProducts.availableFrom,
    })
    .from(marketplaceProducts)
    .innerJoin(products, eq(products.id, marketplaceProducts.productId))
    .where(
      and(
        inArray(marketplaceProducts.status, [
          MarketplaceProductStatus.approved,
          MarketplaceProductStatus.pendingReApproval,
        ]),
        eq(products.isReferralProduct, false),
        eq(products.isDisabled, false),
      ),
    )
    .orderBy(asc(products.id), asc(marketplaceProducts.marketplaceId));
  const variants = await variantsOf(db);
  const shelves = agreements.map(({ supplierId, marketplaceId, commissionRate, agreedAt }): Shelf => {
    const own = sold.filter(
      ({ product, ...listing }) => product.supplierId === supplierId && listing.marketplaceId === marketplaceId,
    );
    const goods = own.flatMap(({ product, soldSince }) =>
      goodsOf(product, variants.get(product.id) ?? [], soldSince ?? product.createdAt),
    );
    return { supplierId, marketplaceId, commissionRate, since: agreedAt ?? new Date(0), goods };
  });
  return shelves.filter(({ goods }) => goods.length > 0);
}

/** Columns of a product without its long texts. */
const sellable = {
  id: products.id,
  supplierId: products.supplierId,
  name: products.name,
  externalSku: products.externalSku,
  hasVariants: products.hasVariants,
  defaultImageFileId: products.defaultImageFileId,
  recommendedRetailPrice: products.recommendedRetailPrice,
  salePrice: products.salePrice,
  domesticFlatRate: products.domesticFlatRate,
  appliedTaxClass: products.appliedTaxClass,
  createdAt: products.createdAt,
};
type Product = Pick<typeof products.$inferSelect, keyof typeof sellable>;
type Variant = typeof productVariants.$inferSelect & Pick<Goods, "options">;

function goodsOf(product: Product, variants: readonly Variant[], soldSince: Date): Goods[] {
  const { appliedTaxClass: taxClass, domesticFlatRate } = product;
  const rate = rateOf(taxClass, gst);
  const shipping = domesticFlatRate === null ? null : inclusive(domesticFlatRate, rate);
  const base = { productId: product.id, name: product.name, shipping, taxClass, soldSince };
  const price = (salePrice: number | null, recommended: number | null) =>
    inclusive(salePrice ?? recommended ?? 0, rate);
  if (!product.hasVariants) {
    const { externalSku: sku, defaultImageFileId: imageId } = product;
    return [
      {
        ...base,
        variantId: null,
        sku,
        imageId,
        options: [],
        price: price(product.salePrice, product.recommendedRetailPrice),
      },
    ];
  }
  return variants.map((variant) => ({
    ...base,
    variantId: variant.id,
    sku: variant.externalSku,
    imageId: variant.defaultImageFileId ?? product.defaultImageFileId,
    options: variant.options,
    price:
      variant.recommendedRetailPrice === null
        ? price(product.salePrice, product.recommendedRetailPrice)
        : price(variant.salePrice, variant.recommendedRetailPrice),
  }));
}

/** Returns the variants by product, with the names of their options. */
async function variantsOf(db: Db): Promise<Map<number, Variant[]>> {
  const chosen = await db
    .select({ variantId: productVariantOptions.variantId, name: attributes.displayName, value: attributeOptions.value })
    .from(productVariantOptions)
    .innerJoin(attributeOptions, eq(attributeOptions.id, productVariantOptions.optionId))
    .innerJoin(attributes, eq(attributes.id, attributeOptions.attributeId))
    .orderBy(asc(productVariantOptions.variantId), asc(attributes.id));
  const options = new Map<number, Goods["options"]>();
  for (const { variantId, ...option } of chosen) options.set(variantId, [...(options.get(variantId) ?? []), option]);
  const byProduct = new Map<number, Variant[]>();
  for (const row of await db.select().from(productVariants).orderBy(asc(productVariants.id))) {
    byProduct.set(row.productId, [
      ...(byProduct.get(row.productId) ?? []),
      { ...row, options: options.get(row.id) ?? [] },
    ]);
  }
  return byProduct;
}
