/** Copying a product: everything that describes it, but nothing that identifies it, counts it or sells it. */
import { and, asc, eq, isNull } from "drizzle-orm";
import { saveOptions, storedOptions } from "#api/areas/shared/attribute-options.ts";
import { mayManageProducts } from "#api/areas/shared/catalogue.ts";
import { listProduct } from "#api/areas/shared/listings.ts";
import type { Db } from "#api/core/database/connection.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import {
  attributeOptions,
  attributes,
  productAttributeOptions,
  productAttributes,
  productImages,
  products,
  productVariantOptions,
  productVariants,
} from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, forbidden, refuse } from "#api/core/refusals/refusal.ts";
import { requiredMessage } from "#contract/fields.ts";
import type { Operations } from "#contract/operations.ts";
import { at } from "#contract/rules/at.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import { hasReferrals } from "./details.ts";
import { lockedProduct, type StoredProduct, type Work } from "./policy.ts";
import { whyNotOfType, whyNotPriced } from "./refusals.ts";
import { whyNotAlone } from "./same-sku.ts";
import { optionIdsOf } from "./variant-options.ts";

/** Rows of one statement, which has at most 65,535 parameters. */
const rowsAtOnce = 1_000;

/** Maps option ids of the original's own attributes to those of the copy. Options of the type's attributes are shared. */
type OwnOptions = ReadonlyMap<number, number>;

export const copy: Handler<Operations["products"]["copy"]> = async (input, context) => {
  const { db, caller } = context;
  // Locked, so that nobody changes its attributes or variants while they are copied.
  const original = await lockedProduct(context, input.ProductId);
  const { supplierId, hasVariants } = original;
  if (!mayManageProducts(caller, supplierId)) throw forbidden();
  refuse({
    ExternalSku: !hasVariants && input.ExternalSku === "" && requiredMessage,
    SkuIsShared: input.SkuIsShared === false && (await whyNotAlone(db, input.ExternalSku, { supplierId })),
  });
  const why = await whyNotNew(context, original);
  if (why) throw conflict(`This product cannot be copied as it is. ${why}`);
  const id = await copyItself(db, original, { name: input.Name, externalSku: input.ExternalSku });
  await copyOptionsOfType(db, original.id, id);
  const ownOptions = await copyOwnAttributes(db, original.id, id);
  if (hasVariants && input.WithVariants) await copyVariants(db, original.id, id, ownOptions);
  await copyImages(db, original.id, id);
  await listProduct(db, id);
  return id;
};

/** Returns why a new product like this one could not be added, although the original may stay as it is. */
async function whyNotNew(work: Work, original: StoredProduct): Promise<string | false | undefined> {
  return (
    (await whyNotOfType(work.db, original.productTypeId)) ||
    whyNotPriced(original.recommendedRetailPrice, rateOf(original.appliedTaxClass, work.config.gstRate)) ||
    (original.isReferralProduct &&
      !(await hasReferrals(work.db, original.id)) &&
      "Its supplier has no referral agreement with any marketplace.")
  );
}

function copyItself(db: Db, original: StoredProduct, named: Pick<StoredProduct, "name" | "externalSku">) {
  const { id: _, createdAt: __, searchable: ___, isDescribed: ____, ...kept } = original;
  const stockQuantity = kept.manageStock ? 0 : null;
  return db
    .insert(products)
    .values({ ...kept, ...named, gtin: "", stockQuantity, isDisabled: false })
    .returning({ id: products.id })
    .then(insertedId);
}

