import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { maxWorkbookBytes } from "#contract/files/limits.ts";
import { importCommand, importId, importList, importResult, lastImport, processId } from "#contract/imports.ts";
import { command, download, edit, query, upload } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
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
import { applyImport, processOrErrors, productImportSummary } from "./import.ts";
import { choiceList, productFilters, productRow, productSchema, productSortFields } from "./schema.ts";
import { productExport, referralExport } from "./workbook.ts";

const newId = z.number().int();

/** A workbook with the worksheet `Products`. */
const importOf = <Output extends z.ZodType>(path: string, output: Output) =>
  upload(path, {
    permission: "products.edit",
    input: z.object({}),
    output,
    maxFileBytes: maxWorkbookBytes,
    fileField: "file",
  });

export const products = {
  list: query("products", {
    permission: "products.view",
    input: productFilters.extend(paging(productSortFields).shape),
    output: paged(productRow),
  }),
  get: query("products/{id}", {
    permission: "products.view",
    input: z.object({ id: recordId }),
    output: productSchema,
  }),
  shippingMethodOptions: query("products/ShippingMethodOptions", {
    permission: "signedIn",
    input: z.object({}),
    output: choiceList,
  }),
  marketplaceStatusOptions: query("products/MarketplaceStatusOptions", {
    permission: "signedIn",
    input: z.object({}),
    output: choiceList,
  }),
  /** Answers with the new product's id. It waits for approval on every marketplace that its supplier has an active agreement with. */
  add: command("products/AddProduct", { permission: "products.add", input: addProduct, output: newId }),
  /** `Products.xlsx` with a row for each product and each variant, and all that an import can change. */
  excelExport: download("products/ExcelExport", { permission: "products.view", input: productExport }),
  /** `Products.xlsx` with a row for each product and each variant. */
  excelExportStockAndPrices: download("products/ExcelExportStockAndPrices", {
    permission: "products.view",
    input: productExport,
  }),
  /** `Product-Referrals.xlsx` with a row for each day, marketplace and product that was clicked. */
  excelReferralsExport: download("products/ExcelReferralsExport", {
    permission: "enabledForReferrals",
    input: referralExport,
  }),
  /** Makes and changes products as the rows of a workbook say. */
  excelImport: importOf("products/ExcelImport", processId),
  /** Changes nothing when anything is wrong with a cell: then the answer is what. */
  excelImportStockAndPrices: importOf("products/ExcelImportStockAndPrices", processOrErrors),
  /** Changes nothing: its result says what would be done. This one and those that follow, to the refused rows, are not among the calls of other APIs. */
  excelImportCheck: importOf("products/ExcelImportCheck", processId),
  excelImportStockAndPricesCheck: importOf("products/ExcelImportStockAndPricesCheck", processOrErrors),
  /** Does what was checked, once, and nothing that the check did not show. Answers with the id of another process. */
  applyImport: command("products/ApplyImport", { permission: "products.edit", input: applyImport, output: processId }),
  /** Takes back what an import did, once, where nothing newer has touched it. Answers with the id of another process. */
  undoImport: command("products/UndoImport", { permission: "products.edit", input: importCommand, output: processId }),
  /** What came of an import, or would, for whoever asked for it. */
  excelImportResult: query("products/ExcelImportResult", {
    permission: "products.edit",
    input: importId,
    output: importResult(productImportSummary),
  }),
  /** The imports of the caller that are still stored. */
  excelImports: query("products/ExcelImports", {
    permission: "products.edit",
    input: z.object({}),
    output: importList,
  }),
  /** That which the caller sent last; null when there is none, or it is forgotten. */
  lastExcelImport: query("products/LastExcelImport", {
    permission: "products.edit",
    input: z.object({}),
    output: lastImport,
  }),
  /** A row for each cell that an import changed, or would, with what stood there and what stands there. */
  excelImportChanges: download("products/ExcelImportChanges", { permission: "products.edit", input: importId }),
  /** The rows that were refused, as the workbook had them, with the reasons. */
  excelImportRefused: download("products/ExcelImportRefused", { permission: "products.edit", input: importId }),
  deleteAttribute: command("products/DeleteProductAttribute", { permission: "canEdit", input: deleteProductAttribute }),
  /** Answers with the attribute's id. */
  upsertCustomAttribute: command("products/UpsertCustomProductAttribute", {
    permission: "canEdit",
    input: upsertCustomProductAttribute.extend(edit),
    output: newId,
  }),
  updateAttribute: command("products/UpdateProductAttribute", {
    permission: "canEdit",
    input: updateProductAttribute.extend(edit),
  }),
  updateDetails: command("products/UpdateProductDetails", {
    permission: "canEdit",
    input: updateProductDetails.extend(edit),
  }),
  /** Answers with the variant's id. */
  upsertVariant: command("products/UpsertProductVariant", {
    permission: "canEdit",
    input: upsertProductVariant.extend(edit),
    output: newId,
  }),
  deleteVariant: command("products/DeleteProductVariant", { permission: "canEdit", input: deleteProductVariant }),
  updateShippingMethod: command("products/UpdateProductShippingMethod", {
    permission: "canEdit",
    input: updateProductShippingMethod.extend(edit),
  }),
  /** Answers with the image's id. */
  upsertImage: command("products/UpsertProductImage", {
    permission: "canEdit",
    input: upsertProductImage.extend(edit),
    output: newId,
  }),
  deleteImage: command("products/DeleteProductImage", { permission: "canEdit", input: deleteProductImage }),
  reorderImages: command("products/ReorderProductImages", { permission: "canEdit", input: reorderProductImages }),
  deactivate: command("products/Deactivate", { permission: "canEdit", input: productCommand }),
  activate: command("products/Activate", { permission: "canEdit", input: productCommand }),
  /** Answers with the new sync status, which is 2: the work is done in the background. */
  syncMarketplaceProduct: command("products/SyncMarketplaceProduct", {
    permission: "canEdit",
    input: syncMarketplaceProduct,
    output: newId,
  }),
};
