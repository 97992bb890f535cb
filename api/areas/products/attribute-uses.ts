/** Finds the variants that prevent a change of an attribute. */
import { and, count, eq, inArray } from "drizzle-orm";
import { type StoredOption, shortened } from "#api/areas/shared/attribute-options.ts";
import type { Db } from "#api/core/database/connection.ts";
import { productVariantOptions, productVariants } from "#api/core/database/schema/index.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import type { ProductAttribute } from "#contract/products/schema.ts";

/** Returns the number of the product's variants with each option of the attribute, by option id. */
export async function variantsByOption(
  db: Db,
  productId: number,
  { attributeOptions }: ProductAttribute,
): Promise<Map<number, number>> {
  if (attributeOptions.length === 0) return new Map();
  const ids = attributeOptions.map(({ optionId }) => optionId);
  const rows = await db
    .select({ optionId: productVariantOptions.optionId, variants: count() })
    .from(productVariantOptions)
    .innerJoin(productVariants, eq(productVariants.id, productVariantOptions.variantId))
    .where(and(eq(productVariants.productId, productId), inArray(productVariantOptions.optionId, ids)))
    .groupBy(productVariantOptions.optionId);
  return new Map(rows.map(({ optionId, variants }) => [optionId, variants]));
}

/** @throws Refusal 409 if variants have an option of the attribute */
export function assertNoneDiffers(
  { attributeDisplayName }: ProductAttribute,
  variants: ReadonlyMap<number, number>,
): void {
  const having = [...variants.values()].reduce((sum, some) => sum + some, 0);
  if (having > 0)
    throw conflict(`${variantsHave(having)} an option of “${shortened(attributeDisplayName)}”. Delete them first.`);
}

/** @throws Refusal 409 if variants have one of the options */
export function assertNoneHas(
  options: readonly Pick<StoredOption, "id" | "value">[],
  variants: ReadonlyMap<number, number>,
): void {
  for (const { id, value } of options) {
    const having = variants.get(id) ?? 0;
    if (having > 0) throw conflict(`“${shortened(value)}” cannot be removed: ${variantsHave(having)} it.`);
  }
}

const variantsHave = (count: number) =>
  count === 1 ? "1 variant of this product has" : `${count.toLocaleString("en-AU")} variants of this product have`;
