/** The fields that are read of the shipments of an order. */
import { z } from "zod";
import { pageInfo, userErrors } from "./graph.ts";

const tracking = "trackingInfo(first: 1) { company number url }";
const trackingInfo = z.array(
  z.object({ company: z.string().nullish(), number: z.string().nullish(), url: z.string().nullish() }),
);
const fulfilment = z.object({ id: z.string(), status: z.string(), trackingInfo });
export type Tracking = z.output<typeof trackingInfo>[number];

export const orderDocument = `query Shipments($id: ID!) {
  order(id: $id) {
    fulfillments(first: 100) { id status ${tracking} }
    fulfillmentOrders(first: 50) { nodes { id status assignedLocation { location { id } } } }
  }
}`;
const fulfilmentOrder = z.object({
  id: z.string(),
  status: z.string(),
  assignedLocation: z.object({ location: z.object({ id: z.string() }).nullish() }),
});
export const orderAnswer = z.object({
  order: z
    .object({
      fulfillments: z.array(fulfilment),
      fulfillmentOrders: z.object({ nodes: z.array(fulfilmentOrder) }),
    })
    .nullish(),
});
export type ShipmentsAnswer = NonNullable<z.output<typeof orderAnswer>["order"]>;

export const fulfilmentDocument = `query Fulfilment($id: ID!, $after: String) {
  fulfillment(id: $id) {
    id status ${tracking}
    fulfillmentLineItems(first: 100, after: $after) {
      nodes { quantity lineItem { id } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;
export const fulfilmentAnswer = z.object({
  fulfillment: fulfilment
    .extend({
      fulfillmentLineItems: z.object({
        nodes: z.array(z.object({ quantity: z.number().int().nullish(), lineItem: z.object({ id: z.string() }) })),
        pageInfo,
      }),
    })
    .nullish(),
});

export const linesDocument = `query FulfilmentOrderLines($id: ID!, $after: String) {
  fulfillmentOrder(id: $id) {
    lineItems(first: 100, after: $after) {
      nodes { id remainingQuantity lineItem { id } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;
export const linesAnswer = z.object({
  fulfillmentOrder: z
    .object({
      lineItems: z.object({
        nodes: z.array(
          z.object({ id: z.string(), remainingQuantity: z.number().int(), lineItem: z.object({ id: z.string() }) }),
        ),
        pageInfo,
      }),
    })
    .nullish(),
});

export const createDocument = `mutation Fulfil($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id } userErrors { message } }
}`;
export const createAnswer = z.object({
  fulfillmentCreate: z.object({ fulfillment: z.object({ id: z.string() }).nullish(), userErrors }),
});

export const trackDocument = `mutation ChangeTracking($id: ID!, $tracking: FulfillmentTrackingInput!) {
  fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: true) {
    userErrors { message }
  }
}`;
export const trackAnswer = z.object({ fulfillmentTrackingInfoUpdate: z.object({ userErrors }) });

export const cancelDocument = `mutation CancelFulfilment($id: ID!) {
  fulfillmentCancel(id: $id) { userErrors { message } }
}`;
export const cancelAnswer = z.object({ fulfillmentCancel: z.object({ userErrors }) });
