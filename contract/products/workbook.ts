/** Worksheets of products: exports have these columns, imports find them by their names. */
import { z } from "zod";
import { recordId, yesNo, zonedMoment } from "#contract/fields.ts";
import { productFilters } from "./schema.ts";

export const productsSheet = "Products";

/** A product, or one of its variants, is found by these. In an import, `new` stands for one to be made. */
export const keyColumns = ["ProductId", "VariantId"] as const;

/** What empties a cell of an import: an empty one leaves everything as it is. */
export const clearMarker = "(clear)";

/** The hidden column in which each row of an export remembers what its cells showed: only those that show something else are imported. */
export const memoryColumn = "Exported";

/** Between the options of an attribute in one cell. */
export const optionSeparator = "|";

/** Before the name of an attribute of product types. */
export const attributeTitle = "Attribute: ";

/** All of a product, or of one of its variants; columns of attributes follow. Prices are in dollars inc GST, weights in kg, sizes in mm. */
export const productColumns = [
  ...keyColumns,
  "Supplier",
  "ProductType",
  "Name",
  "Description",
  "SKU",
  "Active",
  "HasVariants",
  "RecommendedRetailPrice",
  "SalePrice",
  "ManageStock",
  "StockQuantity",
  "WeightKg",
  "HeightMm",
  "WidthMm",
  "DepthMm",
  "ImageId",
  "IsReferralProduct",
  "ReferralUrl",
  "ReferralCallToAction",
  "VariesBy",
  "OwnAttributes",
] as const;
export type ProductColumn = (typeof productColumns)[number];

/** The filters of the list, so that the file has the products that the list shows. Those beside type and supplier are ours. */
export const productExport = productFilters
  .omit({ hideVariants: true, showActiveOnly: true })
  .extend({ exportDisabledProducts: yesNo.default(false) });

export const referralExport = z.object({
  /** The first moment, UTC. */
  fromDate: zonedMoment,
  /** The last moment, UTC. */
  toDate: zonedMoment,
  supplierId: recordId.optional(),
  marketplaceId: recordId.optional(),
});
