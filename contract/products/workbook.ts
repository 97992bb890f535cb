/** Worksheets of products: exports have these columns, imports find them by their names. */
import { z } from "zod";
import { recordId, yesNo, zonedMoment } from "../fields.ts";

export const productsSheet = "Products";

/** Of a product, or of one of its variants. Prices are in dollars inc GST. */
export const stockAndPriceColumns = ["ProductId", "VariantId", "SKU", "Name", "RecommendedRetailPrice", "SalePrice", "ManageStock", "StockQuantity"] as const;
export type StockAndPriceColumn = (typeof stockAndPriceColumns)[number];

export const productExport = z.object({
  /** Of this type, or of one below it. */
  productTypeId: recordId.optional(),
  supplierId: recordId.optional(),
  exportDisabledProducts: yesNo.default(false),
});

export const referralExport = z.object({
  /** The first moment, UTC. */
  fromDate: zonedMoment,
  /** The last moment, UTC. */
  toDate: zonedMoment,
  supplierId: recordId.optional(),
  marketplaceId: recordId.optional(),
});
