/** Loader and forms of a product's Variations tab. */

import { z } from "zod";
import { paths, withParams } from "#app/lib/paths.ts";
import { type CommandForm, commandForm } from "#app/services/forms/command-form.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { missing } from "#app/services/request/route.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { productMessages } from "#contract/products/commands.ts";
import { variantDetails } from "#contract/products/edits.ts";
import { productVariantForm, skuAnswer } from "#contract/products/forms.ts";
import { products } from "#contract/products/operations.ts";
import { needsDimensions, type Product, type ProductVariant } from "#contract/products/schema.ts";
import { shownText } from "#contract/rules/edits.ts";
import { exclusive, inclusive, parseAmount } from "#contract/rules/money.ts";
import { variantConflicts } from "./conflicts.server.ts";
import {
  afterMeasuring,
  edited,
  editedId,
  headForms,
  loadProduct,
  loadProductToChange,
  productId,
  readView,
} from "./products.server.ts";

/** Prices in dollars inc GST. */
export async function loadVariations(context: RequestContext) {
  const [{ product, head }, { cdnBaseUrl, gstRate }] = await Promise.all([loadProduct(context), configuration()]);
  if (!product.hasVariants) throw missing();
  const making = attributesMaking(product);
  const opened = edited(context, head, product.productVariants);
  const isMeasured = needsDimensions(product);
  return {
    head,
    cdnBaseUrl,
    isMeasured,
    /** Without an attribute that is used for variations, all variants would be the same. */
    canAdd: head.canEdit && making.length > 0,
    variants: product.productVariants.map((variant) => shown(variant, making, { gstRate, isMeasured })),
    form: opened && (opened.item || making.length > 0) ? formOf(opened.item, product, gstRate) : undefined,
  };
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

type Attribute = Product["attributes"][number];

function attributesMaking({ attributes }: Product): Attribute[] {
  return attributes.filter(({ useForVariations }) => useForVariations);
}

/** Returns the attributes with the variant's options. */
function optionsOf({ attributeOptions: chosen }: ProductVariant, making: Attribute[]) {
  return making.map(({ attributeId, attributeDisplayName, attributeOptions }) => {
    const option = attributeOptions.find(({ optionId }) => chosen.some((choice) => choice.optionId === optionId));
    return { attributeId, name: attributeDisplayName, value: option?.optionValue };
  });
}

const measuresOf = ({
  shippingPackageWeight,
  shippingPackageHeight,
  shippingPackageWidth,
  shippingPackageDepth,
}: ProductVariant) => ({
  shippingPackageWeight,
  shippingPackageHeight,
  shippingPackageWidth,
  shippingPackageDepth,
});

/** Only what the row displays. */
function shown(
  variant: ProductVariant,
  making: Attribute[],
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

/** Returns the initial values and options of the form of a variant, or of a new one. */
function formOf(variant: ProductVariant | undefined, product: Product, gstRate: number) {
  const { name, overrideName, overridePrice, recommendedRetailPrice, salePrice } = variant ?? {
    ...product,
    overrideName: false,
    overridePrice: false,
  };
  const chosen = variant?.attributeOptions.map(({ optionId }) => optionId) ?? [];
  const isOnSale = salePrice != null && salePrice < recommendedRetailPrice;
  const pickers = attributesMaking(product).map((attribute) => pickerOf(attribute, chosen));
  const chosenHere = pickers.flatMap((picker) => (picker.chosen ? [{ optionId: Number(picker.chosen) }] : []));
  return {
    id: variant?.id,
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
    manageStock: variant?.manageStock ?? false,
    stockQuantity: variant?.stockQuantity ?? null,
    measures: variant ? measuresOf(variant) : {},
    /** The product's own values, which apply unless overridden. */
    own: {
      name: product.name,
      recommendedRetailPrice: inclusive(product.recommendedRetailPrice, gstRate),
      salePrice: inclusive(ownSalePrice(product), gstRate),
    },
  };
}

/** Returns null if the product is not on sale. Dollars ex GST. */
function ownSalePrice({ salePrice, recommendedRetailPrice }: Product): number | null {
  return salePrice === recommendedRetailPrice ? null : (salePrice ?? null);
}

/** The product's options for an attribute, and the variant's current one. */
function pickerOf(
  { attributeId, attributeDisplayName, attributeOptions, isProductSpecific }: Attribute,
  chosen: readonly number[],
) {
  const offered = attributeOptions.filter(
    ({ optionId, isUsed }) => isUsed || isProductSpecific || chosen.includes(optionId),
  );
  return {
    attributeId,
    label: attributeDisplayName,
    options: offered.map(({ optionId, optionValue }) => ({ value: String(optionId), label: optionValue })),
    chosen: String(offered.find(({ optionId }) => chosen.includes(optionId))?.optionId ?? ""),
  };
}

/**
 * Converts dollars inc GST to dollars ex GST. Values that are not overridden are sent as the product has them and keep
 * following the product.
 */
async function variantInput(typed: z.output<typeof productVariantForm>, context: RequestContext) {
  const [{ product }, { gstRate }] = await Promise.all([loadProduct(context), configuration()]);
  const { OverrideName, OverridePrice, NeedsDimensions: _, ...rest } = typed;
  return {
    ...rest,
    ...skuAnswer(typed),
    ProductId: product.id,
    ProductVariantId: editedId(context),
    AttributeOptionIds: typed.AttributeOptionIds.map(Number),
    Name: OverrideName ? typed.Name.trim() : product.name,
    RecommendedRetailPrice: OverridePrice
      ? exclusive(amount(typed.RecommendedRetailPrice) ?? 0, gstRate)
      : product.recommendedRetailPrice,
    SalePrice: OverridePrice ? exclusive(amount(typed.SalePrice), gstRate) : ownSalePrice(product),
    StockQuantity: typed.ManageStock ? amount(typed.StockQuantity) : null,
  };
}

/** Returns null for an empty field. */
const amount = (text: string) => parseAmount(text) ?? null;

export const variationForms: Record<string, CommandForm> = {
  ...headForms,
  variant: commandForm({
    operation: products.upsertVariant,
    schema: productVariantForm,
    uploads: { ImageFile: { to: "DefaultImageId", location: 3, failure: productMessages.variantImageNotUploaded } },
    input: variantInput,
    conflictFields: variantConflicts,
    saved: productMessages.variantSaved,
    notSaved: productMessages.notSaved,
    next: (context, id) => afterMeasuring(context, `${readView(context)}#variant-${id}`),
  }),
};

export const deleteVariantForms: Record<string, CommandForm> = {
  delete: commandForm({
    operation: products.deleteVariant,
    schema: z.object({}),
    input: (_, context) => ({ ProductId: productId(context), ProductVariantId: context.param("variantId") }),
    saved: productMessages.variantDeleted,
    notSaved: productMessages.notSaved,
    next: (context) =>
      withParams(`${paths.productVariations(productId(context))}${context.url.search}`, { edit: null }),
  }),
};
