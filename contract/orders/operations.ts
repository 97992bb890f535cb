import { z } from "zod";
import { recordId } from "../fields.ts";
import { command, download, open, query } from "../operation.ts";
import { paged, paging } from "../paging.ts";
import {
  addLineItem,
  addLineItemAdjustment,
  addOrder,
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
  excelImport: open("POST", "orders/ExcelImport", "orders.edit"),
  updateDetails: command("orders/UpdateOrderDetails", { permission: "canEditDetails", input: updateOrderDetails }),
  /** Answers with the new line item's id. */
  addLineItem: command("orders/AddLineItem", { permission: "canEditDetails", input: addLineItem, output: id }),
  updateLineItem: command("orders/UpdateLineItem", { permission: "canUpdateLineItemStatus", input: updateLineItem }),
  addLineItemAdjustment: command("orders/AddLineItemAdjustment", { permission: "canEditDetails", input: addLineItemAdjustment }),
  deleteLineItem: command("orders/DeleteLineItem", { permission: "canEditDetails", input: lineItemCommand }),
  lineItemTransactions: query("orders/{orderId}/transactions/{lineItemId}", {
    permission: "orders.view",
    input: z.object({ orderId: recordId, lineItemId: recordId }),
    output: z.array(transaction),
  }),
  /** Sends the order to the addresses that its supplier named for orders. */
  sendSupplierNotification: command("orders/SendSupplierNotification", { permission: "canEditDetails", input: orderCommand }),
};
