import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { cleanHtml } from "#api/areas/shared/rich-text.ts";
import { appliedTaxClass } from "#api/areas/shared/tax-classes.ts";
import { attributesOfType } from "#api/areas/shared/type-attributes.ts";
import { edited } from "#api/core/commands/edits.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  attributeOptions,
  attributes,
  products,
  productVariantOptions,
  productVariants,
} from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, refuse } from "#api/core/refusals/refusal.ts";
import { requiredMessage } from "#contract/fields.ts";
import type { InputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import { priceMessages, updateProductDetails, variantMessages } from "#contract/products/commands.ts";
import { productDetails } from "#contract/products/edits.ts";
import { productFields } from "#contract/products/fields.ts";
import { needsDimensions } from "#contract/products/schema.ts";
import { fromCommand } from "#contract/records/fields.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { isBlankHtml } from "#contract/rules/rich-text.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import { whyNotMeasured } from "./dimensions.ts";
import { editRules } from "./edit-rules.ts";
import { mayUseImage } from "./image-access.ts";
import { pick } from "./pick-fields.ts";
import { changeProduct, productToChange, type StoredProduct, type Work } from "./policy.ts";
import { hasReferralAgreement } from "./product-conditions.ts";
import { type Must, newReasons, whyNotOfType, whyNotPriced, whyNotSku } from "./refusals.ts";
import { whyNotAlone } from "./same-sku.ts";

type UpdateDetails = Operations["products"]["updateDetails"];
type Input = InputOf<UpdateDetails>;

export const updateDetails: Handler<UpdateDetails> = async (input, context) => {
  const product = await productToChange(context, input.ProductId);
  const wanted = edited(
    { ...input, Description: cleanHtml(input.Description) },
    productDetails(product),
    editRules(context),
  );
  const { TaxClass: taxClass = product.taxClass, ProductTypeId: productTypeId } = wanted;
  const applied = await appliedTaxClass(context.db, { taxClass, productTypeId });
  // Of another class, the same price ex GST is another price for customers: both prices count as they were sent.
  const stated = applied === product.appliedTaxClass ? {} : pick(input, ["RecommendedRetailPrice", "SalePrice"]);
  const details = detailsOf({ ...wanted, ...stated }, product);
  refuse({ SkuIsShared: input.SkuIsShared === false && (await whyNotAloneWith(context.db, product, details)) });
  await saveDetails(context, product, details, "right in all");
  return null;
};

/** What the form refuses of changed values, by the names of its command. */
export const whyNotRead = (change: { readonly [K in keyof Details]?: unknown }) =>
  Object.fromEntries(
    keysOf(change).map((key) => {
      const { command } = productFields[key];
      const schema: z.ZodType = updateProductDetails.shape[command];
      return [command, schema.safeParse(change[key]).error?.issues[0]?.message];
    }),
  );

/** Only checks a SKU that is new to the product: an existing duplicate may stay. */
export async function whyNotAloneWith(
  db: Db,
  { id, supplierId, externalSku }: StoredProduct,
  details: Pick<Details, "externalSku">,
) {
  return (
    details.externalSku !== externalSku && (await whyNotAlone(db, details.externalSku, { supplierId, productId: id }))
  );
}

export const detailFields = keysOf(productFields);
export type Details = Pick<StoredProduct, keyof typeof productFields>;

export const detailsIn = (product: StoredProduct): Details => pick(product, detailFields);

function detailsOf(input: Input, product: StoredProduct): Details {
  return settled({
    ...detailsIn(product),
    ...fromCommand(productFields, input),
    salePrice: input.SalePrice ?? 0,
    stockQuantity: input.StockQuantity ?? null,
  });
}

/**
 * Normalises details for storage: without a sale price the recommended price applies, and fields that do not apply to
 * this kind of product are empty.
 */
export function settled(details: Details): Details {
  const manageStock = details.manageStock && !details.hasVariants;
  const { isReferralProduct } = details;
  return {
    ...details,
    salePrice: details.salePrice || details.recommendedRetailPrice,
    manageStock,
    stockQuantity: manageStock ? details.stockQuantity : null,
    referralProductUrl: isReferralProduct ? details.referralProductUrl : "",
    referralProductCallToAction: isReferralProduct ? details.referralProductCallToAction : "",
  };
}

/**
 * Stores the details of a product.
 * @param details normalised by `settled`
 * @throws Refusal 422 by the fields of the command, 409 if existing variants prevent the change
 */
export async function saveDetails(
  work: Work,
  product: StoredProduct,
  details: Details,
  must: Exclude<Must, "as it was">,
): Promise<void> {
  refuse(await reasonsFor(must, details, product, work));
  if (!details.hasVariants) await assertNoVariants(work.db, product.id);
  await changeProduct(work, product, details);
}

async function reasonsFor(must: Must, details: Details, product: StoredProduct, work: Work) {
  const reasons = await reasonsAgainst(details, product, work);
  return must === "right in all"
    ? reasons
    : newReasons(reasons, await reasonsAgainst(detailsIn(product), product, work));
}

async function reasonsAgainst(details: Details, product: StoredProduct, context: Work) {
  const { db } = context;
  const isSoldItself = !details.hasVariants;
  const isPacked =
    isSoldItself && needsDimensions({ isReferralProduct: details.isReferralProduct, shippingMethod: product });
  const gstRate = rateOf(await appliedTaxClass(db, details), context.config.gstRate);
  const isNewReferral = details.isReferralProduct && !product.isReferralProduct;
  return {
    Description: isBlankHtml(details.description) && requiredMessage,
    DefaultImageId: !(await mayHaveImage(context, details, product)) && "Please upload the image again.",
    ExternalSku:
      isSoldItself && details.externalSku === ""
        ? requiredMessage
        : whyNotSku(details.externalSku, product.externalSku),
    ProductTypeId:
      details.productTypeId !== product.productTypeId && (await whyNotMoved(db, product, details.productTypeId)),
    RecommendedRetailPrice: whyNotPriced(details.recommendedRetailPrice, gstRate),
    SalePrice: details.salePrice > details.recommendedRetailPrice && priceMessages.saleAboveRrp,
    StockQuantity: details.manageStock && details.stockQuantity === null && variantMessages.stock,
    ...(isPacked ? whyNotMeasured(details) : {}),
    IsReferralProduct:
      isNewReferral &&
      !(await hasReferrals(db, product.id)) &&
      "The supplier of this product has no referral agreement with any marketplace.",
    ReferralProductUrl: details.isReferralProduct && details.referralProductUrl === "" && requiredMessage,
    ReferralProductCallToAction:
      details.isReferralProduct && details.referralProductCallToAction === "" && requiredMessage,
  };
}

async function mayHaveImage(context: Work, { defaultImageFileId }: Details, product: StoredProduct): Promise<boolean> {
  const isUnchanged = defaultImageFileId === null || defaultImageFileId === product.defaultImageFileId;
  return isUnchanged || mayUseImage(context, product, defaultImageFileId);
}

export async function hasReferrals(db: Db, productId: number): Promise<boolean> {
  const [row] = await db
    .select({ has: hasReferralAgreement(db) })
    .from(products)
    .where(eq(products.id, productId));
  return row?.has === true;
}

/** The new type must exist, and have the attributes whose options the variants use. */
export async function whyNotMoved(db: Db, product: StoredProduct, productTypeId: number) {
  const why = await whyNotOfType(db, productTypeId);
  if (why) return why;
  const offered = new Set((await attributesOfType(db, productTypeId)).map(({ attributeId }) => attributeId));
  const lacking = (await variationAttributes(db, product.id)).filter(({ id }) => !offered.has(id));
  const names = lacking.map(({ name }) => `“${name}”`).join(", ");
  return lacking.length > 0 && `The variants of this product use ${names}, which this product type does not have.`;
}

/** The attributes of the product's type that its variants have options of. */
function variationAttributes(db: Db, productId: number) {
  return db
    .selectDistinct({ id: attributes.id, name: attributes.displayName })
    .from(productVariants)
    .innerJoin(productVariantOptions, eq(productVariantOptions.variantId, productVariants.id))
    .innerJoin(attributeOptions, eq(attributeOptions.id, productVariantOptions.optionId))
    .innerJoin(attributes, eq(attributes.id, attributeOptions.attributeId))
    .where(and(eq(productVariants.productId, productId), isNull(attributes.productId)))
    .orderBy(attributes.id);
}

/** @throws Refusal 409 */
export async function assertNoVariants(db: Db, productId: number): Promise<void> {
  const count = await db.$count(productVariants, eq(productVariants.productId, productId));
  if (count > 0) throw conflict("This product still has variants. Delete them first, then turn variants off.");
}
