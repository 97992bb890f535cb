import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, notInArray } from "drizzle-orm";
import { type StoredOption, saveOptions } from "#api/areas/shared/attribute-options.ts";
import { attributesOf } from "#api/areas/shared/product-parts.ts";
import { edited } from "#api/core/commands/edits.ts";
import type { Db } from "#api/core/database/connection.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import {
  attributes,
  productAttributeOptions,
  productAttributes,
  productVariants,
} from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, notFound, refuse } from "#api/core/refusals/refusal.ts";
import { AttributeDataType, AttributeSelectionType } from "#contract/enumerations.ts";
import { requiredMessage } from "#contract/fields.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import { attributeOfProduct, customAttribute } from "#contract/products/edits.ts";
import type { ProductAttribute } from "#contract/products/schema.ts";
import { assertNoneDiffers, assertNoneHas, variantsByOption } from "./attribute-uses.ts";
import { productToChange, type StoredProduct, updateListings, type Work } from "./policy.ts";

type Products = Operations["products"];

const { boolean, singleSelect, multiSelect } = AttributeSelectionType;
const hasOptions = ({ attributeSelectionType: type }: ProductAttribute) =>
  type === singleSelect || type === multiSelect;

export const updateAttribute: Handler<Products["updateAttribute"]> = async (sent, context) => {
  const { db } = context;
  const product = await productToChange(context, sent.ProductId);
  // Locks the attribute, so that its options stay unchanged until the transaction ends.
  await db.select({ id: attributes.id }).from(attributes).where(eq(attributes.id, sent.AttributeId)).for("share");
  const attribute = await attributeOf(db, product, sent.AttributeId);
  const input = edited(sent, attributeOfProduct(attribute));
  await saveAttribute(context, product, attribute, wantedOf(input, attribute));
  return null;
};

/** @throws Refusal 422 by the fields of the command, 409 if existing variants prevent the change */
export async function saveAttribute(
  work: Work,
  product: StoredProduct,
  attribute: ProductAttribute,
  wanted: AttributeInput,
): Promise<void> {
  refuse(reasonsAgainst(wanted, attribute, product));
  const variants = await variantsByOption(work.db, product.id, attribute);
  if (!wanted.useForVariations) assertNoneDiffers(attribute, variants);
  assertNoneHas(dropped(attribute, wanted), variants);
  if (isAsBefore(attribute, wanted)) return;
  await write(work.db, product.id, attribute, wanted);
  await updateListings(work, product.id, "approved");
}

async function attributeOf(db: Db, product: StoredProduct, id: number): Promise<ProductAttribute> {
  const attribute = (await attributesOf(db, product)).find(({ attributeId }) => attributeId === id);
  if (!attribute) throw notFound("This attribute of the product");
  return attribute;
}

export interface AttributeInput {
  useForVariations: boolean;
  /** The options that the product uses. */
  optionIds: readonly number[];
  value: string;
}

/** An attribute of this product alone uses all its options. */
function wantedOf(input: InputOf<Products["updateAttribute"]>, attribute: ProductAttribute): AttributeInput {
  return {
    useForVariations: input.UseForVariations,
    optionIds: attribute.isProductSpecific
      ? attribute.attributeOptions.map(({ optionId }) => optionId)
      : [...new Set(input.SelectedOptionIds)],
    value: hasOptions(attribute) ? "" : (input.Value ?? attribute.value),
  };
}

function reasonsAgainst(
  { useForVariations, optionIds, value }: AttributeInput,
  attribute: ProductAttribute,
  product: StoredProduct,
) {
  const known = attribute.attributeOptions.map(({ optionId }) => optionId);
  const isSingle =
    attribute.attributeSelectionType === singleSelect && !useForVariations && !attribute.isProductSpecific;
  return {
    SelectedOptionIds: optionIds.every((id) => known.includes(id))
      ? isSingle && optionIds.length > 1 && "Please select one option only."
      : "Please select options of this attribute only.",
    UseForVariations:
      useForVariations &&
      ((!hasOptions(attribute) && "An attribute without options cannot be used for variations.") ||
        (!product.hasVariants && "This product is sold without variants.")),
    Value:
      attribute.attributeSelectionType === boolean &&
      !["true", "false", ""].includes(value) &&
      "Please choose yes or no.",
  };
}

