/**
 * An order and its items in the fields of the commands that change them, to compare what a form shows with the current
 * record.
 */
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
  | "shipBy"
  | "shipByIsGiven"
>;

/** `UpdateOrderDetails`, without the supplier, which is assigned once. */
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
  ShipBy: givenShipBy(order),
});

/** Returns null if the day was counted in handling days. */
export const givenShipBy = ({ shipBy, shipByIsGiven }: Pick<Order, "shipBy" | "shipByIsGiven">) =>
  shipByIsGiven ? (shipBy ?? null) : null;

/** Normalises a timestamp, so that equal ones compare as equal. */
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
