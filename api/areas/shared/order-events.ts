/** Events about orders, for the webhook or the shop of their marketplace. The order must be locked. */
import { and, asc, eq, isNull } from "drizzle-orm";
import {
  orderLineItems,
  orders,
  orderTransactions,
  shipmentItems,
  shipments,
  suppliers,
} from "#api/core/database/schema/index.ts";
import { type Emitting, emitEvent, hasWebhook } from "#api/core/outbox/outbox.ts";
import type { DeliveryEvent } from "#contract/deliveries/schema.ts";
import { shipmentStatuses, TransactionType } from "#contract/enumerations.ts";
import { type Entry, incTax, type Pair } from "#contract/rules/order-line.ts";
import { courierOf, trackingPage } from "#contract/shipments/couriers.ts";
import type { StoredLineItem } from "./order.ts";
import { eventsForShops, isFromShop } from "./shop-orders.ts";

interface EventOrder {
  id: number;
  /** The name in this system. */
  name: string;
  /** The marketplace's own number. */
  marketplaceOrderId: string;
  supplier: { id: number; name: string } | null;
}

interface EventLine {
  lineItemId: number;
  productId: number | null;
  sku: string;
  name: string;
}

const lineOf = ({ id, productId, productSku, productName }: EventLineItem): EventLine => ({
  lineItemId: id,
  productId,
  sku: productSku,
  name: productName,
});
type EventLineItem = Pick<StoredLineItem, "id" | "productId" | "productSku" | "productName">;

/** Emits events about an order; `events` is only called if the marketplace is subscribed to some. */
async function emitOrderEvents(
  context: Emitting,
  orderId: number,
  events: (order: typeof orders.$inferSelect) => Promise<[event: DeliveryEvent, content: object][]>,
): Promise<void> {
  const { db } = context;
  const [found] = await db
    .select({ order: orders, supplierName: suppliers.name })
    .from(orders)
    .leftJoin(suppliers, eq(suppliers.id, orders.supplierId))
    .where(eq(orders.id, orderId));
  const isSubscribed = found && (await subscriptionOf(context, found.order));
  if (!isSubscribed) return;
  const { id, name, marketplaceId, marketplaceOrderId, supplierId } = found.order;
  const supplier = supplierId === null ? null : { id: supplierId, name: found.supplierName ?? "" };
  const order: EventOrder = { id, name, marketplaceOrderId, supplier };
  for (const [event, content] of await events(found.order))
    if (isSubscribed(event))
      await emitEvent(context, { event, marketplaceId, about: { orderId }, content: { order, ...content } });
}

/**
 * Returns to which events about an order its marketplace is subscribed: all with a webhook, and some with the shop that
 * the order came from. Undefined for none.
 */
async function subscriptionOf(
  context: Emitting,
  { marketplaceId, marketplaceOrderId }: typeof orders.$inferSelect,
): Promise<((event: DeliveryEvent) => boolean) | undefined> {
  if (await hasWebhook(context, marketplaceId)) return () => true;
  if (!(await isFromShop(context.db, marketplaceId, marketplaceOrderId))) return undefined;
  return (event) => eventsForShops.some((one) => one === event);
}

/** Call it once for each order, after its line items have been inserted. */
export async function emitOrderAccepted(context: Emitting, orderId: number): Promise<void> {
  await emitOrderEvents(context, orderId, async ({ orderedAt, shipBy }) => {
    const lines = await context.db
      .select({ item: orderLineItems, quantity: orderTransactions.quantity })
      .from(orderLineItems)
      .innerJoin(
        orderTransactions,
        and(eq(orderTransactions.lineItemId, orderLineItems.id), eq(orderTransactions.type, TransactionType.purchase)),
      )
      .where(and(eq(orderLineItems.orderId, orderId), isNull(orderLineItems.deletedAt)))
      .orderBy(asc(orderLineItems.id));
    const content = {
      orderedAt: orderedAt.toISOString(),
      shipBy,
      lines: lines.map(({ item, quantity }) => ({ ...lineOf(item), quantity })),
    };
    return [["orderAccepted", content]];
  });
}

export type ShipmentEvent = Extract<DeliveryEvent, "shipped" | "shipmentCancelled" | "delivered">;

/** Emits these events about a shipment, with its current state. */
export async function emitShipmentEvents(
  context: Emitting,
  shipmentId: number,
  ...events: ShipmentEvent[]
): Promise<void> {
  const { db } = context;
  const [shipment] = await db.select().from(shipments).where(eq(shipments.id, shipmentId));
  if (!shipment || events.length === 0) return;
  await emitOrderEvents(context, shipment.orderId, async () => {
    const lines = await db
      .select({ item: orderLineItems, quantity: shipmentItems.quantity })
      .from(shipmentItems)
      .innerJoin(orderLineItems, eq(orderLineItems.id, shipmentItems.lineItemId))
      .where(eq(shipmentItems.shipmentId, shipmentId))
      .orderBy(asc(orderLineItems.id));
    const courier = courierOf(shipment.courierId);
    const content = {
      shipment: {
        id: shipmentId,
        status: shipmentStatuses.find(({ value }) => value === shipment.status)?.displayName ?? null,
        courier: courier?.name ?? null,
        trackingNumber: shipment.trackingNumber || null,
        trackingUrl: trackingPage(courier, shipment.trackingNumber) ?? null,
      },
      lines: lines.map(({ item, quantity }) => ({ ...lineOf(item), quantity })),
    };
    return events.map((event) => [event, content]);
  });
}

/** Emits which quantity a refund in the ledger cancels, and which amounts it gives back. */
export async function emitLedgerEvents(
  context: Emitting,
  { id, orderId }: Pick<StoredLineItem, "id" | "orderId">,
  { type, quantity, purchase, shipping }: Entry,
  left: number,
): Promise<void> {
  if (type !== TransactionType.refund) return;
  const isMoney = incTax(purchase) < 0 || incTax(shipping) < 0;
  await emitOrderEvents(context, orderId, async () => {
    const line = await eventLine(context, id);
    const events: [DeliveryEvent, object][] = [];
    if (quantity < 0) events.push(["cancelled", { line, quantity: -quantity, quantityLeft: left }]);
    if (isMoney) events.push(["refunded", { line, purchase: refundOf(purchase), shipping: refundOf(shipping) }]);
    return events;
  });
}

/** Emits that a line item was deleted, with the quantity that was left. */
export async function emitLineItemDeleted(
  context: Emitting,
  { id, orderId }: Pick<StoredLineItem, "id" | "orderId">,
  quantity: number,
): Promise<void> {
  if (quantity <= 0) return;
  await emitOrderEvents(context, orderId, async () => [
    ["cancelled", { line: await eventLine(context, id), quantity, quantityLeft: 0 }],
  ]);
}

async function eventLine({ db }: Emitting, id: number): Promise<EventLine | null> {
  const [item] = await db.select().from(orderLineItems).where(eq(orderLineItems.id, id));
  return item ? lineOf(item) : null;
}

/** Dollars that the customer gets back; negative if they pay more. */
const refundOf = (pair: Pair) => ({ exGst: back(pair.exTax), gst: back(pair.tax), incGst: back(incTax(pair)) });
const back = (dollars: number) => (dollars === 0 ? 0 : -dollars);
