import { z } from "zod";
import { exportFormat } from "#contract/exports.ts";
import { recordId, yesNo } from "#contract/fields.ts";
import { maxWorkbookBytes } from "#contract/files/limits.ts";
import { importOperations, processId } from "#contract/imports.ts";
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

const imports = importOperations({
  area: "orders",
  what: "shipments",
  access: { permission: "orders.edit" },
  summary: importSummary,
  undoFeature: "history",
  of: z.object({}),
});

/** Imports the worksheet `Orders` of a workbook. Returns the id for `processing`. */
const importOf = (path: string, description: string) =>
  upload(path, {
    description,
    permission: "orders.edit",
    input: z.object({}),
    output: processId,
    maxFileBytes: maxWorkbookBytes,
    fileField: "file",
  });

export const orders = {
  list: query("orders", {
    description: "Lists orders, a page at a time.",
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
    description: "Returns an order with its line items, shipments and amounts.",
    permission: "orders.view",
    scope: "orders.read",
    input: z.object({ id: recordId }),
    output: orderSchema,
  }),
  add: command("orders/AddOrder", {
    description: "Adds an order without line items, as typed by operator staff. Returns its id.",
    permission: "orders.add",
    effect: "work",
    input: addOrder,
    output: id,
  }),
  place: command("orders/PlaceOrder", {
    description: "Places a whole order, once for each marketplace and number. The same content gets the same answer.",
    permission: "orders.add",
    effect: "work",
    scope: "orders.place",
    feature: "placedOrders",
    input: placeOrder,
    output: placedOrder,
  }),
  cancelPlaced: command("orders/CancelPlacedOrder", {
    description: "Cancels what the customer no longer wants. Refused for what has already been sent.",
    permission: "orders.add",
    effect: "work",
    scope: "orders.place",
    feature: "placedOrders",
    input: cancelPlacedOrder,
    output: placedOrderNow,
  }),
  refundPlaced: command("orders/RefundPlacedOrder", {
    description: "Gives money back, also for what has been sent.",
    permission: "orders.add",
    effect: "work",
    scope: "orders.place",
    feature: "placedOrders",
    input: refundPlacedOrder,
    output: placedOrderNow,
  }),
  assignSupplier: command("orders/AssignSupplier", {
    description: "Gives an order without a supplier its supplier, and its lines the products that it has.",
    permission: "orders.add",
    effect: "work",
    feature: "placedOrders",
    input: assignSupplier,
  }),
  excelExport: download("orders/ExcelExport", {
    description: "Returns `Orders.xlsx` with a row for each line item.",
    permission: "orders.view",
    input: orderFilters.extend(exportFormat),
  }),
  excelImport: importOf(
    "orders/ExcelImport",
    "Creates and changes shipments from the rows of the worksheet `Orders` of a workbook. Returns the id for `processing`.",
  ),
  /** Not part of other APIs, nor are the operations that follow, up to the refused rows. */
  excelImportCheck: importOf(
    "orders/ExcelImportCheck",
    "Checks a workbook of orders. Changes nothing: its result states what would be done. Returns the id for `processing`.",
  ),
  applyImport: imports.apply,
  undoImport: imports.undo,
  excelImportResult: imports.result,
  excelImports: imports.list,
  lastExcelImport: imports.last,
  excelImportRefused: imports.refused,
  updateDetails: command("orders/UpdateOrderDetails", {
    description: "Changes the customer, the shipping address and the details of an order.",
    permission: "canEditDetails",
    effect: "work",
    input: updateOrderDetails.extend(edit),
  }),
  addLineItem: command("orders/AddLineItem", {
    description: "Adds a line item to an order. Returns its id.",
    permission: "canEditDetails",
    effect: "work",
    input: addLineItem,
    output: id,
  }),
  updateLineItem: command("orders/UpdateLineItem", {
    description: "Changes the notes, the status and the expected day in stock of a line item.",
    permission: "canUpdateLineItemStatus",
    effect: "work",
    input: updateLineItem.extend(edit),
  }),
  addLineItemAdjustment: command("orders/AddLineItemAdjustment", {
    description: "Adjusts the quantity or the amounts of a line item, such as for a return or a refund.",
    permission: "canEditDetails",
    effect: "work",
    input: addLineItemAdjustment,
  }),
  /** Not part of other APIs. */
  cancelLineItems: command("orders/CancelLineItems", {
    description: "Cancels items that were not sent. Returns the number of cancelled items.",
    permission: "canEditDetails",
    effect: "work",
    input: cancelLineItems,
    output: id,
  }),
  deleteLineItem: command("orders/DeleteLineItem", {
    description: "Deletes a line item of an order.",
    permission: "canEditDetails",
    effect: "work",
    canBeUndone: true,
    input: lineItemCommand,
  }),
  previewMany: query("orders/PreviewMany", {
    description: "Shows what `changeMany` would do to the first orders. Changes nothing.",
    method: "POST",
    permission: "orders.edit",
    feature: "manyAtOnce",
    input: changeOrders,
    output: manyPreview,
  }),
  changeMany: command("orders/ChangeMany", {
    description:
      "Changes many orders in the background. Returns the id for `processing`, with which a status can be undone.",
    permission: "orders.edit",
    effect: "work",
    feature: "manyAtOnce",
    input: changeOrders,
    output: processId,
  }),
  lineItemTransactions: query("orders/{orderId}/transactions/{lineItemId}", {
    description:
      "Returns the transactions of a line item: purchase, commission and shipping amounts that make up what is owed for it.",
    permission: "orders.view",
    scope: "orders.read",
    input: z.object({ orderId: recordId, lineItemId: recordId }),
    output: z.array(transaction),
  }),
  sendSupplierNotification: command("orders/SendSupplierNotification", {
    description: "Emails the order to the supplier's order contacts.",
    permission: "canEditDetails",
    effect: "message",
    input: orderCommand,
  }),
};
