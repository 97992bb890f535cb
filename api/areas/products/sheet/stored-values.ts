/** Stored values of products, variants and their attributes, as far as worksheets change them. */
import { asc, inArray } from "drizzle-orm";
import type { AttributeInput } from "#api/areas/products/attributes.ts";
import { optionIdsOf } from "#api/areas/products/variant-options.ts";
import type { StoredVariant } from "#api/areas/products/variants.ts";
import type { Db } from "#api/core/database/connection.ts";
import { productVariants } from "#api/core/database/schema/index.ts";
import type { ProductAttribute } from "#contract/products/schema.ts";

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
