/** Loader and forms of a product's Variations tab. */

import type { z } from "zod";
import { formId } from "#app/lib/form-answer.ts";
import { tickedRows } from "#app/lib/list-state.ts";
import { manyPaths } from "#app/lib/many-paths.ts";
import { paths, withParams } from "#app/lib/paths.ts";
import { allCombinations, likeVariant } from "#app/lib/variant-forms.ts";
import { type CommandForm, commandForm } from "#app/services/forms/command-form.server.ts";
import { type RequestContext, readView, requestedPath } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { can } from "#contract/permissions.ts";
import { productMessages } from "#contract/products/commands.ts";
import { variantDetails } from "#contract/products/edits.ts";
import { productVariantForm, skuAnswer, thenAnother } from "#contract/products/forms.ts";
import { mostGridVariants } from "#contract/products/grid.ts";
import { products } from "#contract/products/operations.ts";
import { needsDimensions, type Product, type ProductVariant } from "#contract/products/schema.ts";
import { shownText } from "#contract/rules/edits.ts";
import { inclusive } from "#contract/rules/money.ts";
import { rateOf } from "#contract/rules/tax-class.ts";
import { combinationForms, combinationsOf } from "./combinations.server.ts";
import { variantConflicts } from "./conflicts.server.ts";
import {
  afterMeasuring,
  edited,
  editedId,
  headForms,
  loadProduct,
  loadProductToChange,
  type ProductHead,
  productId,
} from "./products.server.ts";
import {
  attributesMaking,
  measuresOf,
  offeredOptions,
  ownValues,
  termsInput,
  type VariationAttribute,
} from "./variant-terms.server.ts";

/** Prices in dollars inc GST. */
export async function loadVariations(context: RequestContext) {
  const [{ product, head }, { cdnBaseUrl, gstRate: rate }] = await Promise.all([loadProduct(context), configuration()]);
  const gstRate = rateOf(product.appliedTaxClass, rate);
  if (!product.hasVariants) throw missing();
  const making = attributesMaking(product);
  const opened = edited(context, head, product.productVariants);
  const isMeasured = needsDimensions(product);
  /** Without an attribute that is used for variations, all variants would be the same. */
  const canAdd = head.canEdit && making.length > 0;
  const canCombine = canAdd && (await hasFeature(products.addVariants.feature));
  const isCombining = canCombine && context.url.searchParams.get("edit") === allCombinations;
  return {
    head,
    cdnBaseUrl,
    isMeasured,
    canAdd,
    canCombine,
    gridPath: await gridPathOf(context, product, head),
    variants: product.productVariants.map((variant) => shown(variant, making, { gstRate, isMeasured })),
    form:
      opened && (opened.item || making.length > 0)
        ? formOf(opened.item, product, { gstRate, like: likeIn(context, product) })
        : undefined,
    combinations: isCombining ? combinationsOf(product, gstRate) : undefined,
  };
}

/** The variant that was saved before with "Save and Add Another". */
function likeIn({ url }: RequestContext, { productVariants }: Product): ProductVariant | undefined {
  return productVariants.find(({ id }) => String(id) === url.searchParams.get(likeVariant));
}

/** Where the prices and the stock of all variants are edited together; undefined if there are none, or too many. */
async function gridPathOf(context: RequestContext, { id, productVariants }: Product, { canEdit }: ProductHead) {
  const isShown = productVariants.length > 0 && productVariants.length <= mostGridVariants;
  const isOffered = canEdit && isShown && (await hasFeature(products.saveGrid.feature));
  if (!isOffered || !can(await permissionsOf(context), products.saveGrid)) return undefined;
  return withParams(manyPaths.editProducts(), { [tickedRows]: id });
}

/** Data of the Variations tab. */
export type VariationsPage = Awaited<ReturnType<typeof loadVariations>>;
export type ShownVariant = VariationsPage["variants"][number];
export type VariantFormData = NonNullable<VariationsPage["form"]>;

export async function loadVariantToDelete(context: RequestContext) {
  const { product, head } = await loadProductToChange(context);
  const variant = product.productVariants.find(({ id }) => String(id) === context.param("variantId"));
  if (!variant) throw missing();
  return { head, name: variant.name, options: optionsOf(variant, attributesMaking(product)) };
}

/** Returns the attributes with the variant's options. */
function optionsOf({ attributeOptions: chosen }: ProductVariant, making: VariationAttribute[]) {
  return making.map(({ attributeId, attributeDisplayName, attributeOptions }) => {
    const option = attributeOptions.find(({ optionId }) => chosen.some((choice) => choice.optionId === optionId));
    return { attributeId, name: attributeDisplayName, value: option?.optionValue };
  });
}

