/** Adding a variant for each combination of options that a product does not have yet. */

import { attributesOf, variantsOf } from "#api/areas/shared/product-parts.ts";
import type { Db } from "#api/core/database/connection.ts";
import { productVariantOptions, productVariants } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, refuse } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { maxAddedVariants, maxSku, variantMessages } from "#contract/products/commands.ts";
import type { ProductAttribute } from "#contract/products/schema.ts";
import {
  combinationKey,
  combinationsOf,
  countCombinations,
  variantSkus,
} from "#contract/rules/variant-combinations.ts";
import { productToChange, type StoredProduct, updateListings } from "./policy.ts";
import { whyNotAllAlone } from "./same-sku.ts";
import { optionIdsOf } from "./variant-options.ts";
import { detailsOf, isOffered, reasonsAgainst } from "./variants.ts";

type Products = Operations["products"];
type Option = ProductAttribute["attributeOptions"][number];

/** The product is locked, so that nobody adds the same combination at the same time. */
export const addVariants: Handler<Products["addVariants"]> = async (input, context) => {
  const { db } = context;
  const product = await productToChange(context, input.ProductId);
  if (!product.hasVariants) throw conflict(variantMessages.withoutVariants);
  const { added, existingCount } = await missingCombinations(db, product, input.AttributeOptionIds);
  const skus = variantSkus(input.SkuStart, added);
  const tooLong = skus.filter((sku) => sku.length > maxSku).sort((a, b) => b.length - a.length)[0];
  const details = detailsOf(
    { ...input, Name: product.name, DefaultImageId: null, ExternalSku: "" },
    product,
    undefined,
  );
  refuse({
    ...(await reasonsAgainst(details, product, undefined, context)),
    SkuStart: tooLong && variantMessages.skuTooLong(tooLong),
  });
  const { supplierId, id: productId } = product;
  refuse({
    SkuIsShared:
      input.SkuIsShared === false && (await whyNotAllAlone(db, skus, { supplierId, productId, variant: {} })),
  });
  await write(
    db,
    added.map((options, i) => ({
      ...details,
      productId,
      appliedTaxClass: product.appliedTaxClass,
      externalSku: skus[i] ?? "",
      combination: keyOf(options),
    })),
  );
  await updateListings(context, productId, "approved");
  return { addedCount: added.length, existingCount };
};

/**
 * Returns the combinations of these options that the product does not have yet, in the order of its attributes.
 * @throws Refusal 422 if the options do not fit the product's attributes, or there are too many combinations or none
 */
async function missingCombinations(db: Db, product: StoredProduct, optionIds: readonly number[]) {
  const making = (await attributesOf(db, product)).filter(({ useForVariations }) => useForVariations);
  const lists = making.map((attribute) =>
    attribute.attributeOptions.filter((option) => optionIds.includes(option.optionId) && isOffered(option, attribute)),
  );
  const isOfThem = lists.flat().length === new Set(optionIds).size;
  refuse({
    AttributeOptionIds:
      (!isOfThem || making.length === 0 || lists.some(({ length }) => length === 0)) && variantMessages.noOptions,
  });
  const visible = new Set(making.flatMap(({ attributeOptions }) => attributeOptions.map(({ optionId }) => optionId)));
  const variants = (await variantsOf(db, [product.id])).map(({ attributeOptions }) =>
    attributeOptions.map(({ optionId }) => optionId).filter((id) => visible.has(id)),
  );
  const { all, existing } = countCombinations(
    lists.map((options) => options.map(({ optionId }) => optionId)),
    variants,
  );
  const count = all - existing;
  refuse({
    AttributeOptionIds:
      (count === 0 && variantMessages.allExist) || (count > maxAddedVariants && variantMessages.tooManyAdded(count)),
  });
  const known = new Set(variants.map(combinationKey));
  const added = combinationsOf<Option>(lists).filter((options) => !known.has(keyOf(options)));
  return { added, existingCount: existing };
}

const keyOf = (options: readonly Option[]) => combinationKey(options.map(({ optionId }) => optionId));

async function write(db: Db, variants: (typeof productVariants.$inferInsert)[]): Promise<void> {
  const rows = await db
    .insert(productVariants)
    .values(variants)
    .returning({ id: productVariants.id, combination: productVariants.combination });
  await db
    .insert(productVariantOptions)
    .values(rows.flatMap((variant) => optionIdsOf(variant).map((optionId) => ({ variantId: variant.id, optionId }))));
}
