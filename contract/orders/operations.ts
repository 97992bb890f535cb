import { open } from "../operation.ts";

export const orders = {
  list: open("GET", "orders", "orders.view"),
  get: open("GET", "orders/{id}", "orders.view"),
  add: open("POST", "orders/AddOrder", "orders.add"),
  excelExport: open("GET", "orders/ExcelExport", "orders.view"),
  excelImport: open("POST", "orders/ExcelImport", "orders.edit"),
  updateDetails: open("POST", "orders/UpdateOrderDetails", "canEditDetails"),
  addLineItem: open("POST", "orders/AddLineItem", "canEditDetails"),
  updateLineItem: open("POST", "orders/UpdateLineItem", "canUpdateLineItemStatus"),
  addLineItemAdjustment: open("POST", "orders/AddLineItemAdjustment", "canEditDetails"),
  deleteLineItem: open("POST", "orders/DeleteLineItem", "canEditDetails"),
  lineItemTransactions: open("GET", "orders/{orderId}/transactions/{lineItemId}", "orders.view"),
  sendSupplierNotification: open("POST", "orders/SendSupplierNotification", "canEditDetails"),
};
