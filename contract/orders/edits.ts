/** An order and its items in the words of the commands that change them: what a form shows, and what is there now. */
import type { Order, OrderLineItem } from "./schema.ts";

type Details = Pick<
  Order,
  | "marketplaceOrderId"
  | "orderDate"
  | "customerFirstName"
  | "customerSurname"
  | "customerEmail"
  | "customerPhoneNumber"
  | "companyName"
  | "shippingAddressId"
  | "orderNotes"
>;

/** `UpdateOrderDetails`, without the supplier, which is chosen once. */
export const orderDetails = (order: Details) => ({
  MarketplaceOrderId: order.marketplaceOrderId,
  OrderDate: asMoment(order.orderDate),
  CustomerFirstName: order.customerFirstName,
  CustomerSurname: order.customerSurname,
  CustomerEmail: order.customerEmail,
  CustomerPhoneNumber: order.customerPhoneNumber,
  CompanyName: order.companyName,
  ShippingAddressId: order.shippingAddressId,
  OrderNotes: order.orderNotes,
});

/** The same moment in the same words, whoever wrote it. */
export const asMoment = (moment: string) => new Date(moment).toISOString();

/** `UpdateLineItem` */
export const lineItemDetails = (
  item: Pick<OrderLineItem, "orderNotes" | "supplierNotes" | "status" | "expectedInStockDate">,
) => ({
  OrderNotes: item.orderNotes,
  SupplierNotes: item.supplierNotes,
  Status: item.status,
  ExpectedInStockDate: item.expectedInStockDate,
});
