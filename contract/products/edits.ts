/**
 * Products and variants in the fields of the commands that change them, to compare what a form shows with the current
 * record.
 */
import { asCommand } from "#contract/records/fields.ts";
import { productFields, shippingFields, variantFields } from "./fields.ts";
import type { Product, ProductAttribute, ProductImage, ProductShippingMethod, ProductVariant } from "./schema.ts";

type Prices = Pick<Product, "recommendedRetailPrice" | "salePrice">;

/** Returns null if there is none: a sale price equal to the recommended retail price follows it. Dollars ex GST. */
export function salePriceOf({ recommendedRetailPrice, salePrice }: Prices): number | null {
  return salePrice == null || salePrice >= recommendedRetailPrice ? null : salePrice;
}

export type ProductDetails = Pick<Product, keyof typeof productFields>;

/** `UpdateProductDetails` */
export const productDetails = (product: ProductDetails) =>
  asCommand(productFields, { ...product, salePrice: salePriceOf(product) });

type VariantDetails = Pick<ProductVariant, keyof typeof variantFields> & {
  attributeOptions: readonly { optionId: number }[];
};

/** `UpsertProductVariant`. A name or prices that follow the product are sent with the product's values. */
export const variantDetails = (variant: VariantDetails) => ({
  ...asCommand(variantFields, { ...variant, salePrice: salePriceOf(variant) }),
  AttributeOptionIds: variant.attributeOptions.map(({ optionId }) => optionId),
});

/** `UpdateProductShippingMethod` */
export const productShipping = (shipping: Pick<ProductShippingMethod, keyof typeof shippingFields>) =>
  asCommand(shippingFields, shipping);

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
