/** The commands of shipments as people type them. */
import { z } from "zod";
import { atMost, recordId, typedNumber } from "../fields.ts";
import { maxOrderQuantity } from "../orders/schema.ts";
import { noneShipped, quantityMessage, updateShipment } from "./schema.ts";
import { thenSlip } from "./slip.ts";

const quantity = typedNumber({ min: 0, max: maxOrderQuantity, tooLarge: atMost(maxOrderQuantity), decimals: 0, message: quantityMessage });

export const addShipmentForm = z.object({
  Items: z.array(z.object({ LineItemId: recordId, QuantityToShip: quantity })).superRefine(noneShipped),
  /** What comes next. */
  Then: z.enum(["", thenSlip]).default(""),
});

export const trackingForm = updateShipment.omit({ ShipmentId: true });
