import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { maxPictureArchiveBytes, maxWorkbookBytes } from "#contract/files/limits.ts";
import { importId, importOperations, processId } from "#contract/imports.ts";
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

const imports = importOperations({
  area: "products",
  what: "products",
  access: { permission: "products.edit" },
  scope: ["stock", "products"],
  summary: productImportSummary,
  of: z.object({}),
});

/** Imports the worksheet `Products` of a workbook. */
const importOf = <Output extends z.ZodType>(path: string, output: Output, scope: KeyScope, description: string) =>
  upload(path, {
    description,
    permission: "products.edit",
    scope,
    input: z.object({}),
    output,
    maxFileBytes: maxWorkbookBytes,
    fileField: "file",
  });

export const products = {
  list: query("products", {
    description: "Lists products, a page at a time, with their variants unless these are hidden.",
    permission: "products.view",
    scope: "products",
    input: productFilters.extend(paging(productSortFields).shape),
    output: paged(productRow),
  }),
  get: query("products/{id}", {
    description: "Returns a product with its variants, attributes, images and marketplaces.",
    permission: "products.view",
    scope: "products",
    input: z.object({ id: recordId }),
    output: productSchema,
  }),
  neighbour: query("products/{id}/Neighbour", {
    description:
      "Returns the id of the product before or after this one in the list with these filters and this order. It does so whether or not the list still has this one itself; null at its ends.",
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
    description: "Returns the shipping methods that a product may have.",
    permission: "signedIn",
    input: z.object({}),
    output: choiceList,
  }),
  marketplaceStatusOptions: query("products/MarketplaceStatusOptions", {
    description: "Returns the statuses that a product may have on a marketplace.",
    permission: "signedIn",
    input: z.object({}),
    output: choiceList,
  }),
  add: command("products/AddProduct", {
    description:
      "Adds a product, which awaits approval on every marketplace with which its supplier has an active agreement. Returns its id.",
    permission: "products.add",
    effect: "work",
    scope: "products",
    input: addProduct,
    output: newId,
  }),
  copy: command("products/CopyProduct", {
    description:
      "Adds a product that is described like an existing one. It has its type, description, prices, dimensions, shipping, attributes and images, and its variants if requested; no GTIN and no stock, and it awaits approval like any new product. Returns its id.",
    permission: "products.add",
    effect: "work",
    feature: "productCopies",
    scope: "products",
    input: copyProduct,
    output: newId,
  }),
  excelExport: download("products/ExcelExport", {
    description:
      "Returns `Products.xlsx` with a row for each product and each variant, and all columns that an import can change.",
    permission: "products.view",
    scope: "products",
    input: productExport,
  }),
  excelExportStockAndPrices: download("products/ExcelExportStockAndPrices", {
    description: "Returns `Products.xlsx` with the stock and prices of each product and each variant.",
    permission: "products.view",
    scope: "stock",
    input: productExport,
  }),
  excelReferralsExport: download("products/ExcelReferralsExport", {
    description: "Returns `Product-Referrals.xlsx` with a row for each day, marketplace and clicked product.",
    permission: "enabledForReferrals",
    input: referralExport,
  }),
  excelImport: importOf(
    "products/ExcelImport",
    processId,
    "products",
    "Creates and changes products from the rows of a workbook. Returns the id for `processing`.",
  ),
  excelImportStockAndPrices: importOf(
    "products/ExcelImportStockAndPrices",
    processOrErrors,
    "stock",
    "Changes stock and prices from the rows of a workbook. Changes nothing if any cell is invalid, and its result has the errors. Returns the id for `processing`.",
  ),
  /** Not part of other APIs, nor are the operations that follow, up to the refused rows. */
  excelImportCheck: importOf(
    "products/ExcelImportCheck",
    processId,
    "products",
    "Checks a workbook of products. Changes nothing: its result states what would be done. Returns the id for `processing`.",
  ),
  excelImportStockAndPricesCheck: importOf(
    "products/ExcelImportStockAndPricesCheck",
    processOrErrors,
    "stock",
    "Checks a workbook of stock and prices. Changes nothing: its result states what would be done. Returns the id for `processing`.",
  ),
  applyImport: command("products/ApplyImport", {
    description:
      "Carries out a checked import of products, once, and nothing that the check did not show. Returns the id of a new process.",
    permission: "products.edit",
    effect: "work",
    scope: ["stock", "products"],
    input: applyImport,
    output: processId,
  }),
  undoImport: imports.undo,
  previewMany: query("products/PreviewMany", {
    description: "Shows what `changeMany` would do to the first products. Changes nothing.",
    method: "POST",
    permission: "products.edit",
    feature: "manyAtOnce",
    input: changeProducts,
    output: manyPreview,
  }),
  changeMany: command("products/ChangeMany", {
    description:
      "Changes many products in the background. Returns the id for `processing`, with which it can be undone.",
    permission: "products.edit",
    effect: "work",
    feature: "manyAtOnce",
    input: changeProducts,
    output: processId,
  }),
  grid: query("products/Grid", {
    description:
      "Returns the rows of the grid for these products, in their order. Those that the caller may not change are left out.",
    method: "POST",
    permission: "products.edit",
    feature: "manyAtOnce",
    input: gridProducts,
    output: gridPage,
  }),
  saveGrid: command("products/SaveGrid", {
    description: "Saves rows of the grid, each for itself. The answer names those that were refused.",
    permission: "products.edit",
    effect: "work",
    feature: "manyAtOnce",
    canBeUndone: true,
    input: saveGrid,
    output: gridAnswer,
  }),
  importFile: upload("products/ImportFile", {
    description:
      "Takes any table of products, also .csv. A file with our columns that has numbers of products (`ProductId`) is checked at once. Other files are described by `sourceFile`, and checked by `checkSourceFile`.",
    permission: "products.edit",
    feature: "sourceFiles",
    input: z.object({}),
    output: receivedFile,
    maxFileBytes: maxWorkbookBytes,
    fileField: "file",
  }),
  sourceFile: query("products/ImportFile/{id}", {
    description: "Returns the columns of a received file, to the user who sent it. Files are deleted after seven days.",
    permission: "products.edit",
    feature: "sourceFiles",
    input: sourceFileId,
    output: sourceFile,
  }),
  checkSourceFile: command("products/CheckImportFile", {
    description:
      "Checks a received file, and remembers for its supplier what its columns mean. Returns the id for `processing`.",
    permission: "products.edit",
    effect: "work",
    feature: "sourceFiles",
    input: checkSourceFile,
    output: processId,
  }),
  pictures: query("products/Pictures", {
    description:
      "Returns what became of the pictures that an import has named, or that a product was given by imports.",
    permission: "products.edit",
    feature: "sourceFiles",
    input: picturesOf,
    output: pictureRequests,
  }),
  retryPictures: command("products/RetryPictures", {
    description: "Tries again to fetch the pictures that were given up.",
    permission: "products.edit",
    effect: "work",
    feature: "sourceFiles",
    input: retryPictures,
  }),
  uploadPictures: largeUpload("products/UploadPictures", {
    description:
      "Takes the pictures of a zip file whose names are SKUs of the supplier: `AB-12.jpg`, `AB-12_2.jpg`. They are checked and shown in the background. Returns the id of the upload.",
    permission: "products.edit",
    feature: "sourceFiles",
    scope: "products",
    input: uploadPictures,
    output: z.guid(),
    maxFileBytes: maxPictureArchiveBytes,
    fileField: "file",
  }),
  pictureUpload: query("products/PictureUploads/{id}", {
    description: "Returns what became of a zip file with pictures, to whoever sent it. Kept for seven days.",
    permission: "products.edit",
    feature: "sourceFiles",
    scope: "products",
    input: z.object({ id: z.guid() }),
    output: pictureUpload,
  }),
  pictureUploads: query("products/PictureUploads", {
    description: "Returns the caller's zip files with pictures of the last seven days. Newest first, at most 20.",
    permission: "products.edit",
    feature: "sourceFiles",
    input: z.object({}),
    output: pictureUploads,
  }),
  excelImportResult: imports.result,
  excelImports: imports.list,
  lastExcelImport: imports.last,
  excelImportChanges: download("products/ExcelImportChanges", {
    description:
      "Returns a row for each cell that an import changed, or would change, with the values before and after.",
    permission: "products.edit",
    input: importId,
  }),
  excelImportRefused: imports.refused,
  deleteAttribute: command("products/DeleteProductAttribute", {
    description: "Deletes an attribute that belongs to a product alone.",
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: deleteProductAttribute,
  }),
  upsertCustomAttribute: command("products/UpsertCustomProductAttribute", {
    description: "Adds or changes an attribute that belongs to a product alone. Returns its id.",
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: upsertCustomProductAttribute.extend(edit),
    output: newId,
  }),
  updateAttribute: command("products/UpdateProductAttribute", {
    description: "Sets the options, or the value, that a product has of an attribute.",
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: updateProductAttribute.extend(edit),
  }),
  updateDetails: command("products/UpdateProductDetails", {
    description: "Changes the name, description, type, prices, stock and dimensions of a product.",
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: updateProductDetails.extend(edit),
  }),
  upsertVariant: command("products/UpsertProductVariant", {
    description: "Adds or changes a variant of a product. Returns its id.",
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: upsertProductVariant.extend(edit),
    output: newId,
  }),
  addVariants: command("products/AddProductVariants", {
    description: "Adds a variant for each combination of options that is missing: all of them, or none.",
    permission: "canEdit",
    effect: "work",
    feature: "variantCombinations",
    scope: "products",
    canBeUndone: true,
    input: addProductVariants,
    output: addedProductVariants,
  }),
  deleteVariant: command("products/DeleteProductVariant", {
    description: "Deletes a variant of a product.",
    permission: "canEdit",
    effect: "work",
    scope: "products",
    canBeUndone: true,
    input: deleteProductVariant,
  }),
  updateShippingMethod: command("products/UpdateProductShippingMethod", {
    description: "Sets how a product is shipped, at which rates, and in how many working days it leaves.",
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: updateProductShippingMethod.extend(edit),
  }),
  upsertImage: command("products/UpsertProductImage", {
    description: "Adds an uploaded image to a product, or changes one. Returns its id.",
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: upsertProductImage.extend(edit),
    output: newId,
  }),
  deleteImage: command("products/DeleteProductImage", {
    description: "Removes an image from a product.",
    permission: "canEdit",
    effect: "work",
    scope: "products",
    canBeUndone: true,
    input: deleteProductImage,
  }),
  useAsHeroImage: command("products/UseAsHeroImage", {
    description: "Makes an image the first one of its product.",
    permission: "canEdit",
    effect: "work",
    feature: "heroImage",
    scope: "products",
    canBeUndone: true,
    input: useAsHeroImage,
  }),
  reorderImages: command("products/ReorderProductImages", {
    description: "Sets the order of the images of a product.",
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: reorderProductImages,
  }),
  deactivate: command("products/Deactivate", {
    description: "Deactivates a product, which is withdrawn from its marketplaces.",
    permission: "canEdit",
    effect: "work",
    scope: "products",
    canBeUndone: true,
    input: productCommand,
  }),
  activate: command("products/Activate", {
    description: "Activates a product again.",
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: productCommand,
  }),
  syncMarketplaceProduct: command("products/SyncMarketplaceProduct", {
    description:
      "Sends a product to a marketplace again. Returns the new sync status, which is 2: the work is done in the background.",
    permission: "canEdit",
    effect: "work",
    scope: "products",
    input: syncMarketplaceProduct,
    output: newId,
  }),
};
