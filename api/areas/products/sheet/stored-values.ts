/** Stored values of products, variants and their attributes, as far as worksheets change them. */
import { asc, inArray } from "drizzle-orm";
import type { AttributeInput } from "#api/areas/products/attributes.ts";
import { pick } from "#api/areas/products/pick-fields.ts";
import { optionIdsOf } from "#api/areas/products/variant-options.ts";
import type { StoredVariant, VariantDetails } from "#api/areas/products/variants.ts";
import type { Db } from "#api/core/database/connection.ts";
import { productVariants } from "#api/core/database/schema/index.ts";
import type { ProductAttribute } from "#contract/products/schema.ts";
import { keysOf } from "#contract/rules/keys-of.ts";

/** The values of a new variant. */
export const noVariant: VariantDetails = {
  name: null,
  externalSku: "",
  gtin: "",
  defaultImageFileId: null,
  recommendedRetailPrice: null,
  salePrice: null,
  manageStock: false,
  stockQuantity: null,
  shippingPackageWeight: null,
  shippingPackageHeight: null,
  shippingPackageWidth: null,
  shippingPackageDepth: null,
};

export const variantKeys = keysOf(noVariant);

export const storedDetails = (variant: StoredVariant): VariantDetails => pick(variant, variantKeys);

/** The variants of these products, by id. */
export async function storedVariants(db: Db, productIds: readonly number[]): Promise<StoredVariant[]> {
  if (productIds.length === 0) return [];
  return db
    .select()
    .from(productVariants)
    .where(inArray(productVariants.productId, [...productIds]))
    .orderBy(asc(productVariants.id));
}

export const optionsIn = (variant: StoredVariant | undefined): number[] => (variant ? optionIdsOf(variant) : []);

export const asCommandInput = ({ useForVariations, attributeOptions, value }: ProductAttribute): AttributeInput => ({
  useForVariations,
  optionIds: attributeOptions.filter(({ isUsed }) => isUsed).map(({ optionId }) => optionId),
  value,
});
