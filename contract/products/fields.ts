/** The fields of a product that people edit, in the order of the worksheet. */
import { shippingMethods } from "#contract/enumerations.ts";
import { inGrid, ofVariants, plainOf, type RecordFields } from "#contract/records/fields.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { taxClasses, taxClassNames } from "#contract/rules/tax-class.ts";

/** `UpdateProductDetails`; those of variants are also in `UpsertProductVariant`. */
const details = { of: "details", changedWith: "canEdit" } as const;
const none = { product: null, variant: null } as const;

export const productFields = {
  productTypeId: {
    ...details,
    command: "ProductTypeId",
    label: "Product type",
    kind: "reference",
    to: "productType",
    sheet: { column: "ProductType", width: 34, note: "The full path, as in the list of product types." },
  },
  name: {
    ...details,
    command: "Name",
    label: "Name",
    grid: "Name",
    kind: "text",
    max: 255,
    isOfVariants: true,
    sheet: {
      column: "Name",
      width: 40,
      note: "At most 255 characters. Empty for a variant with its product's name; (clear) restores it.",
      cleared: { variant: null },
    },
  },
  description: {
    ...details,
    command: "Description",
    label: "Description",
    kind: "html",
    max: 100_000,
    sheet: { column: "Description", width: 50, note: "HTML." },
  },
  /** The longest that can be entered anew is `maxSku`. */
  externalSku: {
    ...details,
    command: "ExternalSku",
    label: "SKU",
    grid: "SKU",
    kind: "optionalText",
    max: 255,
    isOfVariants: true,
    sheet: { column: "SKU", width: 20, note: "At most 50 characters.", cleared: { product: "" } },
  },
  /** Digits; empty for none. Not part of other APIs. */
  gtin: {
    ...details,
    command: "Gtin",
    label: "GTIN",
    kind: "gtin",
    isOptional: true,
    isOfVariants: true,
    sheet: {
      column: "GTIN",
      width: 16,
      note: "The number below the barcode: 8, 12, 13 or 14 digits. To clear it, enter (clear).",
      cleared: { product: "", variant: "" },
    },
  },
  /** The longest that Google takes. Empty: shops show the name of the supplier. Not part of other APIs. */
  brand: {
    ...details,
    command: "Brand",
    label: "Brand",
    kind: "optionalText",
    max: 70,
    isOptional: true,
    sheet: {
      column: "Brand",
      width: 20,
      note: "At most 70 characters. Empty if it is the supplier. To clear it, enter (clear).",
      cleared: { product: "" },
    },
  },
  hasVariants: {
    ...details,
    command: "HasVariants",
    label: "Has variations",
    kind: "yesNo",
    sheet: { column: "HasVariants", width: 13, note: "TRUE if it is sold in variants, each in its own row." },
  },
  /** Null for that of the product type. Not part of other APIs. */
  taxClass: {
    ...details,
    command: "TaxClass",
    label: "Tax class",
    grid: "Tax class",
    kind: "choice",
    values: taxClasses,
    names: taxClassNames,
    none: "As its product type",
    isOptional: true,
    sheet: {
      column: "TaxClass",
      width: 13,
      note: "Whether it carries GST. Prices inc GST stay as they are if it changes. Empty if it follows the product type; (clear) makes it follow.",
      cleared: { product: null },
    },
  },
  recommendedRetailPrice: {
    ...details,
    command: "RecommendedRetailPrice",
    label: "Recommended retail price",
    grid: "RRP",
    kind: "priceExGst",
    isOfVariants: true,
    sheet: {
      column: "RecommendedRetailPrice",
      width: 24,
      note: "Inc GST. Empty for a variant with its product's prices; (clear) restores them.",
      cleared: { variant: null },
    },
  },
  salePrice: {
    ...details,
    command: "SalePrice",
    label: "Sale price",
    grid: "Sale price",
    kind: "priceExGst",
    isOfVariants: true,
    sheet: {
      column: "SalePrice",
      width: 13,
      note: "Inc GST, not above the recommended retail price; (clear) resets it to that price.",
      cleared: { product: 0, variant: null },
    },
  },
  manageStock: {
    ...details,
    command: "ManageStock",
    label: "Manage stock",
    kind: "yesNo",
    isOfVariants: "instead",
    sheet: {
      column: "ManageStock",
      width: 14,
      note: "TRUE if the stock is counted. If the product has variants, each variant has its own.",
    },
  },
  stockQuantity: {
    ...details,
    command: "StockQuantity",
    label: "Available stock",
    grid: "Stock",
    kind: "wholeNumber",
    max: 1_000_000_000,
    isOfVariants: "instead",
    sheet: {
      column: "StockQuantity",
      width: 15,
      note: "How many are in stock, as a whole number, if the stock is counted.",
    },
  },
  shippingPackageWeight: {
    ...details,
    command: "ShippingPackageWeight",
    label: "Package weight",
    grid: "Weight",
    kind: "number",
    unit: "kg",
    isOfVariants: "instead",
    sheet: {
      column: "WeightKg",
      width: 11,
      note: "Kilograms, as packed for shipping. To clear it, enter (clear).",
      cleared: none,
    },
  },
  shippingPackageHeight: {
    ...details,
    command: "ShippingPackageHeight",
    label: "Package height",
    grid: "Height",
    kind: "number",
    unit: "mm",
    isOfVariants: "instead",
    sheet: {
      column: "HeightMm",
      width: 11,
      note: "Whole millimetres, as packed for shipping. To clear it, enter (clear).",
      cleared: none,
    },
  },
  shippingPackageWidth: {
    ...details,
    command: "ShippingPackageWidth",
    label: "Package width",
    grid: "Width",
    kind: "number",
    unit: "mm",
    isOfVariants: "instead",
    sheet: {
      column: "WidthMm",
      width: 11,
      note: "Whole millimetres, as packed for shipping. To clear it, enter (clear).",
      cleared: none,
    },
  },
  shippingPackageDepth: {
    ...details,
    command: "ShippingPackageDepth",
    label: "Package depth",
    grid: "Depth",
    kind: "number",
    unit: "mm",
    isOfVariants: "instead",
    sheet: {
      column: "DepthMm",
      width: 11,
      note: "Whole millimetres, as packed for shipping. To clear it, enter (clear).",
      cleared: none,
    },
  },
  defaultImageFileId: {
    ...details,
    command: "DefaultImageId",
    label: "Hero image",
    kind: "image",
    isOfVariants: true,
    sheet: {
      column: "ImageId",
      width: 38,
      note: "The main image: one this product already shows, or one you uploaded. To clear it, enter (clear).",
      cleared: none,
    },
  },
  isReferralProduct: {
    ...details,
    command: "IsReferralProduct",
    label: "Referral product",
    kind: "yesNo",
    sheet: { column: "IsReferralProduct", width: 18, note: "TRUE if the marketplace links to the supplier's site." },
  },
  referralProductUrl: {
    ...details,
    command: "ReferralProductUrl",
    label: "Referral URL",
    kind: "optionalText",
    max: 500,
    sheet: { column: "ReferralUrl", width: 36, note: "For a referral product: the address the marketplace links to." },
  },
  referralProductCallToAction: {
    ...details,
    command: "ReferralProductCallToAction",
    label: "Call to action",
    kind: "optionalText",
    max: 30,
    sheet: {
      column: "ReferralCallToAction",
      width: 22,
      note: "For a referral product: the link text, at most 30 characters.",
    },
  },
} as const satisfies RecordFields;

