import { and, eq, ne } from "drizzle-orm";
import { asVariant, attributesOf } from "#api/areas/shared/product-parts.ts";
import { edited } from "#api/core/commands/edits.ts";
import type { Db } from "#api/core/database/connection.ts";
import { insertedId } from "#api/core/database/inserted-id.ts";
import { productVariantOptions, productVariants } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, notFound, refuse } from "#api/core/refusals/refusal.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import { priceMessages, variantMessages } from "#contract/products/commands.ts";
import { variantDetails } from "#contract/products/edits.ts";
import { variantFields } from "#contract/products/fields.ts";
import { needsDimensions, type ProductAttribute } from "#contract/products/schema.ts";
import { fromCommand } from "#contract/records/fields.ts";
import { byKey, keysOf } from "#contract/rules/keys-of.ts";
import { whyNotMeasured } from "./dimensions.ts";
import { editRules } from "./edit-rules.ts";
import { mayUseImage } from "./image-access.ts";
import { pick } from "./pick-fields.ts";
import { type Change, productToChange, type StoredProduct, updateListings, type Work } from "./policy.ts";
import { type Must, newReasons, whyNotSku } from "./refusals.ts";
import { whyNotAlone } from "./same-sku.ts";
import { optionIdsOf } from "./variant-options.ts";

type Products = Operations["products"];
type Input = InputOf<Products["upsertVariant"]>;
export type StoredVariant = typeof productVariants.$inferSelect;
export type VariantDetails = Pick<StoredVariant, keyof typeof variantFields>;
type Details = VariantDetails & Pick<StoredVariant, "combination">;

export const upsertVariant: Handler<Products["upsertVariant"]> = async (input, context) => {
  const product = await productToChange(context, input.ProductId);
  const before =
    input.ProductVariantId === null ? undefined : await variantOf(context.db, product.id, input.ProductVariantId);
  const wanted = before
    ? edited(input, variantDetails(await shownVariant(context.db, product, before)), editRules(context))
    : input;
  const details = detailsOf(wanted, product, before);
  refuse({ SkuIsShared: input.SkuIsShared === false && (await whyNotAloneWith(context.db, product, before, details)) });
  return saveVariant(context, product, before, { ...details, optionIds: wanted.AttributeOptionIds }, "right in all");
};

/** Only checks a SKU that is new to the variant: an existing duplicate may stay. */
export async function whyNotAloneWith(
  db: Db,
  { id: productId, supplierId }: StoredProduct,
  before: StoredVariant | undefined,
  { externalSku }: Pick<VariantDetails, "externalSku">,
) {
  return (
    externalSku !== before?.externalSku &&
    (await whyNotAlone(db, externalSku, { supplierId, productId, variant: { id: before?.id } }))
  );
}

/**
 * Creates or changes a variant. Returns its id.
 * @param before undefined for a new variant
 * @param wanted with the options of visible attributes; options of hidden attributes stay
 * @throws Refusal 422 by the fields of the command, 409 for a product without variants
 */
export async function saveVariant(
  work: Work,
  product: StoredProduct,
  before: StoredVariant | undefined,
  { optionIds: requestedIds, ...wanted }: VariantDetails & { optionIds: readonly number[] },
  must: Must,
): Promise<number> {
  const { db } = work;
  if (!product.hasVariants) throw conflict(variantMessages.withoutVariants);
  const attributes = await attributesOf(db, product);
  const hidden = hiddenOf(before, attributes);
  const chosen = [...new Set(requestedIds)].filter((id) => !hidden.includes(id));
  const optionIds = [...chosen, ...hidden].sort((a, b) => a - b);
  const details = { ...wanted, combination: optionIds.join() };
  refuse({
    ...(await reasonsFor(must, details, product, before, work)),
    AttributeOptionIds:
      whyNotChosen(chosen, attributes) ?? (await whyNotUnique(db, product.id, details.combination, before)),
  });
  const id = await write(db, product, before, details);
  if (before?.combination !== details.combination) await writeOptions(db, id, optionIds);
  const change = changeFrom(before, details);
  if (change) await updateListings(work, product.id, change);
  return id;
}

