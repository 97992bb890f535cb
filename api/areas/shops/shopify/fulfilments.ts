/**
 * Tells Shopify about shipments. A shipment is one fulfilment, or several if the shop keeps its goods at several
 * locations: then its key has their ids with spaces between them. The shop sends the customer an email each time. An
 * order is completed by Shopify itself with its last fulfilment.
 */
import type { Shop, ShopKeys, ShopShipment } from "../shop.ts";
import { ShopRefusal, ShopUnavailable } from "../shop.ts";
import {
  cancelAnswer,
  cancelDocument,
  createAnswer,
  createDocument,
  type ShipmentsAnswer,
  type Tracking,
  trackAnswer,
  trackDocument,
} from "./fulfilment-schema.ts";
import { type Found, openLines, readFulfilment, shipmentsOf } from "./fulfilment-state.ts";
import { assertNone, type Graph, numberOf } from "./graph.ts";

/** Fulfilments that are known to be shipments of this system. */
const kind = "fulfilment";
const separator = " ";

/** Pieces by the key of their line. */
type Pieces = Map<string, number>;

export function fulfilmentsOf(graph: Graph, keys: ShopKeys): Pick<Shop, "fulfil" | "cancelFulfilment"> {
  async function fulfil(shipment: ShopShipment): Promise<string> {
    const left: Pieces = new Map();
    for (const { lineId, quantity } of shipment.lines) left.set(lineId, (left.get(lineId) ?? 0) + quantity);
    const own: Found[] = [];
    for (const id of shipment.fulfilmentId?.split(separator) ?? []) {
      const found = await readFulfilment(graph, id);
      if (!found) continue;
      own.push(found);
      subtract(left, found);
    }
    if (left.size > 0) own.push(...(await fulfilRest(shipment, left)));
    for (const found of own) await track(graph, found, trackingOf(shipment));
    return own.map(({ id }) => id).join(separator);
  }

  /** Finds what was made before an answer was lost, and makes what is missing. */
  async function fulfilRest(shipment: ShopShipment, left: Pieces): Promise<Found[]> {
    const shop = await shipmentsOf(graph, shipment.orderId);
    if (!shop) throw new ShopRefusal("The shop no longer has this order.");
    const { number } = trackingOf(shipment);
    const others = shop.fulfillments.filter(({ id }) => !shipment.fulfilmentId?.split(separator).includes(id));
    const told = new Map<string, boolean>();
    for (const { id } of others) told.set(id, (await keys.get(kind, numberOf(id))) !== undefined);
    const hasNumber = (each: Other) => (each.trackingInfo[0]?.number || undefined) === number;
    const made = others.filter((each) => !told.get(each.id) && hasNumber(each));
    const found = await adopt(graph, keys, made, left);
    if (left.size === 0) return found;
    const open = await openLines(graph, shop, left);
    if (open.missing > 0) {
      // Made by hand in the shop, or told a moment before this system stopped.
      found.push(
        ...(await adopt(
          graph,
          keys,
          others.filter((each) => (told.get(each.id) ? hasNumber(each) : true)),
          left,
        )),
      );
      if (left.size === 0) return found;
      throw new ShopRefusal(open.reason);
    }
    for (const lineItemsByFulfillmentOrder of open.byLocation)
      found.push(await make(graph, keys, lineItemsByFulfillmentOrder, shipment));
    return found;
  }

  return {
    fulfil,
    async cancelFulfilment({ fulfilmentId }) {
      for (const id of fulfilmentId.split(separator)) {
        // Cancelled before, or gone with its order.
        if (!(await readFulfilment(graph, id))) continue;
        const { fulfillmentCancel } = await graph.run(cancelDocument, { id }, cancelAnswer);
        assertNone(fulfillmentCancel.userErrors);
        await keys.remove(kind, numberOf(id));
      }
    },
  };
}

/** Takes the fulfilments with nothing but what is left of the shipment. */
async function adopt(graph: Graph, keys: ShopKeys, candidates: readonly Other[], left: Pieces): Promise<Found[]> {
  const adopted: Found[] = [];
  for (const { id } of candidates) {
    const found = await readFulfilment(graph, id);
    const isPart = [...(found?.pieces ?? [])].every(([lineId, quantity]) => quantity <= (left.get(lineId) ?? 0));
    if (!found || !isPart || left.size === 0) continue;
    await keys.set(kind, numberOf(id), id);
    adopted.push(found);
    subtract(left, found);
  }
  return adopted;
}

async function make(
  graph: Graph,
  keys: ShopKeys,
  lineItemsByFulfillmentOrder: unknown[],
  shipment: ShopShipment,
): Promise<Found> {
  const trackingInfo = trackingOf(shipment);
  const fulfillment = { lineItemsByFulfillmentOrder, notifyCustomer: true, trackingInfo };
  const { fulfillmentCreate } = await graph.run(createDocument, { fulfillment }, createAnswer);
  assertNone(fulfillmentCreate.userErrors);
  const id = fulfillmentCreate.fulfillment?.id;
  if (id === undefined) throw new ShopUnavailable("The shop did not say which shipment it made.");
  await keys.set(kind, numberOf(id), id);
  return { id, tracking: trackingInfo, pieces: new Map() };
}

type Other = ShipmentsAnswer["fulfillments"][number];

function subtract(left: Pieces, { pieces }: Found): void {
  for (const [lineId, quantity] of pieces) {
    const rest = (left.get(lineId) ?? 0) - quantity;
    if (rest > 0) left.set(lineId, rest);
    else left.delete(lineId);
  }
}

/** Only what is known: Shopify makes the link itself if it knows the courier. */
function trackingOf({ courier, trackingNumber, trackingUrl }: ShopShipment) {
  return {
    ...(courier && { company: courier }),
    ...(trackingNumber && { number: trackingNumber }),
    ...(trackingUrl && { url: trackingUrl }),
  };
}

/** Changes nothing, and sends no email, if the shop knows it already. */
async function track(graph: Graph, { id, tracking }: Found, wanted: Tracking): Promise<void> {
  const isKnown = (["company", "number", "url"] as const).every(
    (field) => wanted[field] === undefined || wanted[field] === tracking[field],
  );
  if (isKnown) return;
  const answer = await graph.run(trackDocument, { id, tracking: wanted }, trackAnswer);
  assertNone(answer.fulfillmentTrackingInfoUpdate.userErrors);
}
