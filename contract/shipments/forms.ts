/** The forms of shipments. */
import { z } from "zod";
import { acrossFields } from "#contract/across-fields.ts";
import { ShipmentStatus } from "#contract/enumerations.ts";
import { atMost, list, recordId, typedNumber } from "#contract/fields.ts";
import { maxOrderQuantity } from "#contract/orders/schema.ts";
import { addShipment, maxItemsToShip, noneShipped, quantityMessage, updateShipment } from "./schema.ts";
import { thenSlip } from "./slip.ts";

const quantity = typedNumber({
  min: 0,
  max: maxOrderQuantity,
  tooLarge: atMost(maxOrderQuantity),
  decimals: 0,
  message: quantityMessage,
});

export const addShipmentForm = z.object({
  Items: list(z.object({ LineItemId: recordId, QuantityToShip: quantity }), { max: maxItemsToShip }).superRefine(
    noneShipped,
  ),
  CourierId: updateShipment.shape.CourierId.or(z.literal("").transform(() => null)),
  TrackingNumber: addShipment.shape.TrackingNumber,
  /** The next step. */
  Then: z.enum(["", thenSlip]).default(""),
});

export const finalQuestion = "Once delivered, this shipment can no longer be changed or cancelled.";

/** "Delivered" is final, so it needs a confirmation. */
export const trackingForm = acrossFields(
  updateShipment.omit({ ShipmentId: true }).extend({ IsFinal: list(z.literal("yes"), { max: 1 }).default([]) }),
  ({ Status, IsFinal }, context) => {
    if (Status === ShipmentStatus.delivered && IsFinal?.length === 0)
      context.addIssue({ code: "custom", path: ["IsFinal"], message: "Please confirm that it has been delivered." });
  },
);
