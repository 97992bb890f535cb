/** The commands of shipments as people type them. */
import { z } from "zod";
import { atMost, list, recordId, typedNumber } from "../fields.ts";
import { maxOrderQuantity } from "../orders/schema.ts";
import { addShipment, maxItemsToShip, noneShipped, quantityMessage, updateShipment } from "./schema.ts";
import { thenSlip } from "./slip.ts";

const quantity = typedNumber({ min: 0, max: maxOrderQuantity, tooLarge: atMost(maxOrderQuantity), decimals: 0, message: quantityMessage });

export const addShipmentForm = z.object({
  Items: list(z.object({ LineItemId: recordId, QuantityToShip: quantity }), { max: maxItemsToShip }).superRefine(noneShipped),
  CourierId: updateShipment.shape.CourierId.or(z.literal("").transform(() => null)),
  TrackingNumber: addShipment.shape.TrackingNumber,
  /** What comes next. */
  Then: z.enum(["", thenSlip]).default(""),
});

export const trackingForm = updateShipment.omit({ ShipmentId: true });
