import { asc, desc, eq } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { deliveries, marketplaces, orders, products } from "#api/core/database/schema/index.ts";
import type { DeliveryEvent } from "#contract/deliveries/schema.ts";
import { hourMs } from "#contract/rules/dates.ts";

type Result = Partial<typeof deliveries.$inferInsert> & { subject: string };

/** Events about the first marketplace's latest order and a product, for a webhook that has been removed since. */
export async function seedDeliveries(db: Db, now: Date): Promise<void> {
  const [marketplace] = await db
    .select({ id: marketplaces.id })
    .from(marketplaces)
    .orderBy(asc(marketplaces.id))
    .limit(1);
  if (!marketplace) return;
  const [order] = await db
    .select({ id: orders.id, name: orders.name, marketplaceOrderId: orders.marketplaceOrderId })
    .from(orders)
    .where(eq(orders.marketplaceId, marketplace.id))
    .orderBy(desc(orders.orderedAt), desc(orders.id))
    .limit(1);
  const [product] = await db.select().from(products).orderBy(asc(products.id)).limit(1);
  if (!order || !product) return;
  const told = (event: DeliveryEvent, hours: number, content: object, result: Result) => {
    const createdAt = new Date(now.getTime() - hours * hourMs);
    const eventId = `5eed0000-0000-4000-8000-${String(hours).padStart(12, "0")}`;
    const about = { event, id: eventId, createdAt: createdAt.toISOString(), marketplaceId: marketplace.id };
    return {
      eventId,
      event,
      marketplaceId: marketplace.id,
      body: JSON.stringify({ ...about, ...content }),
      state: "sent" as const,
      createdAt,
      nextAttemptAt: createdAt,
      giveUpAt: new Date(createdAt.getTime() + 24 * hourMs),
      attempts: 1,
      lastAttemptAt: createdAt,
      requestHeaders: { "content-type": "application/json" },
      answerStatus: 204,
      ...result,
    };
  };
  const ofOrder = { orderId: order.id, subject: `order ${order.id}` };
  const ofProduct = { productId: product.id, subject: `product ${product.id}` };
  const items = [{ variantId: null, sku: product.externalSku, stock: 12 }];
  const down = { answerStatus: 503, answerBody: "The shop is closed for maintenance.", failure: "Its status was 503." };
  await db
    .insert(deliveries)
    .values([
      told("orderAccepted", 50, { order, lines: [] }, ofOrder),
      told("shipped", 49, { order, shipment: { id: 1, trackingNumber: null }, lines: [] }, ofOrder),
      told("stockChanged", 48, { product: { id: product.id, sku: product.externalSku }, items }, ofProduct),
      told(
        "refunded",
        47,
        { order, purchase: { exGst: 10, gst: 1, incGst: 11 } },
        { ...ofOrder, ...down, state: "givenUp", attempts: 32, lastAttemptAt: new Date(now.getTime() - 23 * hourMs) },
      ),
    ]);
}
