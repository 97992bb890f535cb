/** Fulfilment orders of the shop, and their fulfilments. */
import { type Args, connection } from "./graphql.ts";
import type { StoredOrder } from "./orders.ts";
import { type Ids, locationId, refused } from "./parts.ts";

interface OpenLine {
  id: string;
  lineId: string;
  remaining: number;
}

interface FulfilmentOrder {
  id: string;
  orderId: string;
  status: string;
  location: string;
  lines: OpenLine[];
}

interface Tracking {
  company?: string;
  number?: string;
  url?: string;
}

export interface StoredFulfilment {
  id: string;
  orderId: string;
  status: string;
  location: string;
  tracking: Tracking;
  lines: { lineId: string; quantity: number }[];
}

interface FulfilmentInput {
  lineItemsByFulfillmentOrder: {
    fulfillmentOrderId: string;
    fulfillmentOrderLineItems?: { id: string; quantity: number }[];
  }[];
  notifyCustomer?: boolean;
  trackingInfo?: Tracking;
}

export class Fulfilments {
  readonly all = new Map<string, StoredFulfilment>();
  readonly orders = new Map<string, FulfilmentOrder>();
  /** Tracking numbers in the emails that customers got. */
  readonly emails: (string | undefined)[] = [];
  constructor(
    private readonly ids: Ids,
    /** Called with the order of what was changed. */
    private readonly changed: (orderId: string) => void,
  ) {}

  of(orderId: string): StoredFulfilment[] {
    return [...this.all.values()].filter((each) => each.orderId === orderId);
  }

  open({ id: orderId, lines }: StoredOrder): void {
    const goods = lines.filter(({ kind = "goods" }) => kind === "goods");
    for (const location of new Set(goods.map((line) => line.location ?? locationId))) {
      const own = goods.filter((line) => (line.location ?? locationId) === location);
      this.add(
        orderId,
        location,
        own.map(({ id, quantity }) => ({ lineId: id, quantity })),
      );
    }
  }

  private add(orderId: string, location: string, lines: { lineId: string; quantity: number }[]): void {
    const id = this.ids.next("FulfillmentOrder");
    const open = lines.map(({ lineId, quantity }) => ({
      id: this.ids.next("FulfillmentOrderLineItem"),
      lineId,
      remaining: quantity,
    }));
    this.orders.set(id, { id, orderId, status: "OPEN", location, lines: open });
  }

  ordersOf(orderId: string): FulfilmentOrder[] {
    return [...this.orders.values()].filter((each) => each.orderId === orderId);
  }

  close({ id }: StoredOrder): void {
    for (const order of this.ordersOf(id)) order.status = "CLOSED";
  }

  /** Pieces that the customer does not want any more. */
  reduce({ id }: StoredOrder, lineId: string, quantity: number): void {
    let left = quantity;
    for (const order of this.ordersOf(id))
      for (const line of order.lines.filter((each) => each.lineId === lineId)) {
        const own = Math.min(left, line.remaining);
        line.remaining -= own;
        left -= own;
      }
  }

  create({ lineItemsByFulfillmentOrder, notifyCustomer, trackingInfo = {} }: FulfilmentInput) {
    const parts = lineItemsByFulfillmentOrder.map(({ fulfillmentOrderId, fulfillmentOrderLineItems }) => ({
      order: this.orders.get(fulfillmentOrderId),
      wanted: fulfillmentOrderLineItems,
    }));
    const [first] = parts;
    if (!first?.order) return refused("Fulfillment order does not exist.");
    const { orderId, location } = first.order;
    const lines: StoredFulfilment["lines"] = [];
    for (const { order, wanted } of parts) {
      if (!order) return refused("Fulfillment order does not exist.");
      if (order.location !== location) return refused("All fulfillment orders must be assigned to the same location.");
      if (order.status !== "OPEN" && order.status !== "IN_PROGRESS")
        return refused(`Fulfillment order ${order.id} has an unfulfillable status= ${order.status.toLowerCase()}.`);
      for (const { id, quantity } of wanted ?? order.lines.map((line) => ({ id: line.id, quantity: line.remaining }))) {
        const line = order.lines.find((each) => each.id === id);
        if (!line || quantity <= 0 || quantity > line.remaining)
          return refused("Invalid fulfillment order line item quantity requested.");
        lines.push({ lineId: line.lineId, quantity });
      }
    }
    for (const { order } of parts) {
      for (const line of order?.lines ?? [])
        line.remaining -= lines.find(({ lineId }) => lineId === line.lineId)?.quantity ?? 0;
      if (order) order.status = order.lines.every(({ remaining }) => remaining === 0) ? "CLOSED" : "IN_PROGRESS";
    }
    const id = this.ids.next("Fulfillment");
    this.all.set(id, { id, orderId, status: "SUCCESS", location, tracking: trackingInfo, lines });
    if (notifyCustomer) this.emails.push(trackingInfo.number);
    this.changed(orderId);
    return { fulfillment: { id }, userErrors: [] };
  }

  track(id: string, tracking: Tracking, notifyCustomer: boolean) {
    const found = this.all.get(id);
    if (!found) return refused("Fulfillment does not exist.");
    if (found.status === "CANCELLED") return refused("Fulfillment is cancelled.");
    found.tracking = tracking;
    if (notifyCustomer) this.emails.push(tracking.number);
    this.changed(found.orderId);
    return { userErrors: [] };
  }

  cancel(id: string) {
    const found = this.all.get(id);
    if (!found) return refused("Fulfillment does not exist.");
    if (found.status === "CANCELLED") return refused("Fulfillment is already cancelled.");
    found.status = "CANCELLED";
    this.add(found.orderId, found.location, found.lines);
    this.changed(found.orderId);
    return { userErrors: [] };
  }

  shown({ id, status, tracking, lines }: StoredFulfilment): object {
    const isTracked = Object.keys(tracking).length > 0;
    const shownLines = lines.map(({ lineId, quantity }) => ({ quantity, lineItem: { id: lineId } }));
    return {
      id,
      status,
      trackingInfo: () => (isTracked ? [tracking] : []),
      fulfillmentLineItems: (args: Args) => connection(shownLines, args),
    };
  }

  shownOrder({ id, status, location, lines }: FulfilmentOrder): object {
    const shownLines = lines.map((line) => ({
      id: line.id,
      remainingQuantity: line.remaining,
      lineItem: { id: line.lineId },
    }));
    return {
      id,
      status,
      assignedLocation: { location: { id: location } },
      lineItems: (args: Args) => connection(shownLines, args),
    };
  }
}
