import { paths, withParams } from "./paths.ts";

type Id = number | string;

const item = (orderId: Id, lineItemId: Id) => `${paths.order(orderId)}/items/${lineItemId}/hold`;

/** Paths of holding line items from being invoiced, apart from those that every page loads. */
export const holdPaths = {
  item,
  endItem: (orderId: Id, lineItemId: Id) => `${item(orderId, lineItemId)}/end`,
  row: (invoiceId: Id, lineItemId: Id) => `${paths.invoice(invoiceId)}/rows/${lineItemId}/hold`,
  /** The orders with held items, of a supplier or of all. */
  orders: ({ supplierId, marketplaceId }: { supplierId?: Id | null; marketplaceId?: Id | null } = {}) =>
    withParams(paths.orders(), { supplierId, marketplaceId, heldOnly: "true", outstandingOrdersOnly: "false" }),
};
