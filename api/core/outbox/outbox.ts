/**
 * Events for the webhooks of marketplaces. An event is a row that is written in the transaction of what happened, so
 * that a refused command emits nothing and a successful one loses nothing; `deliver.ts` sends it afterwards.
 */
import { randomUUID } from "node:crypto";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Config } from "#api/core/config.ts";
import { afterCommit, type Db } from "#api/core/database/connection.ts";
import { deliveries, marketplaces } from "#api/core/database/schema/index.ts";
import { type DeliveryEvent, deliveryHours } from "#contract/deliveries/schema.ts";
import { hourMs } from "#contract/rules/dates.ts";

export interface Emitting {
  db: Db;
  config: Pick<Config, "webhooks">;
  now: Date;
}

interface NewEvent {
  event: DeliveryEvent;
  marketplaceId: number;
  /** Events about one order, and those about one product, arrive in their order. */
  about: { orderId: number } | { productId: number };
  /** Plain JSON, which follows the fields that every event has. */
  content: object;
}

/** True if the marketplace gets all events. Shops get those of shipments alone, the built-in channel none. */
export async function hasWebhook({ db, config }: Omit<Emitting, "now">, marketplaceId: number): Promise<boolean> {
  if (config.webhooks[marketplaceId]) return true;
  return (
    (await db.$count(marketplaces, and(eq(marketplaces.id, marketplaceId), isNotNull(marketplaces.webhookUrl)))) > 0
  );
}

/** Needs a transaction, and a marketplace with a webhook or a shop. */
export async function emitEvent(
  { db, now }: Emitting,
  { event, marketplaceId, about, content }: NewEvent,
): Promise<void> {
  const eventId = randomUUID();
  const body = { event, id: eventId, createdAt: now.toISOString(), marketplaceId, ...content };
  await db.insert(deliveries).values({
    eventId,
    event,
    marketplaceId,
    ...about,
    subject: "orderId" in about ? `order ${about.orderId}` : `product ${about.productId}`,
    body: JSON.stringify(body),
    createdAt: now,
    nextAttemptAt: now,
    giveUpAt: new Date(now.getTime() + deliveryHours * hourMs),
  });
  afterCommit(wakeDeliverers);
}

const deliverers = new Set<() => void>();

/** Calls `wake` whenever this process has committed events. Returns how to stop that. */
export function onEvents(wake: () => void): () => void {
  deliverers.add(wake);
  return () => deliverers.delete(wake);
}

/** Makes this process look for deliveries at once; other processes look every second. */
export function wakeDeliverers(): void {
  for (const wake of deliverers) wake();
}
