/**
 * Products and variants in the fields of the commands that change them, to compare what a form shows with the current
 * record.
 */
import type { Product, ProductAttribute, ProductImage, ProductShippingMethod, ProductVariant } from "./schema.ts";

type Dimensions = Pick<
  ProductVariant,
  "shippingPackageWeight" | "shippingPackageHeight" | "shippingPackageWidth" | "shippingPackageDepth"
>;

const dimensionsIn = (record: Dimensions) => ({
  ShippingPackageWeight: record.shippingPackageWeight,
  ShippingPackageHeight: record.shippingPackageHeight,
  ShippingPackageWidth: record.shippingPackageWidth,
  ShippingPackageDepth: record.shippingPackageDepth,
});

type Prices = Pick<Product, "recommendedRetailPrice" | "salePrice">;

/** Returns null if there is none: a sale price equal to the recommended retail price follows it. Dollars ex GST. */
export function salePriceOf({ recommendedRetailPrice, salePrice }: Prices): number | null {
  return salePrice == null || salePrice >= recommendedRetailPrice ? null : salePrice;
}

export type ProductDetails = Dimensions &
  Prices &
  Pick<
    Product,
    | "name"
    | "description"
    | "defaultImageFileId"
    | "externalSku"
    | "productTypeId"
    | "hasVariants"
    | "manageStock"
    | "stockQuantity"
    | "isReferralProduct"
    | "referralProductUrl"
    | "referralProductCallToAction"
    | "brand"
    | "gtin"
  >;

/** `UpdateProductDetails` */
export function productDetails(product: ProductDetails) {
  return {
    Name: product.name,
    Description: product.description,
    DefaultImageId: product.defaultImageFileId,
    ExternalSku: product.externalSku,
    ProductTypeId: product.productTypeId,
    HasVariants: product.hasVariants,
    RecommendedRetailPrice: product.recommendedRetailPrice,
    SalePrice: salePriceOf(product),
    ManageStock: product.manageStock,
    StockQuantity: product.stockQuantity,
    ...dimensionsIn(product),
    IsReferralProduct: product.isReferralProduct,
    ReferralProductUrl: product.referralProductUrl,
    ReferralProductCallToAction: product.referralProductCallToAction,
    Brand: product.brand,
    Gtin: product.gtin,
  };
}

type VariantDetails = Dimensions &
  Prices &
  Pick<ProductVariant, "name" | "defaultImageFileId" | "externalSku" | "gtin" | "manageStock" | "stockQuantity"> & {
    attributeOptions: readonly { optionId: number }[];
  };

/** `UpsertProductVariant`. A name or prices that follow the product are sent with the product's values. */
export function variantDetails(variant: VariantDetails) {
  return {
    Name: variant.name,
    DefaultImageId: variant.defaultImageFileId,
    ExternalSku: variant.externalSku,
    RecommendedRetailPrice: variant.recommendedRetailPrice,
    SalePrice: salePriceOf(variant),
    ManageStock: variant.manageStock,
    StockQuantity: variant.stockQuantity,
    AttributeOptionIds: variant.attributeOptions.map(({ optionId }) => optionId),
    ...dimensionsIn(variant),
    Gtin: variant.gtin,
  };
}

type Shipping = Pick<
  ProductShippingMethod,
  | "shippingMethod"
  | "domesticFlatRate"
  | "allowShippingInternationally"
  | "internationalFlatRate"
  | "shippingRuleId"
  | "shippingNotes"
  | "handlingDays"
>;

/** `UpdateProductShippingMethod` */
export const productShipping = (shipping: Shipping) => ({
  ShippingMethod: shipping.shippingMethod,
  DomesticFlatRate: shipping.domesticFlatRate,
  AllowShippingInternationally: shipping.allowShippingInternationally,
  InternationalFlatRate: shipping.internationalFlatRate,
  ShippingRuleId: shipping.shippingRuleId,
  ShippingNotes: shipping.shippingNotes,
  HandlingDays: shipping.handlingDays,
});

/** `UpdateProductAttribute` */
export const attributeOfProduct = ({ useForVariations, attributeOptions, value }: ProductAttribute) => ({
  UseForVariations: useForVariations,
  SelectedOptionIds: attributeOptions.filter(({ isUsed }) => isUsed).map(({ optionId }) => optionId),
  Value: value,
});

/** `UpsertCustomProductAttribute` */
export const customAttribute = ({ attributeDisplayName, attributeOptions }: ProductAttribute) => ({
  AttributeName: attributeDisplayName,
  Options: attributeOptions.map(({ optionCode, optionValue }) => ({ Code: optionCode, Value: optionValue })),
});

/** `UpsertProductImage` */
export const imageDetails = (image: Pick<ProductImage, "imageId" | "label" | "availableFrom">) => ({
  ImageId: image.imageId,
  Label: image.label,
  AvailableFrom: asMoment(image.availableFrom),
});

/** Normalises a timestamp, so that equal ones compare as equal. */
export const asMoment = (moment: string | null | undefined) => (moment ? new Date(moment).toISOString() : null);
