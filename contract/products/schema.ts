import { z } from "zod";
import { ShippingMethod } from "#contract/enumerations.ts";
import { filterText, recordId, yesNo } from "#contract/fields.ts";

/* ---- what is shown ---- */

const id = z.number().int();
/** A file's id; null, or the all-zero one, for none. */
const fileId = z.string().nullish();
/** Dollars ex GST, with up to four decimals. */
const price = z.number();
/** UTC, in ISO 8601. */
const moment = z.string();

export const productSortFields = [
  "name",
  "id",
  "supplierName",
  "productTypeName",
  "isDisabled",
  "recommendedRetailPrice",
  "salePrice",
] as const;

/** The state of a product on the chosen marketplace: one of `marketplaceStatuses`, where `null` stands for Unregistered. */
const marketplaceStatus = z.union([
  z.literal("null").transform(() => null),
  z.coerce.number().pipe(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])),
]);

export const productFilters = z.object({
  /** Part of the name or the SKU of a product, or of one of its variants. */
  name: filterText(),
  /** With variants, every product comes with the list of its variants. */
  hideVariants: yesNo.default(true),
  showActiveOnly: yesNo.default(false),
  /** `missingParts` says what makes an active product one of them; a failed synchronisation does too. */
  showProblemProductsOnly: yesNo.default(false),
  /** Of this type, or of one below it. */
  productTypeId: recordId.optional(),
  supplierId: recordId.optional(),
  marketplaceId: recordId.optional(),
  /** Looked at only with a marketplace. */
  marketplaceStatus: marketplaceStatus.optional(),
  /** Shipped by this rule. This filter is ours. */
  shippingRuleId: recordId.optional(),
});

/** Kilograms and millimetres, as packed for shipping. */
const dimensions = {
  shippingPackageWeight: z.number().nullish(),
  shippingPackageHeight: z.number().nullish(),
  shippingPackageWidth: z.number().nullish(),
  shippingPackageDepth: z.number().nullish(),
};

export const productVariant = z.object({
  id,
  parentProductId: id.nullish(),
  /** The product's own name, unless it is overridden. */
  name: z.string(),
  externalSku: z.string().default(""),
  defaultImageFileId: fileId,
  /** The first of the product's variants. */
  isDefaultVariant: z.boolean().default(false),
  isDisabled: z.boolean().default(false),
  manageStock: z.boolean().default(false),
  stockQuantity: z.number().int().nullish(),
  /** The product's own, unless it is overridden. */
  recommendedRetailPrice: price,
  /** Null: the recommended retail price. */
  salePrice: price.nullish(),
  overrideName: z.boolean().default(false),
  overridePrice: z.boolean().default(false),
  /** One for each attribute that is used for variations; with the words, so that lists need not look them up. */
  attributeOptions: z
    .array(
      z.object({
        attributeId: id,
        optionId: id,
        attributeName: z.string().nullish(),
        optionValue: z.string().nullish(),
      }),
    )
    .default([]),
  ...dimensions,
});
export type ProductVariant = z.output<typeof productVariant>;

export const productRow = z.object({
  id,
  name: z.string(),
  defaultImageFileId: fileId,
  externalSku: z.string().default(""),
  supplierId: id.nullish(),
  supplierName: z.string(),
  productTypeId: id.nullish(),
  productTypeName: z.string(),
  recommendedRetailPrice: price,
  salePrice: price.nullish(),
  hasVariants: z.boolean().default(false),
  isDisabled: z.boolean().default(false),
  productVariants: z.array(productVariant).default([]),
  /** Ours. Why it is among the problem products, where only those are asked for: "No hero image". */
  problems: z.array(z.string()).optional(),
});
export type ProductRow = z.output<typeof productRow>;

