/** What the shop of a marketplace is told about an order. The order must be locked. */
import { and, asc, eq, isNull } from "drizzle-orm";
import {
  orderLineItems,
  orders,
  orderTransactions,
  shipmentItems,
  shipments,
  suppliers,
} from "#api/core/database/schema/index.ts";
import { hasWebhook, type Telling, tell } from "#api/core/outbox/outbox.ts";
import type { DeliveryEvent } from "#contract/deliveries/schema.ts";
import { shipmentStatuses, TransactionType } from "#contract/enumerations.ts";
import { type Entry, incTax, type Pair } from "#contract/rules/order-line.ts";
import { courierOf, trackingPage } from "#contract/shipments/couriers.ts";
import type { StoredLineItem } from "./order.ts";
import { eventsForShops, isFromShop } from "./shop-orders.ts";

interface ToldOrder {
  id: number;
  /** The name in this system. */
  name: string;
  /** The marketplace's own number. */
  marketplaceOrderId: string;
  supplier: { id: number; name: string } | null;
}

interface ToldLine {
  lineItemId: number;
  productId: number | null;
  sku: string;
  name: string;
}

const lineOf = ({ id, productId, productSku, productName }: ToldLineItem): ToldLine => ({
  lineItemId: id,
  productId,
  sku: productSku,
  name: productName,
});
type ToldLineItem = Pick<StoredLineItem, "id" | "productId" | "productSku" | "productName">;

/** Tells something about an order; `events` is only called if somebody listens. */
async function tellOf(
  context: Telling,
  orderId: number,
  events: (order: typeof orders.$inferSelect) => Promise<[event: DeliveryEvent, content: object][]>,
): Promise<void> {
  const { db } = context;
  const [found] = await db
    .select({ order: orders, supplierName: suppliers.name })
    .from(orders)
    .leftJoin(suppliers, eq(suppliers.id, orders.supplierId))
    .where(eq(orders.id, orderId));
  const heard = found && (await heardOf(context, found.order));
  if (!heard) return;
  const { id, name, marketplaceId, marketplaceOrderId, supplierId } = found.order;
  const supplier = supplierId === null ? null : { id: supplierId, name: found.supplierName ?? "" };
  const order: ToldOrder = { id, name, marketplaceOrderId, supplier };
  for (const [event, content] of await events(found.order))
    if (heard(event)) await tell(context, { event, marketplaceId, about: { orderId }, content: { order, ...content } });
}

/**
 * Returns which events about an order its marketplace is told: all by a webhook, and some in the interface of a shop,
 * if the order came from there. Undefined for none.
 */
async function heardOf(
  context: Telling,
  { marketplaceId, marketplaceOrderId }: typeof orders.$inferSelect,
): Promise<((event: DeliveryEvent) => boolean) | undefined> {
  if (await hasWebhook(context, marketplaceId)) return () => true;
  if (!(await isFromShop(context.db, marketplaceId, marketplaceOrderId))) return undefined;
  return (event) => eventsForShops.some((one) => one === event);
}

/** Call it once for each order, when its line items are there. */
export async function orderAccepted(context: Telling, orderId: number): Promise<void> {
  await tellOf(context, orderId, async ({ orderedAt, shipBy }) => {
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

/** Tells about a shipment as it is now. */
export async function shipmentTold(context: Telling, shipmentId: number, ...events: ShipmentEvent[]): Promise<void> {
  const { db } = context;
  const [shipment] = await db.select().from(shipments).where(eq(shipments.id, shipmentId));
  if (!shipment || events.length === 0) return;
  await tellOf(context, shipment.orderId, async () => {
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

/** Tells what an entry of the ledger takes away from the customer's purchase, or gives back. */
export async function entryTold(
  context: Telling,
  { id, orderId }: Pick<StoredLineItem, "id" | "orderId">,
  { type, quantity, purchase, shipping }: Entry,
  left: number,
): Promise<void> {
  if (type !== TransactionType.refund) return;
  const isMoney = incTax(purchase) < 0 || incTax(shipping) < 0;
  await tellOf(context, orderId, async () => {
    const line = await toldLine(context, id);
    const events: [DeliveryEvent, object][] = [];
    if (quantity < 0) events.push(["cancelled", { line, quantity: -quantity, quantityLeft: left }]);
    if (isMoney) events.push(["refunded", { line, purchase: refundOf(purchase), shipping: refundOf(shipping) }]);
    return events;
  });
}

/** Tells that a line item was deleted with what was left of it. */
export async function deletionTold(
  context: Telling,
  { id, orderId }: Pick<StoredLineItem, "id" | "orderId">,
  quantity: number,
): Promise<void> {
  if (quantity <= 0) return;
  await tellOf(context, orderId, async () => [
    ["cancelled", { line: await toldLine(context, id), quantity, quantityLeft: 0 }],
  ]);
}

async function toldLine({ db }: Telling, id: number): Promise<ToldLine | null> {
  const [item] = await db.select().from(orderLineItems).where(eq(orderLineItems.id, id));
  return item ? lineOf(item) : null;
}

/** Dollars that the customer gets back; negative if they pay more. */
const refundOf = (pair: Pair) => ({ exGst: back(pair.exTax), gst: back(pair.tax), incGst: back(incTax(pair)) });
const back = (dollars: number) => (dollars === 0 ? 0 : -dollars);
