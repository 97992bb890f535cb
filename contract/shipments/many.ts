/** Changing many shipments at once. */
import { z } from "zod";
import { changeOf } from "#contract/many.ts";
import { shipmentFilters } from "./schema.ts";

/** The change that is made to each of the shipments. */
export const shipmentChange = z.discriminatedUnion("Kind", [
  /** Marks it as dispatched; it needs a courier and a tracking number. */
  z.object({ Kind: z.literal("dispatched") }),
]);
export type ShipmentChange = z.output<typeof shipmentChange>;

export const changeShipments = changeOf("shipment", { filter: shipmentFilters, change: shipmentChange });
