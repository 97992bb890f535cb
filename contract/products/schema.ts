import { z } from "zod";
import { ShippingMethod } from "#contract/enumerations.ts";
import { filterText, recordId, yesNo } from "#contract/fields.ts";
import { shownOf } from "#contract/records/schemas.ts";
import { taxClasses } from "#contract/rules/tax-class.ts";
import { packageFields, plainProductFields } from "./fields.ts";

/* ---- what is shown ---- */

const id = z.number().int();
/** A file's id; null or all zeros for none. */
const fileId = z.string().nullish();
/** Dollars ex GST, with up to four decimals. */
const price = z.number();
/** The tax class of a product, or else of its product type: it says how much GST its prices include. Not part of other APIs. */
export const appliedTaxClass = z.enum(taxClasses).nullish();
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

/** The status of a product on the chosen marketplace: one of `marketplaceStatuses`, where `null` means Unregistered. */
const marketplaceStatus = z.union([
  z.literal("null").transform(() => null),
  z.coerce.number().pipe(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])),
]);

/**
 * Stock by which products are filtered. Stock that is not managed never runs out. A product with variants is out of
 * stock if all its active variants are. `low`: not out of stock, but it, or one of its active variants, has `lowStock`
 * or fewer. `inStock`: whatever can be ordered, low or not.
 */
export const stockLevels = ["outOfStock", "low", "inStock"] as const;
export const lowStock = 10;

export const productFilters = z.object({
  /** Part of the name or SKU of a product, or of one of its variants. */
  name: filterText(),
  /** If false, each product includes its variants. */
  hideVariants: yesNo.default(true),
  showActiveOnly: yesNo.default(false),
  /** Active products with `missingParts` or a failed synchronisation. */
  showProblemProductsOnly: yesNo.default(false),
  /** Active products whose last synchronisation failed on a marketplace. Not part of other APIs. */
  failedSyncOnly: yesNo.optional(),
  /** Products of this type, or of one below it. */
  productTypeId: recordId.optional(),
  supplierId: recordId.optional(),
  marketplaceId: recordId.optional(),
  /** Used only together with a marketplace. */
  marketplaceStatus: marketplaceStatus.optional(),
  /** Products shipped by this rule. An extension of this API. */
  shippingRuleId: recordId.optional(),
  /** Part of the brand. An extension of this API. */
  brand: filterText(),
  /** GTIN of a product, or of one of its variants; in any of its lengths. An extension of this API. */
  gtin: filterText(),
  /** An extension of this API. */
  stock: z.enum(stockLevels).optional(),
});

export const productVariant = z.object({
  id,
  parentProductId: id.nullish(),
  /** The product's name, unless overridden. */
  name: z.string(),
  externalSku: z.string().default(""),
  /** Digits; empty for none. Left out by other APIs. */
  gtin: z.string().nullish(),
  defaultImageFileId: fileId,
  /** The first variant of the product. */
  isDefaultVariant: z.boolean().default(false),
  isDisabled: z.boolean().default(false),
  manageStock: z.boolean().default(false),
  stockQuantity: z.number().int().nullish(),
  /** The product's price, unless overridden. */
  recommendedRetailPrice: price,
  /** Null: the recommended retail price. */
  salePrice: price.nullish(),
  overrideName: z.boolean().default(false),
  overridePrice: z.boolean().default(false),
  /** One for each attribute used for variations; with names, so that lists need not look them up. */
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
  ...shownOf(packageFields),
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
  appliedTaxClass,
  recommendedRetailPrice: price,
  salePrice: price.nullish(),
  hasVariants: z.boolean().default(false),
  isDisabled: z.boolean().default(false),
  productVariants: z.array(productVariant).default([]),
  /** Why it is a problem product, if only those are requested: "No hero image". An extension of this API. */
  problems: z.array(z.string()).optional(),
  /**
   * Managed stock, or that of its active variants, in the same case and if the list is filtered by stock; null
   * if any of it is not managed. An extension.
   */
  stock: z.number().int().nullish(),
});
export type ProductRow = z.output<typeof productRow>;

