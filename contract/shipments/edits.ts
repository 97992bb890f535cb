import type { Shipment } from "./schema.ts";

/** A shipment in the words of `UpdateShipment`: what a form shows, and what is there now. */
export const tracking = (shipment: Pick<Shipment, "courierId" | "trackingNumber" | "status">) => ({
  CourierId: shipment.courierId,
  TrackingNumber: shipment.trackingNumber,
  Status: shipment.status,
});
