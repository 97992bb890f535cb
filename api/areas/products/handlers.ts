import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { deleteAttribute, updateAttribute, upsertCustomAttribute } from "./attributes.ts";
import { addVariants } from "./combinations.ts";
import { activate, add, deactivate } from "./commands.ts";
import { copy } from "./copy.ts";
import { updateDetails } from "./details.ts";
import * as excelExport from "./excel-export.ts";
import * as excelImport from "./excel-import.ts";
import { grid } from "./grid/rows.ts";
import { saveGrid } from "./grid/save.ts";
import * as images from "./images.ts";
import { changeMany, previewMany } from "./many/area.ts";
import { pictures, retryPictures } from "./pictures/requests.ts";
import { pictureUpload, pictureUploads, uploadPictures } from "./pictures/uploads.ts";
import * as queries from "./queries.ts";
import { excelReferralsExport } from "./referrals-export.ts";
import { updateShippingMethod } from "./shipping.ts";
import { checkSourceFile, importFile, sourceFile } from "./source/files.ts";
import { syncMarketplaceProduct } from "./sync.ts";
import { deleteVariant, upsertVariant } from "./variants.ts";

export const products: AreaHandlers<Operations["products"]> = {
  ...queries,
  add,
  copy,
  deactivate,
  activate,
  ...excelExport,
  ...excelImport,
  importFile,
  sourceFile,
  checkSourceFile,
  pictures,
  retryPictures,
  uploadPictures,
  pictureUpload,
  pictureUploads,
  excelReferralsExport,
  updateDetails,
  updateShippingMethod,
  upsertVariant,
  addVariants,
  deleteVariant,
  updateAttribute,
  upsertCustomAttribute,
  deleteAttribute,
  ...images,
  syncMarketplaceProduct,
  previewMany,
  changeMany,
  grid,
  saveGrid,
};