function dropped({ attributeOptions }: ProductAttribute, { optionIds }: AttributeInput) {
  return attributeOptions
    .filter(({ optionId }) => !optionIds.includes(optionId))
    .map(({ optionId, optionValue }) => ({ id: optionId, value: optionValue }));
}

function isAsBefore(attribute: ProductAttribute, { useForVariations, optionIds, value }: AttributeInput): boolean {
  const areOptionsSame = attribute.attributeOptions.every(
    ({ optionId, isUsed }) => optionIds.includes(optionId) === isUsed,
  );
  return areOptionsSame && attribute.useForVariations === useForVariations && attribute.value === value;
}

async function write(
  db: Db,
  productId: number,
  { attributeId, attributeOptions }: ProductAttribute,
  { useForVariations, optionIds, value }: AttributeInput,
): Promise<void> {
  const settings = { useForVariations, value };
  await db
    .insert(productAttributes)
    .values({ productId, attributeId, ...settings })
    .onConflictDoUpdate({ target: [productAttributes.productId, productAttributes.attributeId], set: settings });
  const ofAttribute = attributeOptions.map(({ optionId }) => optionId);
  await db
    .delete(productAttributeOptions)
    .where(
      and(
        eq(productAttributeOptions.productId, productId),
        inArray(productAttributeOptions.optionId, ofAttribute),
        notInArray(productAttributeOptions.optionId, [...optionIds]),
      ),
    );
  await insertOptions(db, productId, optionIds);
}

async function insertOptions(db: Db, productId: number, optionIds: readonly number[]): Promise<void> {
  const rows = optionIds.map((optionId) => ({ productId, optionId }));
  if (rows.length > 0) await db.insert(productAttributeOptions).values(rows).onConflictDoNothing();
}

export const upsertCustomAttribute: Handler<Products["upsertCustomAttribute"]> = async (sent, context) => {
  const { db } = context;
  const product = await productToChange(context, sent.ProductId);
  const known = await attributesOf(db, product);
  const before = known.find(
    ({ attributeId, isProductSpecific }) => isProductSpecific && attributeId === sent.ProductAttributeId,
  );
  if (sent.ProductAttributeId !== null && !before) throw notFound("This attribute of the product");
  const input = before ? edited(sent, customAttribute(before)) : sent;
  refuse({
    AttributeName:
      input.AttributeName !== before?.attributeName &&
      isTaken(input.AttributeName, known, before) &&
      "Another attribute of this product has this name.",
    Options: input.Options.length === 0 && requiredMessage,
  });
  const id = before
    ? await renameAttribute(db, before, input.AttributeName)
    : await insertAttribute(db, product, input.AttributeName);
  const wanted = input.Options.map(({ Code, Value }) => ({ code: Code, value: Value }));
  const isSame = before?.attributeName === input.AttributeName && isDeepStrictEqual(wanted, optionTexts(before));
  const optionIds = await saveOptions(db, id, wanted, (options) => release(db, product.id, before, options));
  await insertOptions(db, product.id, optionIds);
  if (!isSame) await updateListings(context, product.id, "approved");
  return id;
};

const ownMark = " (own)";

/** The name of a product's own attribute that is used instead of the one of its type with this name. */
export const ownNameOf = (name: string): string => `${name}${ownMark}`;

/** Customers see it by the name of the type's attribute. */
const displayNameOf = (name: string): string =>
  name.endsWith(ownMark) ? name.slice(0, -ownMark.length).trim() || name : name;