export const productAttribute = z.object({
  /** What the product's attribute is called by in commands; for an attribute without values yet it is there too. */
  id,
  attributeId: id,
  /** The internal name. */
  attributeName: z.string(),
  attributeDisplayName: z.string(),
  /** Only this product has it, and may change its name and options. */
  isProductSpecific: z.boolean().default(false),
  useForVariations: z.boolean().default(false),
  /** `attributeSelectionTypes`. */
  attributeSelectionType: z.number().int(),
  /** From 1. Those of the product's type come first, in the type's order. */
  order: z.number().int().default(0),
  /** All the options there are; those that the product has are used. */
  attributeOptions: z
    .array(
      z.object({
        optionId: id,
        attributeId: id.nullish(),
        optionCode: z.string().default(""),
        optionValue: z.string(),
        isUsed: z.boolean().default(false),
      }),
    )
    .default([]),
  /** Of an attribute without options: the text, or `true` and `false`; empty for none. */
  value: z.string().default(""),
});
export type ProductAttribute = z.output<typeof productAttribute>;

export const productImage = z.object({
  id,
  productId: id.nullish(),
  imageId: z.string(),
  label: z.string(),
  /** From 1. */
  position: z.number().int(),
  disabled: z.boolean().default(false),
  /** Not shown by shops before; null: at once. */
  availableFrom: moment.nullish(),
});
export type ProductImage = z.output<typeof productImage>;

export const productShippingMethod = z.object({
  /** `shippingMethods`; null until one is chosen. */
  shippingMethod: z.number().int().nullish(),
  domesticFlatRate: price.nullish(),
  allowShippingInternationally: z.boolean().default(false),
  internationalFlatRate: price.nullish(),
  shippingRuleId: id.nullish(),
  shippingRuleName: z.string().nullish(),
  shippingNotes: z.string().nullish(),
  /** The supplier has a carrier integration. */
  enabledForShippit: z.boolean().default(false),
});
export type ProductShippingMethod = z.output<typeof productShippingMethod>;

export const marketplaceAssignment = z.object({
  marketplaceId: id,
  marketplaceName: z.string(),
  /** `marketplaceStatuses`; null: the product was never put there. */
  status: z.number().int().nullish(),
  /** `marketplaceSyncStatuses`. */
  syncStatus: z.number().int().nullish(),
  /** Why the last synchronisation failed. */
  syncError: z.string().nullish(),
  /** Why it was disabled there; until it is approved again. */
  disableReason: z.string().nullish(),
  marketplaceSKU: z.string().nullish(),
  availableFromDate: moment.nullish(),
  availableToDate: moment.nullish(),
});
export type MarketplaceAssignment = z.output<typeof marketplaceAssignment>;

export const productSchema = z.object({
  id,
  name: z.string(),
  /** HTML. */
  description: z.string().nullish(),
  defaultImageFileId: fileId,
  externalSku: z.string().default(""),
  productTypeId: id,
  productTypeName: z.string(),
  supplierId: id,
  supplierName: z.string(),
  hasVariants: z.boolean().default(false),
  recommendedRetailPrice: price,
  salePrice: price.nullish(),
  manageStock: z.boolean().default(false),
  stockQuantity: z.number().int().nullish(),
  ...dimensions,
  /** Sold on the supplier's own site: the marketplace leads there. */
  isReferralProduct: z.boolean().default(false),
  referralProductUrl: z.string().nullish(),
  referralProductCallToAction: z.string().nullish(),
  supplierHasReferralAgreement: z.boolean().default(false),
  isDisabled: z.boolean().default(false),
  canEdit: z.boolean().default(false),
  canEditImageAvailableDate: z.boolean().default(false),
  attributes: z.array(productAttribute).default([]),
  productVariants: z.array(productVariant).default([]),
  /** By position. */
  images: z.array(productImage).default([]),
  /** The marketplaces with which the supplier has an active agreement. */
  marketplaceAssignments: z.array(marketplaceAssignment).default([]),
  shippingMethod: productShippingMethod.prefault({}),
});
export type Product = z.output<typeof productSchema>;

export const choiceList = z.array(z.object({ value: z.number().int().nullable(), displayName: z.string() }));

/** The dimensions must be known: a carrier asks for them. */
export function needsDimensions(
  product: Pick<Product, "isReferralProduct"> & { shippingMethod: Pick<ProductShippingMethod, "shippingMethod"> },
): boolean {
  return product.shippingMethod.shippingMethod === ShippingMethod.carrier && !product.isReferralProduct;
}
