/** Worksheets of products: exports have these columns, and imports find them by name. */
import { z } from "zod";
import { exportFormat } from "#contract/exports.ts";
import { recordId, yesNo, zonedMoment } from "#contract/fields.ts";
import { productFilters } from "./schema.ts";

export const productsSheet = "Products";

/** Identify a product, or one of its variants. In an import, `new` creates one. */
export const keyColumns = ["ProductId", "VariantId"] as const;

/** Clears the value in an import, because an empty cell leaves it unchanged. */
export const clearMarker = "(clear)";

/**
 * The hidden column in which each row of an export stores what its cells showed: an import only applies cells that
 * differ.
 */
export const memoryColumn = "Exported";

/** Separates the options of an attribute in one cell. */
export const optionSeparator = "|";

/** Precedes the name of a shared attribute in a column title. */
export const attributeTitle = "Attribute: ";

/**
 * All columns of a product or variant; columns of attributes follow. Prices in dollars inc GST, weights in kg, sizes in
 * mm.
 */
export const productColumns = [
  ...keyColumns,
  "Supplier",
  "ProductType",
  "Name",
  "Description",
  "SKU",
  "GTIN",
  "Brand",
  "Active",
  "HasVariants",
  "TaxClass",
  "RecommendedRetailPrice",
  "SalePrice",
  "ManageStock",
  "StockQuantity",
  "WeightKg",
  "HeightMm",
  "WidthMm",
  "DepthMm",
  "ShippingMethod",
  "ShippingRule",
  "DomesticRate",
  "InternationalRate",
  "ShippingNotes",
  "HandlingDays",
  "ImageId",
  "Pictures",
  "IsReferralProduct",
  "ReferralUrl",
  "ReferralCallToAction",
  "VariesBy",
  "OwnAttributes",
] as const;
export type ProductColumn = (typeof productColumns)[number];

/**
 * The filters of the list, so that the file has the same products. All but type and supplier are extensions of this
 * API.
 */
export const productExport = productFilters
  .omit({ hideVariants: true, showActiveOnly: true })
  .extend({ exportDisabledProducts: yesNo.default(false), ...exportFormat });

export const referralExport = z.object({
  /** Start of the period, UTC. */
  fromDate: zonedMoment,
  /** End of the period, UTC, inclusive. */
  toDate: zonedMoment,
  supplierId: recordId.optional(),
  marketplaceId: recordId.optional(),
  ...exportFormat,
});
