/** Reads what was sent of an order, and what can still be sent. */
import {
  fulfilmentAnswer,
  fulfilmentDocument,
  linesAnswer,
  linesDocument,
  orderAnswer,
  orderDocument,
  type ShipmentsAnswer,
  type Tracking,
} from "./fulfilment-schema.ts";
import { type Graph, pagesOf } from "./graph.ts";

/** A fulfilment that counts. */
export interface Found {
  id: string;
  tracking: Tracking;
  /** By the key of their line; empty if it is not needed any more. */
  pieces: Map<string, number>;
}

const counts = ({ status }: { status: string }) => !["CANCELLED", "ERROR", "FAILURE"].includes(status);

/** Returns undefined if there is no such order. */
export async function shipmentsOf(graph: Graph, orderId: string): Promise<ShipmentsAnswer | undefined> {
  const { order } = await graph.run(orderDocument, { id: orderId }, orderAnswer);
  return order ? { ...order, fulfillments: order.fulfillments.filter(counts) } : undefined;
}

/** Returns undefined if there is no such fulfilment, or it was cancelled. */
export async function readFulfilment(graph: Graph, id: string): Promise<Found | undefined> {
  const pieces = new Map<string, number>();
  let tracking: Tracking | undefined;
  const pages = pagesOf(
    graph,
    [fulfilmentDocument, { id }, fulfilmentAnswer],
    (read) => read.fulfillment?.fulfillmentLineItems,
  );
  for await (const { fulfillment } of pages) {
    if (!fulfillment || !counts(fulfillment)) return undefined;
    tracking = fulfillment.trackingInfo[0] ?? {};
    for (const { lineItem, quantity } of fulfillment.fulfillmentLineItems.nodes)
      pieces.set(lineItem.id, (pieces.get(lineItem.id) ?? 0) + (quantity ?? 0));
  }
  return tracking && { id, tracking, pieces };
}

interface FulfilmentOrderLines {
  fulfillmentOrderId: string;
  fulfillmentOrderLineItems: { id: string; quantity: number }[];
}

export interface OpenLines {
  /** The quantities that can be sent, for each location. */
  byLocation: FulfilmentOrderLines[][];
  /** Pieces that cannot be sent. */
  missing: number;
  /** Why they cannot. */
  reason: string;
}

const waiting: readonly string[] = ["ON_HOLD", "SCHEDULED"];
const held = "The shop holds these goods back. Please release them on the order's page in Shopify.";
const gone = "In the shop, these goods were sent before, refunded, or taken off the order.";

/** Finds pieces that are still to be sent. */
export async function openLines(
  graph: Graph,
  { fulfillmentOrders }: ShipmentsAnswer,
  wanted: ReadonlyMap<string, number>,
): Promise<OpenLines> {
  const left = new Map(wanted);
  const byLocation = new Map<string, FulfilmentOrderLines[]>();
  for (const { id, status, assignedLocation } of fulfillmentOrders.nodes) {
    if (status !== "OPEN" && status !== "IN_PROGRESS") continue;
    const lines = [];
    for (const { id: lineId, lineItem, remainingQuantity } of await linesOf(graph, id)) {
      const quantity = Math.min(remainingQuantity, left.get(lineItem.id) ?? 0);
      if (quantity <= 0) continue;
      lines.push({ id: lineId, quantity });
      left.set(lineItem.id, (left.get(lineItem.id) ?? 0) - quantity);
    }
    if (lines.length === 0) continue;
    const location = assignedLocation.location?.id ?? id;
    const own = { fulfillmentOrderId: id, fulfillmentOrderLineItems: lines };
    byLocation.set(location, [...(byLocation.get(location) ?? []), own]);
  }
  const isHeld = fulfillmentOrders.nodes.some(({ status }) => waiting.includes(status));
  return {
    byLocation: [...byLocation.values()],
    missing: [...left.values()].reduce((all, each) => all + each, 0),
    reason: isHeld ? held : gone,
  };
}

async function linesOf(graph: Graph, id: string) {
  const lines = [];
  const pages = pagesOf(graph, [linesDocument, { id }, linesAnswer], (read) => read.fulfillmentOrder?.lineItems);
  for await (const { fulfillmentOrder } of pages) lines.push(...(fulfillmentOrder?.lineItems.nodes ?? []));
  return lines;
}
