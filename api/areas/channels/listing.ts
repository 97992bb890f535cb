/** Reads a product on a marketplace in the form its channel needs. */
import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { attributesOf, imagesOf, variantsOf } from "#api/areas/shared/product-parts.ts";
import type { Config } from "#api/core/config.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  marketplaceProducts,
  marketplaces,
  products,
  productTypes,
  supplierMarketplaces,
  suppliers,
} from "#api/core/database/schema/index.ts";
import { imageAddresses } from "#api/core/files/image-addresses.ts";
import { MarketplaceProductStatus, SupplierMarketplaceStatus, shippingMethods } from "#contract/enumerations.ts";
import type { ProductAttribute, ProductImage, ProductVariant } from "#contract/products/schema.ts";
import { inclusive } from "#contract/rules/money.ts";
import { missingParts } from "#contract/rules/product-problems.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import type { ChannelListing, Offer, Rate } from "./channel.ts";

type Settings = Pick<Config, "gstRate" | "cdnBaseUrl">;
type StoredProduct = typeof products.$inferSelect;
type StoredListing = typeof marketplaceProducts.$inferSelect;

const { disabled } = SupplierMarketplaceStatus;

export interface Found {
  stored: StoredListing;
  /** Null: the published version stays until the product is approved again. */
  due: "publish" | "withdraw" | null;
  listing: ChannelListing;
}

/**
 * SQL condition for a query of listings with their products and agreements (`agreementOfListing`): true if the product
 * must not be on the marketplace, whether or not it is there now. An agreement that waits for the supplier keeps what
 * was approved under the one before it.
 */
export const mustLeave: SQL<boolean> = sql<boolean>`(${products.isDisabled}
  or coalesce(${supplierMarketplaces.status}, ${disabled}) = ${disabled}
  or exists (select 1 from ${marketplaces} where ${marketplaces.id} = ${marketplaceProducts.marketplaceId} and ${marketplaces.isDisabled})
  or ${marketplaceProducts.status} in (${MarketplaceProductStatus.disabled}, ${MarketplaceProductStatus.pendingApproval})
  or ${marketplaceProducts.disableReason} is not null)`;

export const agreementOfListing = and(
  eq(supplierMarketplaces.supplierId, products.supplierId),
  eq(supplierMarketplaces.marketplaceId, marketplaceProducts.marketplaceId),
);

export async function readListing(
  db: Db,
  pair: { productId: number; marketplaceId: number },
  settings: Settings,
): Promise<Found | undefined> {
  const [row] = await db
    .select({
      stored: getTableColumns(marketplaceProducts),
      product: getTableColumns(products),
      supplier: { id: suppliers.id, name: suppliers.name },
      productType: productTypes.path,
      mustLeave,
    })
    .from(marketplaceProducts)
    .innerJoin(products, eq(products.id, marketplaceProducts.productId))
    .innerJoin(suppliers, eq(suppliers.id, products.supplierId))
    .innerJoin(productTypes, eq(productTypes.id, products.productTypeId))
    .leftJoin(supplierMarketplaces, agreementOfListing)
    .where(
      and(eq(marketplaceProducts.productId, pair.productId), eq(marketplaceProducts.marketplaceId, pair.marketplaceId)),
    );
  if (!row) return undefined;
  const { stored, product, supplier, productType } = row;
  const variants = product.hasVariants ? await variantsOf(db, [product.id]) : [];
  const images = await imagesOf(db, product.id);
  const addressOf = await imageAddresses(db, settings, [
    ...[product, ...variants].map(({ defaultImageFileId }) => defaultImageFileId),
    ...images.map(({ imageId }) => imageId),
  ]);
  const parts = { gstRate: rateOf(product.appliedTaxClass, settings.gstRate), addressOf };
  const listing = {
    marketplaceId: stored.marketplaceId,
    productId: product.id,
    marketplaceSku: stored.marketplaceSku,
    supplier,
    productType,
    description: product.description,
    brand: product.brand,
    taxClass: product.appliedTaxClass,
    availableFrom: stored.availableFrom?.toISOString() ?? null,
    availableTo: stored.availableTo?.toISOString() ?? null,
    ...offerOf(product, parts),
    images: images.filter(({ disabled }) => !disabled).map((image) => pictureOf(image, addressOf)),
    attributes: (await attributesOf(db, product)).map(valuesOf).filter(({ values }) => values.length > 0),
    variants: variants
      .filter(({ isDisabled }) => !isDisabled)
      .map((variant) => ({ id: variant.id, ...offerOf(variant, parts), options: optionsOf(variant) })),
    shipping: shippingOf(product, parts.gstRate),
    referral: product.isReferralProduct
      ? { url: product.referralProductUrl, callToAction: product.referralProductCallToAction }
      : null,
    missing: missingParts({ ...product, productVariants: variants, shippingMethod: product }),
  };
  return { stored, due: dueOf(row), listing };
}