export const deleteVariant: Handler<Products["deleteVariant"]> = async (input, context) => {
  const product = await productToChange(context, input.ProductId);
  const { id } = await variantOf(context.db, product.id, input.ProductVariantId);
  await removeVariant(context, product.id, id);
  return null;
};

export async function removeVariant(work: Work, productId: number, id: number): Promise<void> {
  await work.db.delete(productVariants).where(eq(productVariants.id, id));
  await updateListings(work, productId, "approved");
}

/** The variant as forms show it: with the inherited fields of its product, and without options of hidden attributes. */
async function shownVariant(db: Db, product: StoredProduct, variant: StoredVariant) {
  const hidden = hiddenOf(variant, await attributesOf(db, product));
  const options = optionIdsOf(variant);
  return {
    ...asVariant(variant, product),
    attributeOptions: options.filter((id) => !hidden.includes(id)).map((optionId) => ({ optionId })),
  };
}

/**
 * Locks the variant, so that no order changes its stock concurrently.
 * @throws Refusal 404
 */
export async function variantOf(db: Db, productId: number, id: number): Promise<StoredVariant> {
  const [variant] = await db
    .select()
    .from(productVariants)
    .where(and(eq(productVariants.id, id), eq(productVariants.productId, productId)))
    .for("update");
  if (!variant) throw notFound("This variant");
  return variant;
}

export function detailsOf(
  input: Omit<Input, "Id" | "ProductId" | "ProductVariantId" | "AttributeOptionIds">,
  product: StoredProduct,
  before: StoredVariant | undefined,
): VariantDetails {
  return {
    ...(before ? storedDetails(before) : noVariant),
    ...fromCommand(variantFields, input),
    name: input.Name === product.name ? null : input.Name,
    ...pricesOf(input, product, before),
    stockQuantity: input.ManageStock ? (input.StockQuantity ?? null) : null,
  };
}

export const variantKeys = keysOf(variantFields);

/** The values of a new variant. */
export const noVariant: VariantDetails = {
  ...byKey(variantKeys, () => null),
  externalSku: "",
  gtin: "",
  manageStock: false,
};

export const storedDetails = (variant: StoredVariant): VariantDetails => pick(variant, variantKeys);

type Prices = Pick<StoredVariant, "recommendedRetailPrice" | "salePrice">;

/** Null where they equal the product's, so that the variant follows later changes. */
export function ownPrices(
  { recommendedRetailPrice: price, salePrice }: Prices,
  product: StoredProduct,
  isSame: (some: number, other: number) => boolean = Object.is,
): Prices {
  const isProducts =
    price === null || (isSame(price, product.recommendedRetailPrice) && isSame(salePrice ?? price, product.salePrice));
  return isProducts ? { recommendedRetailPrice: null, salePrice: null } : { recommendedRetailPrice: price, salePrice };
}

/** Older data may have a sale price equal to the recommended price, which counts as none. */
function pricesOf(
  { RecommendedRetailPrice: price, SalePrice }: Pick<Input, "RecommendedRetailPrice" | "SalePrice">,
  product: StoredProduct,
  before: StoredVariant | undefined,
) {
  const isUnchanged = price === before?.recommendedRetailPrice && SalePrice === before.salePrice;
  const own = ownPrices({ recommendedRetailPrice: price, salePrice: SalePrice ?? null }, product);
  return isUnchanged && SalePrice === price ? { ...own, salePrice: null } : own;
}

async function reasonsFor(
  must: Must,
  details: VariantDetails,
  product: StoredProduct,
  before: StoredVariant | undefined,
  work: Work,
) {
  if (must === "as it was") return {};
  const reasons = await reasonsAgainst(details, product, before, work);
  return before && must === "right in what is changed"
    ? newReasons(reasons, await reasonsAgainst(before, product, before, work))
    : reasons;
}