/** Copies the product's options of the attributes of its type. */
async function copyOptionsOfType(db: Db, from: number, productId: number): Promise<void> {
  const settings = await db
    .select({
      attributeId: productAttributes.attributeId,
      useForVariations: productAttributes.useForVariations,
      value: productAttributes.value,
    })
    .from(productAttributes)
    .innerJoin(attributes, eq(attributes.id, productAttributes.attributeId))
    .where(and(eq(productAttributes.productId, from), isNull(attributes.productId)));
  await inParts(settings, (rows) => db.insert(productAttributes).values(rows.map((row) => ({ ...row, productId }))));
  const used = await db
    .select({ optionId: productAttributeOptions.optionId })
    .from(productAttributeOptions)
    .innerJoin(attributeOptions, eq(attributeOptions.id, productAttributeOptions.optionId))
    .innerJoin(attributes, eq(attributes.id, attributeOptions.attributeId))
    .where(and(eq(productAttributeOptions.productId, from), isNull(attributes.productId)));
  await inParts(used, (rows) => db.insert(productAttributeOptions).values(rows.map((row) => ({ ...row, productId }))));
}

/** The attributes that the product alone has, with options of their own. */
async function copyOwnAttributes(db: Db, from: number, productId: number): Promise<OwnOptions> {
  const own = await db
    .select({ attribute: attributes, settings: productAttributes })
    .from(attributes)
    .leftJoin(
      productAttributes,
      and(eq(productAttributes.attributeId, attributes.id), eq(productAttributes.productId, from)),
    )
    .where(eq(attributes.productId, from))
    .orderBy(asc(attributes.id));
  const used = new Set(
    (
      await db
        .select({ optionId: productAttributeOptions.optionId })
        .from(productAttributeOptions)
        .where(eq(productAttributeOptions.productId, from))
    ).map(({ optionId }) => optionId),
  );
  const copied = new Map<number, number>();
  for (const { attribute, settings } of own) {
    const { id: _, ...fields } = attribute;
    const attributeId = await db
      .insert(attributes)
      .values({ ...fields, productId })
      .returning({ id: attributes.id })
      .then(insertedId);
    if (settings) await db.insert(productAttributes).values({ ...settings, productId, attributeId });
    const options = await storedOptions(db, attribute.id);
    const texts = options.map(({ code, value }) => ({ code, value }));
    const optionIds = await saveOptions(db, attributeId, texts, async () => {});
    for (const [i, { id }] of options.entries()) copied.set(id, at(optionIds, i));
  }
  const usedOwn = [...copied].filter(([id]) => used.has(id)).map(([, optionId]) => ({ productId, optionId }));
  await inParts(usedOwn, (rows) => db.insert(productAttributeOptions).values(rows));
  return copied;
}

/** Variants without SKUs and GTINs, which must not exist twice, and without stock. */
async function copyVariants(db: Db, from: number, productId: number, ownOptions: OwnOptions): Promise<void> {
  const stored = await db
    .select()
    .from(productVariants)
    .where(eq(productVariants.productId, from))
    .orderBy(asc(productVariants.id));
  const optionsOf = (variant: { combination: string }) =>
    optionIdsOf(variant)
      .map((id) => ownOptions.get(id) ?? id)
      .sort((a, b) => a - b);
  await inParts(stored, async (rows) => {
    const added = await db
      .insert(productVariants)
      .values(
        rows.map(({ id: _, createdAt: __, searchable: ___, ...kept }) => ({
          ...kept,
          productId,
          externalSku: "",
          gtin: "",
          stockQuantity: kept.manageStock ? 0 : null,
          combination: optionsOf(kept).join(),
        })),
      )
      .returning({ variantId: productVariants.id, combination: productVariants.combination });
    const options = added.flatMap((variant) =>
      optionIdsOf(variant).map((optionId) => ({ variantId: variant.variantId, optionId })),
    );
    await inParts(options, (some) => db.insert(productVariantOptions).values(some));
  });
}

/** The images with their stored files, which images share. */
async function copyImages(db: Db, from: number, productId: number): Promise<void> {
  const stored = await db.select().from(productImages).where(eq(productImages.productId, from));
  await inParts(stored, (rows) =>
    db.insert(productImages).values(rows.map(({ id: _, ...image }) => ({ ...image, productId }))),
  );
}

async function inParts<Row>(rows: readonly Row[], insert: (some: Row[]) => PromiseLike<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) await insert(rows.slice(start, start + rowsAtOnce));
}
