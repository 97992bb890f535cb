/** The import of shipments: what its worksheet is, and what comes of it. */
import { z } from "zod";

export const ordersSheet = "Orders";

/** The columns that an import reads, found by these names; the export of orders has them among others. */
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

/** What became of a shipment that rows of the worksheet describe. Nothing had to be done where it is as they say. */
export const importOutcomes = ["made", "changed", "unchanged", "refused"] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

const id = z.number().int();

const importedShipment = z.object({
  /** The numbers of its rows, as Excel counts. */
  rows: z.array(id),
  /** Null where the rows do not say it. */
  orderId: id.nullish(),
  /** The marketplace's number of the order. */
  orderNumber: z.string().nullish(),
  /** Null for one that is not made, or not yet. */
  shipmentId: id.nullish(),
  courierName: z.string().nullish(),
  trackingNumber: z.string().nullish(),
  /** Of all its items together. */
  quantity: id,
  /** Sentences that name row and column. */
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
  /** Rows in which nothing is filled in. */
  emptyRows: id,
});
export type ImportSummary = z.output<typeof importSummary>;
