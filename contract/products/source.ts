/** Tables that were not exported from here, such as a supplier's own file: what their columns mean. */
import { z } from "zod";
import { amountExGst, list, optionalText, recordId, text, yesNo } from "#contract/fields.ts";
import { maxShippingNotes, shippingMessages, shippingMethodChoice } from "./commands.ts";
import { attributeTitle, keyColumns, productColumns } from "./workbook.ts";

/** The fields that a column can be assigned to. */
export const sourceFields = [
  "SKU",
  "GTIN",
  "Name",
  "Description",
  "Brand",
  "Supplier",
  "ProductType",
  "TaxClass",
  "RecommendedRetailPrice",
  "SalePrice",
  "StockQuantity",
  "WeightKg",
  "WeightG",
  "HeightMm",
  "HeightCm",
  "WidthMm",
  "WidthCm",
  "DepthMm",
  "DepthCm",
  "ShippingMethod",
  "ShippingRule",
  "DomesticRate",
  "InternationalRate",
  "ShippingNotes",
  "HandlingDays",
  "Pictures",
] as const;
export type SourceField = (typeof sourceFields)[number];

export const sourceFieldNames: Readonly<Record<SourceField, string>> = {
  SKU: "SKU",
  GTIN: "GTIN (barcode)",
  Name: "Name",
  Description: "Description",
  Brand: "Brand",
  Supplier: "Supplier (name or number)",
  ProductType: "Product type (full path)",
  TaxClass: "Tax class (GST or none)",
  RecommendedRetailPrice: "Recommended retail price",
  SalePrice: "Sale price",
  StockQuantity: "Stock",
  WeightKg: "Weight in kg",
  WeightG: "Weight in g",
  HeightMm: "Height in mm",
  HeightCm: "Height in cm",
  WidthMm: "Width in mm",
  WidthCm: "Width in cm",
  DepthMm: "Depth in mm",
  DepthCm: "Depth in cm",
  ShippingMethod: "Shipping method",
  ShippingRule: "Shipping rule (name or number)",
  DomesticRate: "Domestic shipping rate",
  InternationalRate: "International shipping rate",
  ShippingNotes: "Shipping notes",
  HandlingDays: "Handling days",
  Pictures: "Pictures (addresses)",
};

/** Files of other programs whose columns are known. */
export const sourceFormats = ["shopify", "woocommerce"] as const;
export type SourceFormat = (typeof sourceFormats)[number];
export const sourceFormatNames: Readonly<Record<SourceFormat, string>> = {
  shopify: "Shopify",
  woocommerce: "WooCommerce",
};

/** The most columns that a table may have. */
export const maxSourceColumns = 500;
const maxTitle = 300;

const furtherColumns = z.enum(productColumns).exclude([...keyColumns]);

/**
 * A field, any other column of our worksheet, or an attribute of product types by its internal name, as in
 * `Attribute: Colour`.
 */
const target = z.union([
  z.enum(sourceFields),
  furtherColumns,
  text({ max: maxTitle, breaks: "kept" }).refine(
    (value) => value.startsWith(attributeTitle),
    "There is no such field.",
  ),
]);
export type SourceTarget = SourceField | string;

const assignment = z.object({
  /** The number of the column, from 1. */
  Column: z.int().min(1).max(maxSourceColumns),
  Field: target,
});
export type Assignment = z.output<typeof assignment>;

const fileId = z.guid();

/** One of both: a file with our columns and numbers is checked at once, other files are described first. */
export const receivedFile = z.object({ processId: z.guid().nullable(), fileId: fileId.nullable() });

export const sourceFileId = z.object({ id: fileId });

export const sourceFile = z.object({
  id: fileId,
  fileName: z.string(),
  /** Null: its columns have to be assigned. */
  format: z.enum(sourceFormats).nullable(),
  /** Rows below the header row. */
  rows: z.int(),
  columns: z.array(
    z.object({
      /** From 1. */
      column: z.int(),
      title: z.string(),
      /** Its cells in the first rows. */
      examples: z.array(z.string()),
      /** The field of its last assignment, or the one that its title suggests. */
      field: z.string().nullable(),
    }),
  ),
  /** The internal names of attributes that a column can be assigned to. */
  attributes: z.array(z.string()),
  /** Its columns were assigned before; so are the values that follow. */
  isRemembered: z.boolean(),
  supplierId: z.int().nullable(),
  productTypeId: z.int().nullable(),
  pricesIncludeGst: z.boolean(),
  makesUnknown: z.boolean(),
  shippingMethod: z.int().nullable(),
  /** Ex GST. */
  domesticFlatRate: z.number().nullable(),
  shippingRuleId: z.int().nullable(),
  shippingNotes: z.string(),
});
export type SourceFile = z.output<typeof sourceFile>;

export const checkSourceFile = z.object({
  FileId: fileId,
  /** The supplier of all rows; null if a column names it. */
  SupplierId: recordId.nullish(),
  /** The type of new products, unless a column names it. */
  ProductTypeId: recordId.nullish(),
  PricesIncludeGst: yesNo.default(true),
  /** Rows of which no product is known become new products; otherwise they are refused. */
  MakesUnknown: yesNo.default(false),
  /** How new products are shipped, unless a column says so; not yet, if left out. */
  ShippingMethod: shippingMethodChoice.nullish(),
  /** Ex GST. */
  DomesticFlatRate: amountExGst(shippingMessages.domesticRate).nullish(),
  ShippingRuleId: recordId.nullish(),
  ShippingNotes: optionalText({ max: maxShippingNotes, breaks: "kept" }),
  /** Empty for files of a known format. */
  Columns: list(assignment, { max: maxSourceColumns }),
});
