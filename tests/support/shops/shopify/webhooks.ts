/** Webhooks of the shop. Unlike a real one, it also calls addresses without encryption. */
import { createHmac, randomUUID } from "node:crypto";
import type { StoredOrder } from "./orders.ts";
import { type Ids, refused } from "./parts.ts";

export interface Subscription {
  id: string;
  topic: string;
  uri: string;
  format: string;
  filter: string | null;
  includeFields: string[];
}

type Input = Partial<Omit<Subscription, "id" | "topic">>;

interface Call {
  uri: string;
  topic: string;
  body: string;
}

export class Webhooks {
  readonly all = new Map<string, Subscription>();
  readonly waiting: Call[] = [];
  constructor(private readonly ids: Ids) {}

  create(topic: string, { uri = "", format = "JSON", filter = null, includeFields = [] }: Input) {
    if (!/^https?:\/\//.test(uri)) return refused("Address is invalid");
    if ([...this.all.values()].some((each) => each.topic === topic && each.uri === uri))
      return refused("Address for this topic has already been taken");
    const webhookSubscription = { id: this.ids.next("WebhookSubscription"), topic, uri, format, filter, includeFields };
    this.all.set(webhookSubscription.id, webhookSubscription);
    return { webhookSubscription, userErrors: [] };
  }

  update(id: string, input: Input) {
    const found = this.all.get(id);
    if (!found) return refused("Webhook subscription does not exist");
    Object.assign(found, input);
    return { userErrors: [] };
  }

  announce(topic: string, { id, name, updatedAt }: StoredOrder): void {
    const body = JSON.stringify({
      id: Number(id.split("/").at(-1)),
      admin_graphql_api_id: id,
      name,
      updated_at: updatedAt,
    });
    for (const each of this.all.values()) if (each.topic === topic) this.waiting.push({ uri: each.uri, topic, body });
  }

  /** @returns the status of the answer */
  async call({ uri, topic, body }: Call, secret: string): Promise<number> {
    const headers = signedHeaders(secret, topic.toLowerCase().replace("_", "/"), body);
    return (await fetch(uri, { method: "POST", headers, body })).status;
  }
}

/** @param topic such as `orders/create` */
export const signedHeaders = (secret: string, topic: string, body: string): Record<string, string> => ({
  "content-type": "application/json",
  "x-shopify-topic": topic,
  "x-shopify-hmac-sha256": createHmac("sha256", secret).update(body).digest("base64"),
  "x-shopify-shop-domain": "lamps-and-linen.myshopify.com",
  "x-shopify-api-version": "2026-07",
  "x-shopify-webhook-id": randomUUID(),
});