/** `UpdateProductShippingMethod`. The product says which of them count. */
const shipping = { of: "shipping", changedWith: "canEdit" } as const;
const clear = "To clear it, enter (clear).";
const abroad = {
  column: "InternationalRate",
  width: 17,
  note: `For the method Flat rate per item: dollars inc GST. Empty if it is not shipped abroad. ${clear}`,
} as const;

export const shippingFields = {
  shippingMethod: {
    ...shipping,
    command: "ShippingMethod",
    label: "Shipping method",
    grid: "Shipping",
    kind: "enumeration",
    from: shippingMethods,
    sheet: {
      column: "ShippingMethod",
      width: 18,
      note: `${shippingMethods.map(({ displayName }) => displayName).join(", ")}.`,
    },
  },
  domesticFlatRate: {
    ...shipping,
    command: "DomesticFlatRate",
    label: "Domestic flat rate",
    grid: "Flat rate",
    kind: "priceExGst",
    sheet: {
      column: "DomesticRate",
      width: 14,
      note: "For the method Flat rate per item: dollars inc GST, for orders in Australia.",
    },
  },
  allowShippingInternationally: {
    ...shipping,
    command: "AllowShippingInternationally",
    label: "Allow shipping internationally",
    kind: "yesNo",
    sheet: abroad,
  },
  internationalFlatRate: {
    ...shipping,
    command: "InternationalFlatRate",
    label: "International flat rate",
    kind: "priceExGst",
    sheet: abroad,
  },
  shippingNotes: {
    ...shipping,
    command: "ShippingNotes",
    label: "Shipping notes",
    kind: "lines",
    max: 2_000,
    sheet: { column: "ShippingNotes", width: 40, note: "How long shipping takes, and other instructions." },
  },
  /** Working days between an order and its dispatch; null for those of the supplier. Not part of other APIs. */
  handlingDays: {
    ...shipping,
    command: "HandlingDays",
    label: "Handling days",
    kind: "workingDays",
    isOptional: true,
    sheet: {
      column: "HandlingDays",
      width: 13,
      note: `Working days until it leaves. Empty for those of its supplier. ${clear}`,
    },
  },
  shippingRuleId: {
    ...shipping,
    command: "ShippingRuleId",
    label: "Shipping rule",
    kind: "reference",
    to: "shippingRule",
    sheet: { column: "ShippingRule", width: 24, note: "For the method Shipping rule: the rule's name or number." },
  },
} as const satisfies RecordFields;

/** The fields that the grid of products edits. */
export const gridFields = {
  ...inGrid(productFields),
  /** The commands that activate and deactivate a product. */
  isActive: {
    of: "activation",
    changedWith: "canEdit",
    command: "IsActive",
    label: "Active",
    grid: "Active",
    kind: "yesNo",
    sheet: "its column is for information",
  },
  ...inGrid(shippingFields),
  /** The name or the number of a rule of the product's supplier. */
  shippingRule: {
    ...shippingFields.shippingRuleId,
    command: "ShippingRule",
    grid: "Shipping rule",
    kind: "optionalText",
    max: 255,
  },
} as const satisfies RecordFields;

const isSize = (key: keyof typeof gridFields) => Number("unit" in gridFields[key]);
/** In the order of the columns: sizes come last. */
export const gridKeys = keysOf(gridFields).sort((a, b) => isSize(a) - isSize(b));
export const gridColumns = gridKeys.map((key) => gridFields[key]);

export const plainProductFields = plainOf(productFields);
export const variantFields = ofVariants(productFields);
const { manageStock, stockQuantity } = productFields;
export const stockFields = { manageStock, stockQuantity };
const { shippingPackageWeight, shippingPackageHeight, shippingPackageWidth, shippingPackageDepth } = productFields;
/** As packed for shipping. */
export const packageFields = {
  shippingPackageWeight,
  shippingPackageHeight,
  shippingPackageWidth,
  shippingPackageDepth,
};
