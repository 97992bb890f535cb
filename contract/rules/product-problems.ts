/** Finds the data that a product lacks before a marketplace can sell it. */
import { ShippingMethod } from "#contract/enumerations.ts";
import { isBlankHtml } from "./rich-text.ts";

type Id = string | null | undefined;

interface Dimensions {
  shippingPackageWeight?: number | null;
  shippingPackageHeight?: number | null;
  shippingPackageWidth?: number | null;
  shippingPackageDepth?: number | null;
}

/** The checked fields of a product. Prices in dollars. */
export interface Listing extends Dimensions {
  name: string;
  description?: string | null;
  defaultImageFileId?: Id;
  externalSku: string;
  recommendedRetailPrice: number;
  hasVariants: boolean;
  isReferralProduct: boolean;
  productVariants: readonly (Dimensions & { externalSku: string })[];
  shippingMethod: { shippingMethod?: number | null };
}

const noFile = /^[0-]*$/;

/** True if weight and dimensions are known. */
const isMeasured = (it: Dimensions) =>
  [it.shippingPackageWeight, it.shippingPackageHeight, it.shippingPackageWidth, it.shippingPackageDepth].every(
    (size) => (size ?? 0) > 0,
  );

/** True if all parcels, which are the product or each of its variants, are measured. False without any parcels. */
export const areMeasured = (parcels: readonly Dimensions[]) => parcels.length > 0 && parcels.every(isMeasured);

/**
 * Returns the missing parts, worded to follow "It has no": "hero image", "description". Empty if the product is
 * complete.
 */
export function missingParts(product: Listing): string[] {
  const sold = product.hasVariants ? product.productVariants : [product];
  const method = product.shippingMethod.shippingMethod;
  return [
    product.name.trim() === "" && "name",
    isBlankHtml(product.description ?? "") && "description",
    noFile.test(product.defaultImageFileId ?? "") && "hero image",
    product.recommendedRetailPrice <= 0 && "price",
    product.hasVariants && sold.length === 0 && "variation",
    sold.some(({ externalSku }) => externalSku === "") && "SKU",
    !product.isReferralProduct && method == null && "shipping method",
    !product.isReferralProduct &&
      method === ShippingMethod.carrier &&
      sold.length > 0 &&
      !areMeasured(sold) &&
      "package weight and dimensions",
  ].filter((part) => part !== false);
}