export async function reasonsAgainst(
  details: VariantDetails,
  product: StoredProduct,
  before: StoredVariant | undefined,
  context: Work,
) {
  const { defaultImageFileId: image, recommendedRetailPrice: price, salePrice } = details;
  const isNewImage = image !== null && image !== before?.defaultImageFileId;
  const isPacked = needsDimensions({ isReferralProduct: product.isReferralProduct, shippingMethod: product });
  return {
    DefaultImageId: isNewImage && !(await mayUseImage(context, product, image)) && "Please upload the image again.",
    ExternalSku: whyNotSku(details.externalSku, before?.externalSku ?? ""),
    SalePrice: price !== null && salePrice !== null && salePrice >= price && priceMessages.variantSaleNotBelowRrp,
    StockQuantity: details.manageStock && details.stockQuantity === null && variantMessages.stock,
    ...(isPacked ? whyNotMeasured(details) : {}),
  };
}

/** The variant's options of hidden attributes, which reappear with their attribute. */
function hiddenOf(before: StoredVariant | undefined, attributes: readonly ProductAttribute[]): number[] {
  const shown = new Set(attributes.flatMap(({ attributeOptions }) => attributeOptions.map(({ optionId }) => optionId)));
  const had = before ? optionIdsOf(before) : [];
  return had.filter((id) => !shown.has(id));
}

/**
 * A variant needs exactly one option of each attribute that variants differ by, and no others; the product must use the
 * option.
 */
function whyNotChosen(chosen: readonly number[], attributes: readonly ProductAttribute[]): string | undefined {
  const making = attributes.filter(({ useForVariations }) => useForVariations);
  const isChosen = making.every((attribute) => {
    const [option, another] = attribute.attributeOptions.filter(({ optionId }) => chosen.includes(optionId));
    return option && !another && isOffered(option, attribute);
  });
  return isChosen && chosen.length === making.length ? undefined : variantMessages.option;
}

/** Of an attribute of its type, a product offers the options that it uses; of one of its own, all. */
export const isOffered = (
  { isUsed }: Pick<ProductAttribute["attributeOptions"][number], "isUsed">,
  { isProductSpecific }: Pick<ProductAttribute, "isProductSpecific">,
): boolean => isUsed || isProductSpecific;

async function whyNotUnique(
  db: Db,
  productId: number,
  combination: string,
  before: StoredVariant | undefined,
): Promise<string | undefined> {
  const isOther = before && ne(productVariants.id, before.id);
  const count = await db.$count(
    productVariants,
    and(eq(productVariants.productId, productId), eq(productVariants.combination, combination), isOther),
  );
  return count > 0 ? variantMessages.combination : undefined;
}

async function write(
  db: Db,
  { id: productId, appliedTaxClass }: StoredProduct,
  before: StoredVariant | undefined,
  details: Details,
): Promise<number> {
  const rows = before
    ? await db.update(productVariants).set(details).where(eq(productVariants.id, before.id)).returning()
    : await db
        .insert(productVariants)
        .values({ ...details, productId, appliedTaxClass })
        .returning();
  return insertedId(rows);
}

async function writeOptions(db: Db, variantId: number, optionIds: readonly number[]): Promise<void> {
  await db.delete(productVariantOptions).where(eq(productVariantOptions.variantId, variantId));
  if (optionIds.length > 0)
    await db.insert(productVariantOptions).values(optionIds.map((optionId) => ({ variantId, optionId })));
}

/** The fields of a variant that a marketplace approves. */
const reviewed: ReadonlySet<string> = new Set<keyof Details>(["name", "defaultImageFileId", "combination"]);

/** Undefined if nothing changed. */
function changeFrom(before: StoredVariant | undefined, details: Details): Change | undefined {
  if (!before) return "approved";
  const changed = keysOf(details).filter((field) => details[field] !== before[field]);
  if (changed.length === 0) return undefined;
  return changed.some((field) => reviewed.has(field)) ? "approved" : "sold by";
}
