import { z } from "zod";
import { exportFormat } from "#contract/exports.ts";
import { recordId, yesNo } from "#contract/fields.ts";
import { maxWorkbookBytes } from "#contract/files/limits.ts";
import { importCommand, importId, importList, importResult, lastImport, processId } from "#contract/imports.ts";
import { manyPreview } from "#contract/many.ts";
import { command, download, edit, query, upload } from "#contract/operation.ts";
import { paged, paging } from "#contract/paging.ts";
import { importSummary } from "./import.ts";
import { changeOrders } from "./many.ts";
import {
  assignSupplier,
  cancelPlacedOrder,
  placedOrder,
  placedOrderNow,
  placeOrder,
  refundPlacedOrder,
} from "./placing.ts";
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

/** Imports the worksheet `Orders` of a workbook. Returns the id for `processing`. */
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
    scope: "orders.read",
    input: orderFilters.extend({
      ...paging(orderSortFields, { direction: "Descending" }).shape,
      /** Whether rows have their line items, or only their number. Other APIs always send them. */
      includeLineItems: yesNo.default(true),
    }),
    output: paged(orderRow),
  }),
  get: query("orders/{id}", {
    permission: "orders.view",
    scope: "orders.read",
    input: z.object({ id: recordId }),
    output: orderSchema,
  }),
  /** Returns the new order's id. */
  add: command("orders/AddOrder", { permission: "orders.add", effect: "work", input: addOrder, output: id }),
  /**
   * Places a whole order, once for each marketplace and number: the same content gets the same answer. Not part of other
   * APIs.
   */
  place: command("orders/PlaceOrder", {
    permission: "orders.add",
    effect: "work",
    scope: "orders.place",
    feature: "placedOrders",
    input: placeOrder,
    output: placedOrder,
  }),
  /** Cancels what the customer no longer wants; refused for what has already been sent. Not part of other APIs. */
  cancelPlaced: command("orders/CancelPlacedOrder", {
    permission: "orders.add",
    effect: "work",
    scope: "orders.place",
    feature: "placedOrders",
    input: cancelPlacedOrder,
    output: placedOrderNow,
  }),
  /** Gives money back, also for what has been sent. Not part of other APIs. */
  refundPlaced: command("orders/RefundPlacedOrder", {
    permission: "orders.add",
    effect: "work",
    scope: "orders.place",
    feature: "placedOrders",
    input: refundPlacedOrder,
    output: placedOrderNow,
  }),
  /** Gives an order without a supplier its supplier, and its lines the products that it has. Not part of other APIs. */
  assignSupplier: command("orders/AssignSupplier", {
    permission: "orders.add",
    effect: "work",
    feature: "placedOrders",
    input: assignSupplier,
  }),
  /** `Orders.xlsx` with a row for each line item. */
  excelExport: download("orders/ExcelExport", {
    permission: "orders.view",
    input: orderFilters.extend(exportFormat),
  }),
  /** Creates and changes shipments from the rows of a workbook. */
  excelImport: importOf("orders/ExcelImport"),
  /**
   * Changes nothing: its result states what would be done. Not part of other APIs, nor are the operations that follow,
   * up to the refused rows.
   */
  excelImportCheck: importOf("orders/ExcelImportCheck"),
  /** Carries out a checked import, once. Returns the id of a new process. */
  applyImport: command("orders/ApplyImport", {
    permission: "orders.edit",
    effect: "work",
    input: importCommand,
    output: processId,
  }),
  /** Reverts an import, once, except where newer changes exist. Returns the id of a new process. */
  undoImport: command("orders/UndoImport", {
    permission: "orders.edit",
    effect: "work",
    feature: "history",
    input: importCommand,
    output: processId,
  }),
  /** Returns the result of an import, or of a check, to the user who started it. */
  excelImportResult: query("orders/ExcelImportResult", {
    permission: "orders.edit",
    input: importId,
    output: importResult(importSummary),
  }),
  /** The imports of the caller that are still stored. */
  excelImports: query("orders/ExcelImports", { permission: "orders.edit", input: z.object({}), output: importList }),
  /** Returns the caller's latest import; null if there is none, or it has been deleted. */
  lastExcelImport: query("orders/LastExcelImport", {
    permission: "orders.edit",
    input: z.object({}),
    output: lastImport,
  }),
  /** The refused rows as in the workbook, with the reasons. */
  excelImportRefused: download("orders/ExcelImportRefused", { permission: "orders.edit", input: importId }),
  updateDetails: command("orders/UpdateOrderDetails", {
    permission: "canEditDetails",
    effect: "work",
    input: updateOrderDetails.extend(edit),
  }),
  /** Returns the new line item's id. */
  addLineItem: command("orders/AddLineItem", {
    permission: "canEditDetails",
    effect: "work",
    input: addLineItem,
    output: id,
  }),
  updateLineItem: command("orders/UpdateLineItem", {
    permission: "canUpdateLineItemStatus",
    effect: "work",
    input: updateLineItem.extend(edit),
  }),
  addLineItemAdjustment: command("orders/AddLineItemAdjustment", {
    permission: "canEditDetails",
    effect: "work",
    input: addLineItemAdjustment,
  }),
  /** Returns the number of cancelled items. Not part of other APIs. */
  cancelLineItems: command("orders/CancelLineItems", {
    permission: "canEditDetails",
    effect: "work",
    input: cancelLineItems,
    output: id,
  }),
  deleteLineItem: command("orders/DeleteLineItem", {
    permission: "canEditDetails",
    effect: "work",
    canBeUndone: true,
    input: lineItemCommand,
  }),
  /** Shows what `changeMany` would do to the first orders; changes nothing. Not part of other APIs. */
  previewMany: query("orders/PreviewMany", {
    method: "POST",
    permission: "orders.edit",
    feature: "manyAtOnce",
    input: changeOrders,
    output: manyPreview,
  }),
  /** Changes many orders in the background. Returns the id for `processing`, with which a status can be undone. */
  changeMany: command("orders/ChangeMany", {
    permission: "orders.edit",
    effect: "work",
    feature: "manyAtOnce",
    input: changeOrders,
    output: processId,
  }),
  lineItemTransactions: query("orders/{orderId}/transactions/{lineItemId}", {
    permission: "orders.view",
    scope: "orders.read",
    input: z.object({ orderId: recordId, lineItemId: recordId }),
    output: z.array(transaction),
  }),
  /** Emails the order to the supplier's order contacts. */
  sendSupplierNotification: command("orders/SendSupplierNotification", {
    permission: "canEditDetails",
    effect: "message",
    input: orderCommand,
  }),
};
