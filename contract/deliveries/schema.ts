import { z } from "zod";
import { recordId, recordIdOrNone, zonedMoment } from "#contract/fields.ts";

/** The events that the webhook of a marketplace gets, besides its listings. */
export const deliveryEvents = [
  "orderAccepted",
  "shipped",
  "shipmentCancelled",
  "delivered",
  "cancelled",
  "refunded",
  "stockChanged",
  "priceChanged",
] as const;
export type DeliveryEvent = (typeof deliveryEvents)[number];

/**
 * `waiting` has not been tried, or waits for an earlier one of the same order; `failing` will be tried again;
 * `givenUp` was tried for a day.
 */
export const deliveryStates = ["waiting", "failing", "sent", "givenUp"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** How people call the events and the states. */
export const deliveryEventNames: Readonly<Record<DeliveryEvent, string>> = {
  orderAccepted: "Order accepted",
  shipped: "Shipped",
  shipmentCancelled: "Shipment cancelled",
  delivered: "Delivered",
  cancelled: "Cancelled",
  refunded: "Refunded",
  stockChanged: "Stock changed",
  priceChanged: "Price changed",
};
export const deliveryStateNames: Readonly<Record<DeliveryState, string>> = {
  waiting: "Waiting",
  failing: "Failed, tried again",
  sent: "Sent",
  givenUp: "Given up",
};

export const deliverySortFields = ["createdDate", "marketplaceName", "attempts"] as const;

/** Deliveries are deleted this long after their event. */
export const deliveryDays = 30;
/** A delivery that fails is given up after this time. */
export const deliveryHours = 24;

export const deliveryFilters = z.object({
  state: z.enum(deliveryStates).optional(),
  marketplaceId: recordId.optional(),
  event: z.enum(deliveryEvents).optional(),
  /** Start of the period of the events, UTC. */
  fromDate: zonedMoment.optional(),
  /** End of the period, UTC, inclusive. */
  toDate: zonedMoment.optional(),
});

const id = z.number().int();

export const deliveryRow = z.object({
  id,
  /** One of `deliveryEvents`; other APIs may have more. */
  event: z.string(),
  /** One of `deliveryStates`. */
  state: z.string(),
  marketplaceId: id,
  marketplaceName: z.string(),
  /** The order or the product that it is about. */
  orderId: id.nullish(),
  marketplaceOrderId: z.string().nullish(),
  productId: id.nullish(),
  productName: z.string().nullish(),
  /** UTC: when it happened. */
  createdDate: z.string(),
  /** Since it was added, or sent again by a person. */
  attempts: id,
  /** UTC; null until the first attempt. */
  lastAttemptDate: z.string().nullish(),
  /** UTC; null unless it will be tried, or tried again. */
  nextAttemptDate: z.string().nullish(),
  /** The HTTP status of the last answer; null if there was none. */
  answerStatus: id.nullish(),
  /** Why the last attempt failed; empty if it did not. */
  failure: z.string(),
});
export type DeliveryRow = z.output<typeof deliveryRow>;

export const deliverySchema = deliveryRow.extend({
  /** The `id` in the body, the same at every attempt. */
  eventId: z.string(),
  /** As sent last; empty before the first attempt. */
  requestHeaders: z.array(z.object({ name: z.string(), value: z.string() })),
  /** JSON, cut after `longestShownBody` characters. */
  requestBody: z.string(),
  isRequestCut: z.boolean(),
  /** The first characters of the last answer. */
  answerBody: z.string(),
  canEdit: z.boolean().default(false),
});
export type Delivery = z.output<typeof deliverySchema>;

/** Most characters of a request that are shown; a body may be larger. */
export const longestShownBody = 20_000;

export const sendAgain = z.object({ DeliveryId: recordId });

export const sendFailed = z.object({
  /** Only those of this marketplace; null for all. */
  MarketplaceId: recordIdOrNone,
});

export const deliveryMessages = {
  sentAgain: "This will be sent again within seconds.",
  failedSentAgain: "What failed will be sent again within seconds.",
  notSentAgain: "Oh dear, this could not be sent again due to an unexpected error. Please try again.",
} as const;
