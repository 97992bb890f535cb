import { z } from "zod";
import { recordId } from "#contract/fields.ts";
import { maxWorkbookBytes } from "#contract/files/limits.ts";
import { importCommand, importId, importList, importResult, lastImport, processId } from "#contract/imports.ts";
import { command, download, edit, query, upload } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import { importSummary } from "./import.ts";
import {
  addLineItem,
  addLineItemAdjustment,
  addOrder,
  cancelLineItems,
  lineItemCommand,
  orderCommand,
  orderFilters,
  orderRow,
  orderSchema,
  orderSortFields,
  transaction,
  updateLineItem,
  updateOrderDetails,
} from "./schema.ts";

const id = z.number().int();

/** A workbook with the worksheet `Orders`. Answers with the id that `processing` is asked by. */
const importOf = (path: string) =>
  upload(path, {
    permission: "orders.edit",
    input: z.object({}),
    output: processId,
    maxFileBytes: maxWorkbookBytes,
    fileField: "file",
  });

export const orders = {
  list: query("orders", {
    permission: "orders.view",
    input: orderFilters.extend(paging(orderSortFields, { direction: "Descending" }).shape),
    output: paged(orderRow),
  }),
  get: query("orders/{id}", { permission: "orders.view", input: z.object({ id: recordId }), output: orderSchema }),
  /** Answers with the new order's id. */
  add: command("orders/AddOrder", { permission: "orders.add", input: addOrder, output: id }),
  /** `Orders.xlsx` with a row for each line item. */
  excelExport: download("orders/ExcelExport", { permission: "orders.view", input: orderFilters }),
  /** Makes and changes shipments as the rows of a workbook say. */
  excelImport: importOf("orders/ExcelImport"),
  /** Changes nothing: its result says what would be done. This one and those that follow, to the refused rows, are not among the calls of other APIs. */
  excelImportCheck: importOf("orders/ExcelImportCheck"),
  /** Does what was checked, once. Answers with the id of another process. */
  applyImport: command("orders/ApplyImport", { permission: "orders.edit", input: importCommand, output: processId }),
  /** What came of an import, or would, for whoever asked for it. */
  excelImportResult: query("orders/ExcelImportResult", {
    permission: "orders.edit",
    input: importId,
    output: importResult(importSummary),
  }),
  /** The imports of the caller that are still stored. */
  excelImports: query("orders/ExcelImports", { permission: "orders.edit", input: z.object({}), output: importList }),
  /** That which the caller sent last; null when there is none, or it is forgotten. */
  lastExcelImport: query("orders/LastExcelImport", {
    permission: "orders.edit",
    input: z.object({}),
    output: lastImport,
  }),
  /** The rows that were refused, as the workbook had them, with the reasons. */
  excelImportRefused: download("orders/ExcelImportRefused", { permission: "orders.edit", input: importId }),
  updateDetails: command("orders/UpdateOrderDetails", {
    permission: "canEditDetails",
    input: updateOrderDetails.extend(edit),
  }),
  /** Answers with the new line item's id. */
  addLineItem: command("orders/AddLineItem", { permission: "canEditDetails", input: addLineItem, output: id }),
  updateLineItem: command("orders/UpdateLineItem", {
    permission: "canUpdateLineItemStatus",
    input: updateLineItem.extend(edit),
  }),
  addLineItemAdjustment: command("orders/AddLineItemAdjustment", {
    permission: "canEditDetails",
    input: addLineItemAdjustment,
  }),
  /** Answers with how many items were cancelled. Not among the calls of other APIs. */
  cancelLineItems: command("orders/CancelLineItems", {
    permission: "canEditDetails",
    input: cancelLineItems,
    output: id,
  }),
  deleteLineItem: command("orders/DeleteLineItem", { permission: "canEditDetails", input: lineItemCommand }),
  lineItemTransactions: query("orders/{orderId}/transactions/{lineItemId}", {
    permission: "orders.view",
    input: z.object({ orderId: recordId, lineItemId: recordId }),
    output: z.array(transaction),
  }),
  /** Sends the order to the addresses that its supplier named for orders. */
  sendSupplierNotification: command("orders/SendSupplierNotification", {
    permission: "canEditDetails",
    input: orderCommand,
  }),
};
