/** Shared by the forms of one variant and of all combinations: options, prices and stock. */

import type { Product, ProductVariant } from "#contract/products/schema.ts";
import { exclusive, inclusive, parseAmount } from "#contract/rules/money.ts";

export type VariationAttribute = Product["attributes"][number];

/** The attributes that variants differ in. */
export function attributesMaking({ attributes }: Product): VariationAttribute[] {
  return attributes.filter(({ useForVariations }) => useForVariations);
}

/** The product's options of an attribute, and those that are chosen already. */
export function offeredOptions(
  { attributeOptions, isProductSpecific }: VariationAttribute,
  chosen: readonly number[] = [],
) {
  return attributeOptions.filter(({ optionId, isUsed }) => isUsed || isProductSpecific || chosen.includes(optionId));
}

/** Returns null if the product is not on sale. Dollars ex GST. */
function ownSalePrice({ salePrice, recommendedRetailPrice }: Product): number | null {
  return salePrice === recommendedRetailPrice ? null : (salePrice ?? null);
}

/** The product's own values, which apply unless overridden. Dollars inc GST. */
export const ownValues = (product: Product, gstRate: number) => ({
  name: product.name,
  recommendedRetailPrice: inclusive(product.recommendedRetailPrice, gstRate),
  salePrice: inclusive(ownSalePrice(product), gstRate),
});

export const measuresOf = ({
  shippingPackageWeight,
  shippingPackageHeight,
  shippingPackageWidth,
  shippingPackageDepth,
}: ProductVariant) => ({
  shippingPackageWeight,
  shippingPackageHeight,
  shippingPackageWidth,
  shippingPackageDepth,
});

interface TypedTerms {
  OverridePrice: boolean;
  RecommendedRetailPrice: string;
  SalePrice: string;
  ManageStock: boolean;
  StockQuantity: string;
}

/**
 * Converts dollars inc GST to dollars ex GST. Prices that are not overridden are sent as the product has them and keep
 * following the product.
 */
export const termsInput = (typed: TypedTerms, product: Product, gstRate: number) => ({
  RecommendedRetailPrice: typed.OverridePrice
    ? exclusive(amount(typed.RecommendedRetailPrice) ?? 0, gstRate)
    : product.recommendedRetailPrice,
  SalePrice: typed.OverridePrice ? exclusive(amount(typed.SalePrice), gstRate) : ownSalePrice(product),
  StockQuantity: typed.ManageStock ? amount(typed.StockQuantity) : null,
});

/** Returns null for an empty field. */
const amount = (text: string) => parseAmount(text) ?? null;
