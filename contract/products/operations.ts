import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { maxPictureArchiveBytes, maxWorkbookBytes } from "#contract/files/limits.ts";
import { importCommand, importId, importList, importResult, lastImport, processId } from "#contract/imports.ts";
import type { KeyScope } from "#contract/keys/scopes.ts";
import { manyPreview } from "#contract/many.ts";
import { command, download, edit, largeUpload, query, upload } from "#contract/operation.ts";
import { listSteps, paged, paging } from "#contract/paging.ts";
import {
  addedProductVariants,
  addProduct,
  addProductVariants,
  copyProduct,
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
  useAsHeroImage,
} from "./commands.ts";
import { gridAnswer, gridPage, gridProducts, saveGrid } from "./grid.ts";
import { applyImport, processOrErrors, productImportSummary } from "./import.ts";
import { changeProducts } from "./many.ts";
import {
  pictureRequests,
  picturesOf,
  pictureUpload,
  pictureUploads,
  retryPictures,
  uploadPictures,
} from "./pictures.ts";
import { choiceList, productFilters, productRow, productSchema, productSortFields } from "./schema.ts";
import { checkSourceFile, receivedFile, sourceFile, sourceFileId } from "./source.ts";
import { productExport, referralExport } from "./workbook.ts";

const newId = z.number().int();

/** Imports the worksheet `Products` of a workbook. */
const importOf = <Output extends z.ZodType>(path: string, output: Output, scope: KeyScope) =>
  upload(path, {
    permission: "products.edit",
    scope,
    input: z.object({}),
    output,
    maxFileBytes: maxWorkbookBytes,
    fileField: "file",
  });