export const productAttribute = z.object({
  /** Identifies the product's attribute in commands; exists even if the attribute has no values yet. */
  id,
  attributeId: id,
  /** The internal name. */
  attributeName: z.string(),
  attributeDisplayName: z.string(),
  /** The attribute belongs to this product, which may change its name and options. */
  isProductSpecific: z.boolean().default(false),
  useForVariations: z.boolean().default(false),
  /** `attributeSelectionTypes`. */
  attributeSelectionType: z.number().int(),
  /** From 1. The attributes of the product's type come first, in the type's order. */
  order: z.number().int().default(0),
  /** All options of the attribute; `isUsed` marks those of the product. */
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
  /** For an attribute without options: the text, or `true` and `false`; empty for none. */
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
  /** Shops do not show the image earlier; null: at once. */
  availableFrom: moment.nullish(),
});
export type ProductImage = z.output<typeof productImage>;

export const productShippingMethod = z.object({
  /** `shippingMethods`; null until chosen. */
  shippingMethod: z.number().int().nullish(),
  domesticFlatRate: price.nullish(),
  allowShippingInternationally: z.boolean().default(false),
  internationalFlatRate: price.nullish(),
  shippingRuleId: id.nullish(),
  shippingRuleName: z.string().nullish(),
  shippingNotes: z.string().nullish(),
  /** Working days between an order and its dispatch; null for those of the supplier. Not part of other APIs. */
  handlingDays: z.number().int().nullish(),
  /** The supplier has a carrier integration. */
  enabledForShippit: z.boolean().default(false),
});
export type ProductShippingMethod = z.output<typeof productShippingMethod>;

export const marketplaceAssignment = z.object({
  marketplaceId: id,
  marketplaceName: z.string(),
  /** `marketplaceStatuses`; null: never listed there. */
  status: z.number().int().nullish(),
  /** `marketplaceSyncStatuses`. */
  syncStatus: z.number().int().nullish(),
  /** Why the last synchronisation failed. */
  syncError: z.string().nullish(),
  /** Why it was disabled there; cleared when approved again. */
  disableReason: z.string().nullish(),
  marketplaceSKU: z.string().nullish(),
  availableFromDate: moment.nullish(),
  availableToDate: moment.nullish(),
});
export type MarketplaceAssignment = z.output<typeof marketplaceAssignment>;

export const productSchema = z.object({
  id,
  ...shownOf(plainProductFields),
  name: z.string(),
  defaultImageFileId: fileId,
  externalSku: z.string().default(""),
  productTypeId: id,
  productTypeName: z.string(),
  supplierId: id,
  supplierName: z.string(),
  hasVariants: z.boolean().default(false),
  /** Null: that of its product type. */
  taxClass: z.enum(taxClasses).nullish(),
  appliedTaxClass,
  recommendedRetailPrice: price,
  salePrice: price.nullish(),
  manageStock: z.boolean().default(false),
  stockQuantity: z.number().int().nullish(),
  ...shownOf(packageFields),
  /** Sold on the supplier's own site, to which the marketplace links. */
  isReferralProduct: z.boolean().default(false),
  supplierHasReferralAgreement: z.boolean().default(false),
  isDisabled: z.boolean().default(false),
  canEdit: z.boolean().default(false),
  canEditImageAvailableDate: z.boolean().default(false),
  attributes: z.array(productAttribute).default([]),
  productVariants: z.array(productVariant).default([]),
  /** Sorted by position. */
  images: z.array(productImage).default([]),
  /** The marketplaces with which the supplier has an active agreement. */
  marketplaceAssignments: z.array(marketplaceAssignment).default([]),
  shippingMethod: productShippingMethod.prefault({}),
});
export type Product = z.output<typeof productSchema>;

export const choiceList = z.array(z.object({ value: z.number().int().nullable(), displayName: z.string() }));

/** True if the dimensions are required, because a carrier asks for them. */
export function needsDimensions(
  product: Pick<Product, "isReferralProduct"> & { shippingMethod: Pick<ProductShippingMethod, "shippingMethod"> },
): boolean {
  return product.shippingMethod.shippingMethod === ShippingMethod.carrier && !product.isReferralProduct;
}
