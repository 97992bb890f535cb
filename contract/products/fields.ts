/** The fields of a product that people edit, in the order of the worksheet. */
import { ofVariants, plainOf, type RecordFields } from "#contract/records/fields.ts";

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
  recommendedRetailPrice: {
    ...details,
    command: "RecommendedRetailPrice",
    label: "Recommended retail price",
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
    isOfVariants: true,
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
    kind: "wholeNumber",
    isOfVariants: true,
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
    kind: "number",
    unit: "kg",
    isOfVariants: true,
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
    kind: "number",
    unit: "mm",
    isOfVariants: true,
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
    kind: "number",
    unit: "mm",
    isOfVariants: true,
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
    kind: "number",
    unit: "mm",
    isOfVariants: true,
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

export const plainProductFields = plainOf(productFields);
export const variantFields = ofVariants(productFields);
