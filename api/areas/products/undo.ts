/** Undoing deletions and deactivations of products and their parts. */
import { and, asc, eq, inArray, not, sql } from "drizzle-orm";
import {
  attributeOptions,
  changes as changesTable,
  orderLineItems,
  productImages,
  productVariantOptions,
  productVariants,
} from "#api/core/database/schema/index.ts";
import { type PutBack, putBack } from "#api/core/history/put-back.ts";
import type { Done, Undoer } from "#api/core/history/undoers.ts";
import type { Context } from "#api/core/operations/context.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { maxProductImages } from "#contract/products/image-limits.ts";
import { activate } from "./commands.ts";
import { putInOrder } from "./images.ts";
import { productToChange, updateListings } from "./policy.ts";
import { whyNotAlone } from "./same-sku.ts";
import { optionIdsOf } from "./variant-options.ts";

type Products = Operations["products"];

function ofProduct({ input }: { input: { ProductId: number } }, context: Context) {
  return productToChange(context, input.ProductId);
}

export const undoDeleteVariant: Undoer<Products["deleteVariant"]> = { authorise: ofProduct, undo: restoreVariant };

async function restoreVariant({ input, changes }: Done<Products["deleteVariant"]>, context: Context): Promise<PutBack> {
  const { db } = context;
  const product = await productToChange(context, input.ProductId);
  if (!product.hasVariants) throw conflict("This product is sold without variants now, so the variant stays deleted.");
  const done = await putBack(db, changes);
  const [variant] = await db
    .select({
      id: productVariants.id,
      combination: productVariants.combination,
      externalSku: productVariants.externalSku,
    })
    .from(productVariants)
    .where(eq(productVariants.id, input.ProductVariantId));
  if (!variant) return done;
  const optionIds = optionIdsOf(variant);
  const known = await db
    .select({ optionId: attributeOptions.id })
    .from(attributeOptions)
    .where(inArray(attributeOptions.id, [...optionIds, 0]));
  if (known.length < optionIds.length)
    throw conflict("An option of this variant has been deleted since, so the variant stays deleted.");
  const other = await whyNotAlone(db, variant.externalSku, {
    supplierId: product.supplierId,
    productId: product.id,
    variant: { id: variant.id },
  });
  if (other) throw conflict(`${other} Change one of them first: the variant stays deleted until then.`);
  if (known.length > 0)
    await db
      .insert(productVariantOptions)
      .values(known.map(({ optionId }) => ({ variantId: variant.id, optionId })))
      .onConflictDoNothing();
  await updateListings(context, product.id, "approved");
  return done;
}

/** Removes the variants that nobody has changed or ordered since they were added. */
export const undoAddVariants: Undoer<Products["addVariants"]> = {
  authorise: ofProduct,
  async undo({ input, changes }, context) {
    const { db } = context;
    const product = await productToChange(context, input.ProductId);
    const added = changes.filter(({ tableName }) => tableName === "product_variants");
    const ids = added.map(({ key }) => Number(key.id));
    const isThere = and(eq(productVariants.productId, product.id), inArray(productVariants.id, [...ids, 0]));
    // Locked, so that no order takes of their stock in the meantime.
    await db.select({ id: productVariants.id }).from(productVariants).where(isThere).for("update");
    const last = Math.max(...changes.map(({ id }) => id));
    const since = sql`exists (
      select 1 from ${changesTable} where ${changesTable.record} = 'product' and ${changesTable.recordId} = ${product.id}
        and ${changesTable.id} > ${last} and (
          ${changesTable.tableName} = 'product_variants' and (${changesTable.key} ->> 'id')::integer = ${productVariants.id}
          or ${changesTable.tableName} = 'product_variant_options' and (${changesTable.key} ->> 'variant_id')::integer = ${productVariants.id}))`;
    // Deleting an ordered variant takes it from its orders, which only who deletes that one may decide.
    const ordered = sql`exists (
      select 1 from ${orderLineItems}
      where ${orderLineItems.productId} = ${product.id} and ${orderLineItems.variantId} = ${productVariants.id})`;
    const rows = await db
      .delete(productVariants)
      .where(and(isThere, not(since), not(ordered)))
      .returning({ id: productVariants.id });
    if (rows.length > 0) await updateListings(context, product.id, "approved");
    const removed = new Set(rows.map(({ id }) => id));
    const isRemoved = ({ key }: (typeof added)[number]) => removed.has(Number(key.id));
    return { restored: added.filter(isRemoved), kept: added.filter((change) => !isRemoved(change)) };
  },
};

export const undoDeleteImage: Undoer<Products["deleteImage"]> = { authorise: ofProduct, undo: restoreImage };

async function restoreImage({ input, changes }: Done<Products["deleteImage"]>, context: Context): Promise<PutBack> {
  const { db } = context;
  const product = await productToChange(context, input.ProductId);
  const isOfProduct = eq(productImages.productId, product.id);
  if ((await db.$count(productImages, isOfProduct)) >= maxProductImages)
    throw conflict(`A product can have ${maxProductImages} images at the most. Delete one first.`);
  // Only the image: its place among the others is found below, even if they have been moved since.
  const done = await putBack(
    db,
    changes.filter(({ kind }) => kind === "removed"),
  );
  const stored = await db
    .select()
    .from(productImages)
    .where(isOfProduct)
    .orderBy(asc(productImages.position), sql`${productImages.id} <> ${input.ProductImageId}`, asc(productImages.id));
  await putInOrder(
    db,
    stored,
    stored.map(({ id }) => id),
  );
  await updateListings(context, product.id, "approved");
  return done;
}

export const undoUseAsHeroImage: Undoer<Products["useAsHeroImage"]> = {
  authorise: ofProduct,
  async undo({ input, changes }, context) {
    // Only the image: the marketplaces are told below, whatever they have been told since.
    const done = await putBack(
      context.db,
      changes.filter(({ tableName }) => tableName === "products"),
    );
    if (done.restored.length > 0) await updateListings(context, input.ProductId, "approved");
    return done;
  },
};

export const undoDeactivate: Undoer<Products["deactivate"]> = {
  authorise: ofProduct,
  async undo({ input, changes }, context) {
    const { isDisabled } = await productToChange(context, input.ProductId);
    const own = changes.filter(({ tableName }) => tableName === "products");
    if (!isDisabled) return { restored: [], kept: own };
    await activate(input, context);
    return { restored: own, kept: [] };
  },
};
