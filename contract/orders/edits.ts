/**
 * An order and its items in the fields of the commands that change them, to compare what a form shows with the current
 * record.
 */
import { asCommand } from "#contract/records/fields.ts";
import { orderFields } from "./fields.ts";
import type { Order, OrderLineItem } from "./schema.ts";

type Details = Pick<Order, keyof typeof orderFields | "orderDate" | "shippingAddressId" | "shipBy" | "shipByIsGiven">;

/** `UpdateOrderDetails`, without the supplier, which is assigned once. */
export const orderDetails = (order: Details) => ({
  ...asCommand(orderFields, order),
  OrderDate: asMoment(order.orderDate),
  ShippingAddressId: order.shippingAddressId,
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
