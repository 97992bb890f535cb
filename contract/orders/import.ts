/** The import of shipments: its worksheet and its result. */
import { z } from "zod";
import { importOutcomes, importSummaryOf, recordOfRows } from "#contract/imports.ts";

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

const id = z.number().int();

const importedShipment = recordOfRows.extend({
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
});
export type ImportedShipment = z.output<typeof importedShipment>;

export const importSummary = importSummaryOf(importOutcomes, importedShipment, { refusedRows: id });
export type ImportSummary = z.output<typeof importSummary>;
