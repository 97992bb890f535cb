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

/** As many packaging slips are printed at once. */
export const maxSlips = 200;

export const shipmentFilters = z.object({
  /** These alone. */
  ids: recordIds(maxSlips).optional(),
  /** Those of an order alone. */
  orderId: recordId.optional(),
  /** In the marketplace's number of the order, or in the customer's name. */
  searchText: filterText(),
  supplierId: recordId.optional(),
  marketplaceId: recordId.optional(),
  /** The first moment, UTC. */
  fromDate: zonedMoment.optional(),
  /** The last moment, UTC. */
  toDate: zonedMoment.optional(),
  /** `ShipmentStatus`. Cancelled shipments have none. */
  status: oneOf(shipmentStatuses).optional(),
  /** True: only shipments that lack their courier or their tracking number, without cancelled ones. */
  withoutTracking: yesNo.optional(),
  /** True: only shipments that have a packaging slip which was not printed since it last changed, without cancelled ones. */
  slipNotPrinted: yesNo.optional(),
});

const id = z.number().int();
/** Opened by people: nothing but a page of the web. */
const page = z.url({ protocol: /^https$/ });

export const courierSchema = z.object({
  id,
  name: z.string(),
  /** The page on which a parcel is followed, with `{trackingNumber}` where the courier takes it in the address. */
  trackingUrl: page.nullish(),
});
export type CourierChoice = z.output<typeof courierSchema>;

export const shipmentRow = z.object({
  id,
  orderId: id,
  marketplaceOrderId: z.string(),
  /** UTC. */
  createdDate: z.string(),
  /** UTC; null unless it was cancelled. */
  cancelledDate: z.string().nullish(),
  customerFirstName: z.string(),
  customerSurname: z.string(),
  supplierId: id.nullish(),
  supplierName: z.string().nullish(),
  marketplaceId: id,
  marketplaceName: z.string(),
  courierId: id.nullish(),
  trackingNumber: z.string().nullish(),
  /** When its packaging slip was printed last, UTC; null when it was not, or had another courier or number then. */
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

/** The customer and the address are its order's, as they are now. */
export const shipmentSchema = shipmentRow.extend({
  companyName: z.string().nullish(),
  customerPhoneNumber: z.string().nullish(),
  orderNotes: z.string().nullish(),
  shippingAddress: addressSchema.nullish(),
  supplierAddress: addressSchema.nullish(),
  marketplaceLogoId: z.string().nullish(),
  courierName: z.string().nullish(),
  /** Where this parcel is followed. */
  trackingUrl: page.nullish(),
  /** `ShipmentStatus`. */
  status: id,
  slipPrintedByUserFullName: z.string().nullish(),
  /** The reader manages the orders of its supplier, and it is neither delivered nor cancelled. */
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
  notDispatched: "Oh dear, we could not mark the shipments as dispatched due to an unexpected error.",
  notPrinted: "Oh dear, we could not print the packaging slip due to an unexpected error.",
  courier: "Please select the courier.",
} as const;

export const quantityMessage = "Please enter a whole number, at least 0.";

const itemToShip = z.object({
  LineItemId: recordId,
  /** None at all leaves the item out. */
  QuantityToShip: z.int(quantityMessage).min(0, quantityMessage).max(maxOrderQuantity, atMost(maxOrderQuantity)),
});

/** Line items of one shipment. */
export const maxItemsToShip = 1_000;

/** Something has to leave. */
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
  /** An addition of ours, as is the tracking number: another API makes the shipment without them. */
  CourierId: courierId.nullish(),
  TrackingNumber: optionalText({ max: 50 }).refine((value) => barcodeSigns.test(value), barcodeMessage),
});

/** What people choose from; awaiting its pickup a shipment is because a carrier was booked, and stays until they choose. */
export const chosenShipmentStatuses = shipmentStatuses.filter(({ value }) => value !== ShipmentStatus.awaitingPickup);

export const updateShipment = z.object({
  ShipmentId: recordId,
  CourierId: courierId,
  /** It stands on the packaging slip as a barcode. */
  TrackingNumber: text({ max: 50 }).regex(barcodeSigns, barcodeMessage),
  /** `ShipmentStatus`; one that people do not choose from has to be the one that it has. */
  Status: oneOf(shipmentStatuses),
});

export const markSlipsPrinted = z.object({ ShipmentIds: list(recordId, { min: 1, max: maxSlips }) });

export const markShipmentsDispatched = z.object({ ShipmentIds: list(recordId, { min: 1, max: maxSlips }) });

export const shipmentCommand = z.object({ ShipmentId: recordId });
