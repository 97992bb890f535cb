import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import type { Operations } from "#contract/operations.ts";
import { assignSupplier } from "./assign-supplier.ts";
import * as commands from "./commands.ts";
import { excelExport } from "./excel-export.ts";
import * as excelImport from "./excel-import.ts";
import * as lineItems from "./line-items.ts";
import { changeMany, previewMany } from "./many.ts";
import { place } from "./place.ts";
import * as placedChanges from "./placed-changes.ts";
import * as queries from "./queries.ts";

export const orders: AreaHandlers<Operations["orders"]> = {
  ...queries,
  add: commands.add,
  updateDetails: commands.updateDetails,
  sendSupplierNotification: commands.sendSupplierNotification,
  ...lineItems,
  ...excelImport,
  ...placedChanges,
  excelExport,
  place,
  assignSupplier,
  previewMany,
  changeMany,
};
