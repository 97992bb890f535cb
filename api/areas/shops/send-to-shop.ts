/** Sends events about shipments to a shop, in its own interface. */
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { eventsForShops, isTaken } from "#api/areas/shared/shop-orders.ts";
import type { Db } from "#api/core/database/connection.ts";
import { orders, shopOrders } from "#api/core/database/schema/index.ts";
import type { Sent } from "#api/core/outbox/deliver.ts";
import { keysOfShop, openShop, type ShopSettings, type StoredShop } from "./open-shop.ts";
import { type Shop, ShopRefusal, type ShopShipment, ShopUnavailable } from "./shop.ts";
import type { ShopClient } from "./shop-client.ts";

/** The fields that are needed of an event, see `order-events.ts`. */
const shipmentEvent = z.object({
  event: z.enum(eventsForShops),
  order: z.object({ marketplaceOrderId: z.string() }),
  shipment: z.object({
    id: z.number(),
    courier: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    trackingUrl: z.string().nullable(),
  }),
  lines: z.array(z.object({ lineItemId: z.number(), quantity: z.number() })),
});
type ShipmentEvent = z.output<typeof shipmentEvent>;

/** Shorter than the claim of a delivery. */
const patience = { timeoutMs: 10_000, patienceMs: 12_000 };

/** @param body of the delivery */
export async function sendToShop(config: ShopSettings, db: Db, stored: StoredShop, body: string): Promise<Sent> {
  const event = shipmentEvent.parse(JSON.parse(body));
  let client: ShopClient | undefined;
  let failure = "";
  try {
    const open = await openShop(config, db, stored, patience);
    client = open.client;
    await applyEvent(open.shop, db, stored.marketplaceId, event);
  } catch (error) {
    if (!(error instanceof ShopRefusal || error instanceof ShopUnavailable)) throw error;
    failure = error.message;
  }
  const exchanges = client?.exchanges ?? [];
  return {
    headers: {},
    status: exchanges.at(-1)?.status ?? null,
    answer: exchanges.map(({ request, status, answer }) => `${request}: ${status}\n${answer}`).join("\n\n"),
    failure,
  };
}

/** The kind of key under which the id of a shipment in the shop is stored. */
const shipmentKey = "told shipment";

async function applyEvent(shop: Shop, db: Db, marketplaceId: number, event: ShipmentEvent): Promise<void> {
  const keys = keysOfShop(db, marketplaceId);
  const fulfilmentId = await keys.get(shipmentKey, event.shipment.id);
  const shipment = { ...(await shipmentFor(db, marketplaceId, event)), fulfilmentId };
  if (event.event === "shipped") await keys.set(shipmentKey, event.shipment.id, await shop.fulfil(shipment));
  else if (fulfilmentId !== undefined) {
    await shop.cancelFulfilment({ ...shipment, fulfilmentId });
    await keys.remove(shipmentKey, event.shipment.id);
  }
}

/** @throws ShopRefusal if the order did not come from this shop */
async function shipmentFor(
  db: Db,
  marketplaceId: number,
  event: ShipmentEvent,
): Promise<Omit<ShopShipment, "fulfilmentId">> {
  const number = event.order.marketplaceOrderId;
  const [order] = await db.select().from(shopOrders).where(isTaken(marketplaceId, number));
  if (!order) throw new ShopRefusal("This order did not come from the shop.");
  const lines = order.lines.flatMap(({ lineId, lineItemIds }) => {
    const own = event.lines.filter(({ lineItemId }) => lineItemIds.includes(lineItemId));
    const quantity = own.reduce((sum, line) => sum + line.quantity, 0);
    return quantity > 0 ? [{ lineId, quantity }] : [];
  });
  const isOutstanding = and(
    eq(orders.sortableNumber, number.toLowerCase()),
    eq(orders.marketplaceOrderId, number),
    eq(orders.marketplaceId, marketplaceId),
    eq(orders.isOutstanding, true),
  );
  const { courier, trackingNumber, trackingUrl } = event.shipment;
  return {
    id: event.shipment.id,
    orderId: order.shopId,
    lines,
    courier,
    trackingNumber,
    trackingUrl,
    isLast: (await db.$count(orders, isOutstanding)) === 0,
  };
}