export const products = {
  list: query("products", {
    permission: "products.view",
    scope: "products",
    input: productFilters.extend(paging(productSortFields).shape),
    output: paged(productRow),
  }),
  get: query("products/{id}", {
    permission: "products.view",
    scope: "products",
    input: z.object({ id: recordId }),
    output: productSchema,
  }),
  /**
   * Returns the id of the product before or after this one in the list with these filters and this order, whether or
   * not the list still has this one itself; null at its ends. Not part of other APIs.
   */
  neighbour: query("products/{id}/Neighbour", {
    permission: "products.view",
    feature: "productNeighbours",
    scope: "products",
    input: productFilters.omit({ hideVariants: true }).extend({
      id: recordId,
      ...paging(productSortFields).pick({ sortFieldName: true, sortDirection: true }).shape,
      step: z.enum(listSteps),
    }),
    output: z.object({ id: newId.nullable() }),
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
  /**
   * Returns the new product's id. The product awaits approval on every marketplace with which its supplier has an
   * active agreement.
   */
  add: command("products/AddProduct", {
    permission: "products.add",
    effect: "work",
    scope: "products",
    input: addProduct,
    output: newId,
  }),
  /**
   * Returns the id of a new product that is described like an existing one: with its type, description, prices,
   * dimensions, shipping, attributes and images, and with its variants if requested. It has no GTIN, no stock, and
   * awaits approval like any new product. Not part of other APIs.
   */
  copy: command("products/CopyProduct", {
    permission: "products.add",
    effect: "work",
    feature: "productCopies",
    scope: "products",
    input: copyProduct,
    output: newId,
  }),
  /** `Products.xlsx` with a row for each product and each variant, and all columns that an import can change. */
  excelExport: download("products/ExcelExport", {
    permission: "products.view",
    scope: "products",
    input: productExport,
  }),
  /** `Products.xlsx` with a row for each product and each variant. */
  excelExportStockAndPrices: download("products/ExcelExportStockAndPrices", {
    permission: "products.view",
    scope: "stock",
    input: productExport,
  }),
  /** `Product-Referrals.xlsx` with a row for each day, marketplace and clicked product. */
  excelReferralsExport: download("products/ExcelReferralsExport", {
    permission: "enabledForReferrals",
    input: referralExport,
  }),
  /** Creates and changes products from the rows of a workbook. */
  excelImport: importOf("products/ExcelImport", processId, "products"),
  /** Changes nothing if any cell is invalid, and returns the errors. */
  excelImportStockAndPrices: importOf("products/ExcelImportStockAndPrices", processOrErrors, "stock"),
  /**
   * Changes nothing: its result states what would be done. Not part of other APIs, nor are the operations that follow,
   * up to the refused rows.
   */
  excelImportCheck: importOf("products/ExcelImportCheck", processId, "products"),
  excelImportStockAndPricesCheck: importOf("products/ExcelImportStockAndPricesCheck", processOrErrors, "stock"),
  /** Carries out a checked import, once, and nothing that the check did not show. Returns the id of a new process. */
  applyImport: command("products/ApplyImport", {
    permission: "products.edit",
    effect: "work",
    scope: ["stock", "products"],
    input: applyImport,
    output: processId,
  }),
  /** Reverts an import, once, except where newer changes exist. Returns the id of a new process. */
  undoImport: command("products/UndoImport", {
    permission: "products.edit",
    effect: "work",
    input: importCommand,
    output: processId,
  }),
  /** Shows what `changeMany` would do to the first products; changes nothing. Not part of other APIs. */
  previewMany: query("products/PreviewMany", {
    method: "POST",
    permission: "products.edit",
    feature: "manyAtOnce",
    input: changeProducts,
    output: manyPreview,
  }),
  /** Changes many products in the background. Returns the id for `processing`, with which it can be undone. */
  changeMany: command("products/ChangeMany", {
    permission: "products.edit",
    effect: "work",
    feature: "manyAtOnce",
    input: changeProducts,
    output: processId,
  }),
  /** The rows of the grid for these products, in their order; those that the caller may not change are left out. */
  grid: query("products/Grid", {
    method: "POST",
    permission: "products.edit",
    feature: "manyAtOnce",
    input: gridProducts,
    output: gridPage,
  }),
  /** Saves rows of the grid, each for itself: the answer names those that were refused. Not part of other APIs. */
  saveGrid: command("products/SaveGrid", {
    permission: "products.edit",
    effect: "work",
    feature: "manyAtOnce",
    canBeUndone: true,
    input: saveGrid,
    output: gridAnswer,
  }),
  /**
   * Takes any table of products, also .csv. A file with our columns that has numbers of products (`ProductId`) is
   * checked at once. Other files are described by `sourceFile`, and checked by `checkSourceFile`.
   */
  importFile: upload("products/ImportFile", {
    permission: "products.edit",
    feature: "sourceFiles",
    input: z.object({}),
    output: receivedFile,
    maxFileBytes: maxWorkbookBytes,
    fileField: "file",
  }),
  /** The columns of a received file, for the user who sent it. Files are deleted after seven days. */
  sourceFile: query("products/ImportFile/{id}", {
    permission: "products.edit",
    feature: "sourceFiles",
    input: sourceFileId,
    output: sourceFile,
  }),
  /** Checks a received file, and remembers for its supplier what its columns mean. Returns the id for `processing`. */
  checkSourceFile: command("products/CheckImportFile", {
    permission: "products.edit",
    effect: "work",
    feature: "sourceFiles",
    input: checkSourceFile,
    output: processId,
  }),
  /** What became of the pictures that an import has named, or that a product was given by imports. */
  pictures: query("products/Pictures", {
    permission: "products.edit",
    feature: "sourceFiles",
    input: picturesOf,
    output: pictureRequests,
  }),
  /** Tries again to fetch the pictures that were given up. */
  retryPictures: command("products/RetryPictures", {
    permission: "products.edit",
    effect: "work",
    feature: "sourceFiles",
    input: retryPictures,
  }),
  /**
   * Takes the pictures of a zip file whose names are SKUs of the supplier: `AB-12.jpg`, `AB-12_2.jpg`. They are checked
   * and shown in the background. Returns the id of the upload.
   */
  uploadPictures: largeUpload("products/UploadPictures", {
    permission: "products.edit",
    feature: "sourceFiles",
    scope: "products",
    input: uploadPictures,
    output: z.guid(),
    maxFileBytes: maxPictureArchiveBytes,
    fileField: "file",
  }),
  /** What became of a zip file, for whoever sent it. Kept for seven days. */
  pictureUpload: query("products/PictureUploads/{id}", {
    permission: "products.edit",
    feature: "sourceFiles",
    scope: "products",
    input: z.object({ id: z.guid() }),
    output: pictureUpload,
  }),
  /** The caller's zip files of the last seven days, newest first, at most 20. */
  pictureUploads: query("products/PictureUploads", {
    permission: "products.edit",
    feature: "sourceFiles",
    input: z.object({}),
    output: pictureUploads,
  }),
  /** Returns the result of an import, or of a check, to the user who started it. */
  excelImportResult: query("products/ExcelImportResult", {
    permission: "products.edit",
    scope: ["stock", "products"],
    input: importId,
    output: importResult(productImportSummary),
  }),
  /** The imports of the caller that are still stored. */
  excelImports: query("products/ExcelImports", {
    permission: "products.edit",
    input: z.object({}),
    output: importList,
  }),
  /** Returns the caller's latest import; null if there is none, or it has been deleted. */
  lastExcelImport: query("products/LastExcelImport", {
    permission: "products.edit",
    input: z.object({}),
    output: lastImport,
  }),
  /** A row for each cell that an import changed, or would change, with the values before and after. */
  excelImportChanges: download("products/ExcelImportChanges", { permission: "products.edit", input: importId }),
  /** The refused rows as in the workbook, with the reasons. */
  excelImportRefused: download("products/ExcelImportRefused", {
    permission: "products.edit",
    scope: ["stock", "products"],
    input: importId,
  }),
  deleteAttribute: command("products/DeleteProductAttribute", {
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: deleteProductAttribute,
  }),
  /** Returns the attribute's id. */
  upsertCustomAttribute: command("products/UpsertCustomProductAttribute", {
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: upsertCustomProductAttribute.extend(edit),
    output: newId,
  }),
  updateAttribute: command("products/UpdateProductAttribute", {
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: updateProductAttribute.extend(edit),
  }),
  updateDetails: command("products/UpdateProductDetails", {
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: updateProductDetails.extend(edit),
  }),
  /** Returns the variant's id. */
  upsertVariant: command("products/UpsertProductVariant", {
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: upsertProductVariant.extend(edit),
    output: newId,
  }),
  /** Adds a variant for each combination of options that is missing: all of them, or none. Not part of other APIs. */
  addVariants: command("products/AddProductVariants", {
    permission: "canEdit",
    effect: "work",
    feature: "variantCombinations",
    scope: "products",
    canBeUndone: true,
    input: addProductVariants,
    output: addedProductVariants,
  }),
  deleteVariant: command("products/DeleteProductVariant", {
    permission: "canEdit",
    effect: "work",
    scope: "products",
    canBeUndone: true,
    input: deleteProductVariant,
  }),
  updateShippingMethod: command("products/UpdateProductShippingMethod", {
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: updateProductShippingMethod.extend(edit),
  }),
  /** Returns the image's id. */
  upsertImage: command("products/UpsertProductImage", {
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: upsertProductImage.extend(edit),
    output: newId,
  }),
  deleteImage: command("products/DeleteProductImage", {
    permission: "canEdit",
    effect: "work",
    scope: "products",
    canBeUndone: true,
    input: deleteProductImage,
  }),
  /** Not part of other APIs. */
  useAsHeroImage: command("products/UseAsHeroImage", {
    permission: "canEdit",
    effect: "work",
    feature: "heroImage",
    scope: "products",
    canBeUndone: true,
    input: useAsHeroImage,
  }),
  reorderImages: command("products/ReorderProductImages", {
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: reorderProductImages,
  }),
  deactivate: command("products/Deactivate", {
    permission: "canEdit",
    effect: "work",
    scope: "products",
    canBeUndone: true,
    input: productCommand,
  }),
  activate: command("products/Activate", {
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: productCommand,
  }),
  /** Returns the new sync status, which is 2: the work is done in the background. */
  syncMarketplaceProduct: command("products/SyncMarketplaceProduct", {
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: syncMarketplaceProduct,
    output: newId,
  }),
};
