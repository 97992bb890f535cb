import { z } from "zod";
import { ShipmentStatus, shipmentStatuses } from "#contract/enumerations.ts";
import {
  atMost,
  chosenId,
  filterText,
  list,
  oneOf,
  optionalText,
  recordId,
  recordIds,
  text,
  yesNo,
  zonedMoment,
} from "#contract/fields.ts";
import { barcodeMessage, barcodeSigns } from "#contract/files/limits.ts";
import { addressSchema } from "#contract/locations/schema.ts";
import { mostChosen } from "#contract/many.ts";
import { lineItemOption, maxOrderQuantity } from "#contract/orders/schema.ts";
import { couriers } from "./couriers.ts";

/* ---- what is shown ---- */

export const shipmentSortFields = [
  "createdDate",
  "id",
  "customerFullName",
  "supplierName",
  "marketplaceName",
  "marketplaceOrderId",
] as const;

/** Packaging slips that can be printed at once. */
export const maxSlips = 200;

export const shipmentFilters = z.object({
  /** Only these shipments. */
  ids: recordIds(maxSlips).optional(),
  /** Only shipments of this order. */
  orderId: recordId.optional(),
  /** Only shipments of these orders. Not part of other APIs. */
  orderIds: recordIds(mostChosen).optional(),
  /** Part of the marketplace's number of the order, or of the customer's name. */
  searchText: filterText(),
  supplierId: recordId.optional(),
  marketplaceId: recordId.optional(),
  /** Start of the period, UTC. */
  fromDate: zonedMoment.optional(),
  /** End of the period, UTC, inclusive. */
  toDate: zonedMoment.optional(),
  /** `ShipmentStatus`. Cancelled shipments match no status. */
  status: oneOf(shipmentStatuses).optional(),
  /** True: only shipments without a courier or tracking number, excluding cancelled ones. */
  withoutTracking: yesNo.optional(),
  /** True: only shipments whose packaging slip has not been printed since it last changed, excluding cancelled ones. */
  slipNotPrinted: yesNo.optional(),
});

const id = z.number().int();
/** Opened in the user's browser, so only web addresses are allowed. */
const page = z.url({ protocol: /^https$/ });

export const courierSchema = z.object({
  id,
  name: z.string(),
  /** URL of the tracking page, with `{trackingNumber}` if the courier accepts it in the URL. */
  trackingUrl: page.meta({ format: "uri-template" }).nullish(),
});
export type CourierChoice = z.output<typeof courierSchema>;

export const shipmentRow = z.object({
  id,
  orderId: id,
  marketplaceOrderId: z.string(),
  /** UTC. */
  createdDate: z.string(),
  /** UTC; null unless cancelled. */
  cancelledDate: z.string().nullish(),
  customerFirstName: z.string(),
  customerSurname: z.string(),
  supplierId: id.nullish(),
  supplierName: z.string().nullish(),
  marketplaceId: id,
  marketplaceName: z.string(),
  courierId: id.nullish(),
  trackingNumber: z.string().nullish(),
  /**
   * When the current packaging slip was last printed, UTC; null if it was not, or courier or number have changed since.
   */
  slipPrintedDate: z.string().nullish(),
  /** `ShipmentStatus`. */
  status: id.nullish(),
});
export type ShipmentRow = z.output<typeof shipmentRow>;

export const shipmentLineItem = z.object({
  lineItemId: id,
  productName: z.string(),
  productSku: z.string().nullish(),
  options: z.array(lineItemOption).default([]),
  quantity: id,
});

