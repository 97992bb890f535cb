import { z } from "zod";
import { recordId } from "../fields.ts";
import { command, download, open, query } from "../operation.ts";
import { paged, paging } from "../paging.ts";
import {
  addProduct,
  deleteProductAttribute,
  deleteProductImage,
  deleteProductVariant,
  productCommand,
  reorderProductImages,
  syncMarketplaceProduct,
  updateProductAttribute,
  updateProductDetails,
  updateProductShippingMethod,
  upsertCustomProductAttribute,
  upsertProductImage,
  upsertProductVariant,
} from "./commands.ts";
import { choiceList, productFilters, productRow, productSchema, productSortFields } from "./schema.ts";
import { productExport, referralExport } from "./workbook.ts";

const newId = z.number().int();

export const products = {
  list: query("products", { permission: "products.view", input: productFilters.extend(paging(productSortFields).shape), output: paged(productRow) }),
  get: query("products/{id}", { permission: "products.view", input: z.object({ id: recordId }), output: productSchema }),
  shippingMethodOptions: query("products/ShippingMethodOptions", { permission: "signedIn", input: z.object({}), output: choiceList }),
  marketplaceStatusOptions: query("products/MarketplaceStatusOptions", { permission: "signedIn", input: z.object({}), output: choiceList }),
  /** Answers with the new product's id. It waits for approval on every marketplace that its supplier has an active agreement with. */
  add: command("products/AddProduct", { permission: "products.add", input: addProduct, output: newId }),
  excelExport: open("GET", "products/ExcelExport", "products.view"),
  /** `Products.xlsx` with a row for each product and each variant. */
  excelExportStockAndPrices: download("products/ExcelExportStockAndPrices", { permission: "products.view", input: productExport }),
  /** `Product-Referrals.xlsx` with a row for each day, marketplace and product that was clicked. */
  excelReferralsExport: download("products/ExcelReferralsExport", { permission: "enabledForReferrals", input: referralExport }),
  excelImport: open("POST", "products/ExcelImport", "products.edit"),
  excelImportStockAndPrices: open("POST", "products/ExcelImportStockAndPrices", "products.edit"),
  deleteAttribute: command("products/DeleteProductAttribute", { permission: "canEdit", input: deleteProductAttribute }),
  /** Answers with the attribute's id. */
  upsertCustomAttribute: command("products/UpsertCustomProductAttribute", { permission: "canEdit", input: upsertCustomProductAttribute, output: newId }),
  updateAttribute: command("products/UpdateProductAttribute", { permission: "canEdit", input: updateProductAttribute }),
  updateDetails: command("products/UpdateProductDetails", { permission: "canEdit", input: updateProductDetails }),
  /** Answers with the variant's id. */
  upsertVariant: command("products/UpsertProductVariant", { permission: "canEdit", input: upsertProductVariant, output: newId }),
  deleteVariant: command("products/DeleteProductVariant", { permission: "canEdit", input: deleteProductVariant }),
  updateShippingMethod: command("products/UpdateProductShippingMethod", { permission: "canEdit", input: updateProductShippingMethod }),
  /** Answers with the image's id. */
  upsertImage: command("products/UpsertProductImage", { permission: "canEdit", input: upsertProductImage, output: newId }),
  deleteImage: command("products/DeleteProductImage", { permission: "canEdit", input: deleteProductImage }),
  reorderImages: command("products/ReorderProductImages", { permission: "canEdit", input: reorderProductImages }),
  deactivate: command("products/Deactivate", { permission: "canEdit", input: productCommand }),
  activate: command("products/Activate", { permission: "canEdit", input: productCommand }),
  /** Answers with the new sync status, which is 2: the work is done in the background. */
  syncMarketplaceProduct: command("products/SyncMarketplaceProduct", { permission: "canEdit", input: syncMarketplaceProduct, output: newId }),
};
