import type { Shipment } from "./schema.ts";

/** A shipment in the fields of `UpdateShipment`, to compare what a form shows with the current record. */
export const tracking = (shipment: Pick<Shipment, "courierId" | "trackingNumber" | "status">) => ({
  CourierId: shipment.courierId,
  TrackingNumber: shipment.trackingNumber,
  Status: shipment.status,
});