const pictureOf = ({ imageId, label, availableFrom }: ProductImage, addressOf: (id: string) => string) => ({
  url: addressOf(imageId),
  label,
  availableFrom: availableFrom ?? null,
});

function dueOf({ stored, mustLeave }: { stored: StoredListing; mustLeave: boolean }): Found["due"] {
  if (mustLeave) return "withdraw";
  return stored.status === MarketplaceProductStatus.approved ? "publish" : null;
}

type Sold = Pick<
  ProductVariant,
  | "name"
  | "externalSku"
  | "gtin"
  | "defaultImageFileId"
  | "recommendedRetailPrice"
  | "salePrice"
  | "manageStock"
  | "stockQuantity"
  | `shippingPackage${"Weight" | "Height" | "Width" | "Depth"}`
>;

function offerOf(sold: Sold, { gstRate, addressOf }: { gstRate: number; addressOf(id: string): string }): Offer {
  const recommended = priceOf(sold.recommendedRetailPrice, gstRate);
  const sale = priceOf(sold.salePrice ?? sold.recommendedRetailPrice, gstRate);
  return {
    sku: sold.externalSku,
    gtin: sold.gtin ?? "",
    name: sold.name,
    image: sold.defaultImageFileId ? addressOf(sold.defaultImageFileId) : null,
    prices: {
      recommendedExGst: recommended.exGst,
      recommendedIncGst: recommended.incGst,
      saleExGst: sale.exGst,
      saleIncGst: sale.incGst,
    },
    stock: sold.manageStock ? (sold.stockQuantity ?? 0) : null,
    parcel: {
      weightKg: sold.shippingPackageWeight ?? null,
      heightMm: sold.shippingPackageHeight ?? null,
      widthMm: sold.shippingPackageWidth ?? null,
      depthMm: sold.shippingPackageDepth ?? null,
    },
  };
}

const priceOf = (exGst: number, gstRate: number): Rate => ({ exGst, incGst: inclusive(exGst, gstRate) });

function valuesOf({ attributeDisplayName, attributeOptions, value }: ProductAttribute) {
  const options = attributeOptions.filter(({ isUsed }) => isUsed).map(({ optionValue }) => optionValue);
  return { name: attributeDisplayName, values: value === "" ? options : [value] };
}

function optionsOf({ attributeOptions }: ProductVariant) {
  return attributeOptions.map(({ attributeName, optionValue }) => ({
    attribute: attributeName ?? "",
    value: optionValue ?? "",
  }));
}

function shippingOf(product: StoredProduct, gstRate: number): ChannelListing["shipping"] {
  const rate = (exGst: number | null) => (exGst === null ? null : priceOf(exGst, gstRate));
  return {
    method: shippingMethods.find(({ value }) => value === product.shippingMethod)?.displayName ?? null,
    domestic: rate(product.domesticFlatRate),
    international: product.allowShippingInternationally ? rate(product.internationalFlatRate) : null,
    shippingRuleId: product.shippingRuleId,
    notes: product.shippingNotes,
  };
}