/** Only what the row displays. */
function shown(
  variant: ProductVariant,
  making: VariationAttribute[],
  { gstRate, isMeasured }: { gstRate: number; isMeasured: boolean },
) {
  return {
    id: variant.id,
    name: variant.name,
    imageId: variant.defaultImageFileId ?? undefined,
    sku: variant.externalSku,
    gtin: variant.gtin || undefined,
    options: optionsOf(variant, making),
    recommendedRetailPrice: inclusive(variant.recommendedRetailPrice, gstRate),
    salePrice: inclusive(variant.salePrice, gstRate) ?? undefined,
    stock: variant.manageStock ? (variant.stockQuantity ?? 0) : undefined,
    measures: isMeasured ? measuresOf(variant) : undefined,
  };
}

/**
 * Returns the initial values and options of the form of a variant, or of a new one.
 * @param like whose prices, stock rule and dimensions a new one proposes
 */
function formOf(
  variant: ProductVariant | undefined,
  product: Product,
  { gstRate, like }: { gstRate: number; like: ProductVariant | undefined },
) {
  const { name, overrideName } = variant ?? { ...product, overrideName: false };
  const alike = variant ?? like;
  const { overridePrice, recommendedRetailPrice, salePrice } = alike ?? { ...product, overridePrice: false };
  const chosen = variant?.attributeOptions.map(({ optionId }) => optionId) ?? [];
  const isOnSale = salePrice != null && salePrice < recommendedRetailPrice;
  const pickers = attributesMaking(product).map((attribute) => pickerOf(attribute, chosen));
  const chosenHere = pickers.flatMap((picker) => (picker.chosen ? [{ optionId: Number(picker.chosen) }] : []));
  return {
    id: variant?.id,
    likeId: variant ? undefined : like?.id,
    shown: variant && shownText(variantDetails({ ...variant, attributeOptions: chosenHere })),
    pickers,
    imageId: variant?.defaultImageFileId ?? "",
    name,
    overrideName,
    overridePrice,
    recommendedRetailPrice: inclusive(recommendedRetailPrice, gstRate),
    salePrice: isOnSale ? inclusive(salePrice, gstRate) : null,
    sku: variant?.externalSku ?? "",
    /** Undefined where the API has none. */
    gtin: product.gtin == null ? undefined : (variant?.gtin ?? ""),
    manageStock: alike?.manageStock ?? false,
    stockQuantity: variant?.stockQuantity ?? null,
    measures: alike ? measuresOf(alike) : {},
    own: ownValues(product, gstRate),
  };
}

/** The product's options for an attribute, and the variant's current one. */
function pickerOf(attribute: VariationAttribute, chosen: readonly number[]) {
  const offered = offeredOptions(attribute, chosen);
  return {
    attributeId: attribute.attributeId,
    label: attribute.attributeDisplayName,
    options: offered.map(({ optionId, optionValue }) => ({ value: String(optionId), label: optionValue })),
    chosen: String(offered.find(({ optionId }) => chosen.includes(optionId))?.optionId ?? ""),
  };
}

/** A name that is not overridden is sent as the product has it and keeps following the product. */
async function variantInput(typed: z.output<typeof productVariantForm>, context: RequestContext) {
  const [{ product }, { gstRate }] = await Promise.all([loadProduct(context), configuration()]);
  const { OverrideName, OverridePrice: _, NeedsDimensions: __, Then: ___, ...rest } = typed;
  return {
    ...rest,
    ...skuAnswer(typed),
    ProductId: product.id,
    ProductVariantId: editedId(context),
    AttributeOptionIds: typed.AttributeOptionIds.map(Number),
    Name: OverrideName ? typed.Name.trim() : product.name,
    ...termsInput(typed, product, rateOf(product.appliedTaxClass, gstRate)),
  };
}

export const variationForms: Record<string, CommandForm> = {
  ...headForms,
  ...combinationForms,
  variant: commandForm({
    operation: products.upsertVariant,
    schema: productVariantForm,
    uploads: { ImageFile: { to: "DefaultImageId", location: 3, failure: productMessages.variantImageNotUploaded } },
    input: variantInput,
    conflictFields: variantConflicts,
    saved: productMessages.variantSaved,
    notSaved: productMessages.notSaved,
    next: (context, id, { Then }) =>
      Then === thenAnother
        ? `${withParams(requestedPath(context), { [likeVariant]: id })}#${formId("variant")}`
        : afterMeasuring(context, `${withParams(readView(context), { [likeVariant]: null })}#variant-${id}`),
  }),
};

export const deleteVariantForms: Record<string, CommandForm> = {
  delete: commandForm({
    operation: products.deleteVariant,
    input: (_, context) => ({ ProductId: productId(context), ProductVariantId: context.param("variantId") }),
    saved: productMessages.variantDeleted,
    notSaved: productMessages.notSaved,
    next: (context) =>
      withParams(`${paths.productVariations(productId(context))}${context.url.search}`, { edit: null }),
  }),
};