/**
 * Gives the product an attribute of its own, or adds options to one that it has. Returns true if that changed anything.
 * @throws Refusal 409 if the attribute comes from the product's type
 */
export async function addOwnOptions(
  work: Work,
  product: StoredProduct,
  name: string,
  values: readonly string[],
): Promise<boolean> {
  const { db } = work;
  const known = await attributesOf(db, product);
  const before = known.find(
    ({ attributeName, isProductSpecific }) => isProductSpecific && attributeName.toLowerCase() === name.toLowerCase(),
  );
  if (!before && isTaken(name, known, undefined))
    throw conflict(`This product's type has an attribute “${name}” already.`);
  const had = before ? optionTexts(before) : [];
  const isThere = (value: string) => had.some((option) => option.value.toLowerCase() === value.toLowerCase());
  const added = values.filter((value) => !isThere(value)).map((value) => ({ code: "", value }));
  if (before && added.length === 0) return false;
  const id = before?.attributeId ?? (await insertAttribute(db, product, name));
  await insertOptions(db, product.id, await saveOptions(db, id, [...had, ...added], async () => {}));
  await updateListings(work, product.id, "approved");
  return true;
}

const optionTexts = ({ attributeOptions }: ProductAttribute) =>
  attributeOptions.map(({ optionCode, optionValue }) => ({ code: optionCode, value: optionValue }));

function isTaken(name: string, known: readonly ProductAttribute[], except: ProductAttribute | undefined): boolean {
  const others = known.filter((attribute) => attribute !== except);
  return others.some(({ attributeName, attributeDisplayName }) =>
    [attributeName, attributeDisplayName].some((taken) => taken.toLowerCase() === name.toLowerCase()),
  );
}

async function renameAttribute(db: Db, { attributeId }: ProductAttribute, name: string): Promise<number> {
  await db
    .update(attributes)
    .set({ internalName: name, displayName: displayNameOf(name) })
    .where(eq(attributes.id, attributeId));
  return attributeId;
}

/** Variants differ by the new attribute from the start, unless existing variants have no option of it yet. */
async function insertAttribute(db: Db, product: StoredProduct, name: string): Promise<number> {
  const attributeId = await db
    .insert(attributes)
    .values({
      internalName: name,
      displayName: displayNameOf(name),
      selectionType: singleSelect,
      optionDataType: AttributeDataType.text,
      productId: product.id,
    })
    .returning({ id: attributes.id })
    .then(insertedId);
  const hasNone = (await db.$count(productVariants, eq(productVariants.productId, product.id))) === 0;
  await db
    .insert(productAttributes)
    .values({ productId: product.id, attributeId, useForVariations: product.hasVariants && hasNone });
  return attributeId;
}

async function release(
  db: Db,
  productId: number,
  before: ProductAttribute | undefined,
  options: readonly StoredOption[],
): Promise<void> {
  if (before) assertNoneHas(options, await variantsByOption(db, productId, before));
  await db.delete(productAttributeOptions).where(
    inArray(
      productAttributeOptions.optionId,
      options.map(({ id }) => id),
    ),
  );
}

export const deleteAttribute: Handler<Products["deleteAttribute"]> = async (input, context) => {
  const { db } = context;
  const product = await productToChange(context, input.ProductId);
  const attribute = await attributeOf(db, product, input.ProductAttributeId);
  if (!attribute.isProductSpecific)
    throw conflict("This attribute comes from the product's type. You can remove it there.");
  assertNoneDiffers(attribute, await variantsByOption(db, product.id, attribute));
  const optionIds = attribute.attributeOptions.map(({ optionId }) => optionId);
  await db.delete(productAttributeOptions).where(inArray(productAttributeOptions.optionId, optionIds));
  await db.delete(attributes).where(eq(attributes.id, attribute.attributeId));
  await updateListings(context, product.id, "approved");
  return null;
};
