/** The import of shipments: its worksheet and its result. */
import { z } from "zod";

export const ordersSheet = "Orders";

/** The columns that an import reads, found by name; exports of orders contain them. */
export const shipmentColumns = [
  "OrderId",
  "LineItemId",
  "QuantityShipped",
  "ShipmentId",
  "ShippingStatus",
  "Courier",
  "TrackingNumber",
] as const;
export type ShipmentColumn = (typeof shipmentColumns)[number];

/** The result for a shipment described by rows of the worksheet. `unchanged` means that it was already as described. */
export const importOutcomes = ["made", "changed", "unchanged", "refused"] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

const id = z.number().int();

const importedShipment = z.object({
  /** Row numbers, as Excel counts. */
  rows: z.array(id),
  /** Null if the rows do not state it. */
  orderId: id.nullish(),
  /** The marketplace's number of the order. */
  orderNumber: z.string().nullish(),
  /** Null if the shipment has not been created. */
  shipmentId: id.nullish(),
  courierName: z.string().nullish(),
  trackingNumber: z.string().nullish(),
  /** All items together. */
  quantity: id,
  /** Messages that name row and column. */
  problems: z.array(z.string()).default([]),
});
export type ImportedShipment = z.output<typeof importedShipment>;

const group = z.object({ count: id, first: z.array(importedShipment).default([]) });

export const importSummary = z.object({
  made: group,
  changed: group,
  unchanged: group,
  refused: group,
  refusedRows: id,
  /** Rows without any values. */
  emptyRows: id,
});
export type ImportSummary = z.output<typeof importSummary>;