/** Customer and address are those of the order now. */
export const shipmentSchema = shipmentRow.extend({
  companyName: z.string().nullish(),
  customerPhoneNumber: z.string().nullish(),
  orderNotes: z.string().nullish(),
  shippingAddress: addressSchema.nullish(),
  supplierAddress: addressSchema.nullish(),
  marketplaceLogoId: z.string().nullish(),
  courierName: z.string().nullish(),
  /** URL of the parcel's tracking page. */
  trackingUrl: page.nullish(),
  /** `ShipmentStatus`. */
  status: id,
  slipPrintedByUserFullName: z.string().nullish(),
  /** The caller manages the supplier's orders, and the shipment is neither delivered nor cancelled. */
  canEdit: z.boolean().default(false),
  lineItems: z.array(shipmentLineItem).default([]),
});
export type Shipment = z.output<typeof shipmentSchema>;

/* ---- what is sent ---- */

export const shipmentMessages = {
  saved: "Shipment updated successfully.",
  notSaved: "Oh dear, we could not save the shipment due to an unexpected error.",
  items: "Select at least one item",
  noneChosen: "Select at least one shipment.",
  dispatched: "Shipments marked as dispatched.",
  dispatchedBefore: "These shipments had been marked as dispatched already, so nothing was changed.",
  notDispatched: "Oh dear, we could not mark the shipments as dispatched due to an unexpected error.",
  notPrinted: "Oh dear, we could not print the packaging slip due to an unexpected error.",
  courier: "Please select the courier.",
  trackingNumber: "Please enter the tracking number.",
} as const;

export const quantityMessage = "Please enter a whole number, at least 0.";

const itemToShip = z.object({
  LineItemId: recordId,
  /** 0 leaves the item out. */
  QuantityToShip: z.int(quantityMessage).min(0, quantityMessage).max(maxOrderQuantity, atMost(maxOrderQuantity)),
});

/** Line items per shipment. */
export const maxItemsToShip = 1_000;

/** Requires at least one item to be shipped. */
export function noneShipped(items: { QuantityToShip: number }[], context: z.core.$RefinementCtx): void {
  if (items.length === 0 || items.some(({ QuantityToShip }) => QuantityToShip !== 0)) return;
  context.addIssue({
    code: "custom",
    path: [0, "QuantityToShip"],
    message: "Please enter how many to ship: all quantities are 0.",
  });
}

const courierId = chosenId(shipmentMessages.courier).refine(
  (value) => couriers.some((courier) => courier.id === value),
  shipmentMessages.courier,
);

export const addShipment = z.object({
  OrderId: recordId,
  Items: list(itemToShip, { min: 1, max: maxItemsToShip, required: shipmentMessages.items })
    .superRefine((items, context) => {
      const seen = new Set<number>();
      for (const [index, { LineItemId }] of items.entries()) {
        if (seen.size === seen.add(LineItemId).size)
          context.addIssue({ code: "custom", path: [index, "LineItemId"], message: "This item is listed twice." });
      }
    })
    .superRefine(noneShipped),
  /** An extension of this API, like the tracking number: others create the shipment without them. */
  CourierId: courierId.nullish(),
  TrackingNumber: optionalText({ max: 50 }).refine((value) => barcodeSigns.test(value), barcodeMessage),
});

/**
 * The statuses that users choose. A shipment is awaiting pickup because a carrier was booked, and stays so until a user
 * chooses another.
 */
export const chosenShipmentStatuses = shipmentStatuses.filter(({ value }) => value !== ShipmentStatus.awaitingPickup);

export const updateShipment = z.object({
  ShipmentId: recordId,
  CourierId: courierId,
  /** Printed on the packaging slip as a barcode. */
  TrackingNumber: text({ max: 50 }).regex(barcodeSigns, barcodeMessage),
  /** `ShipmentStatus`; one that users do not choose must be the current one. */
  Status: oneOf(shipmentStatuses),
});

export const markSlipsPrinted = z.object({ ShipmentIds: list(recordId, { min: 1, max: maxSlips }) });

export const markShipmentsDispatched = z.object({ ShipmentIds: list(recordId, { min: 1, max: maxSlips }) });

export const shipmentCommand = z.object({ ShipmentId: recordId });
