/** Webhooks, and the calls that they make. */
import { createHmac } from "node:crypto";
import {
  type Answer,
  type Asked,
  created,
  gmt,
  invalidId,
  type Json,
  type Keys,
  nowOf,
  ok,
  pageOf,
  type Settings,
  Wrong,
} from "./parts.ts";

export interface StoredWebhook {
  id: number;
  name: string;
  status: string;
  topic: string;
  delivery_url: string;
  secret: string;
  failures: number;
  createdAt: Date;
  /** Null until it is changed. */
  modifiedAt: Date | null;
}

/** A call that has not been made yet. */
export interface Call {
  webhook: StoredWebhook;
  body: string;
}

const topics = ["created", "updated", "deleted", "restored"].flatMap((event) => [`order.${event}`, `product.${event}`]);
const mostFailures = 5;

export class Webhooks {
  readonly all = new Map<number, StoredWebhook>();
  readonly waiting: Call[] = [];

  constructor(
    readonly keys: Keys,
    readonly settings: Settings,
  ) {}

  async handle({ method, path, query, body }: Asked): Promise<Answer | undefined> {
    const [, root, id] = path.split("/");
    if (root !== "webhooks") return undefined;
    if (id === undefined && method === "GET") return pageOf([...this.all.values()].map(shown), query);
    if (id === undefined && method === "POST") return this.create(body);
    const webhook = this.all.get(Number(id));
    if (!webhook) throw invalidId("shop_webhook", method === "PUT" ? 400 : 404);
    if (method === "PUT") {
      check(body);
      for (const field of ["name", "status", "topic", "delivery_url", "secret"] as const)
        if (typeof body[field] === "string" && body[field] !== "") webhook[field] = body[field];
      webhook.modifiedAt = nowOf(this.settings);
      return ok(shown(webhook));
    }
    if (method === "DELETE") {
      if (query.get("force") !== "true")
        throw new Wrong(501, "woocommerce_rest_trash_not_supported", "Webhooks do not support trashing.");
      this.all.delete(webhook.id);
    }
    return ok(shown(webhook));
  }

  private async create(body: Json): Promise<Answer> {
    if (!body.topic)
      throw new Wrong(
        400,
        "woocommerce_rest_shop_webhook_invalid_topic",
        "Webhook topic is required and must be valid.",
      );
    check({ delivery_url: "", ...body });
    const webhook: StoredWebhook = {
      id: this.keys.next(),
      name: String(body.name ?? "Webhook"),
      status: "active",
      topic: String(body.topic),
      delivery_url: String(body.delivery_url),
      secret: String(body.secret ?? "made up by the shop"),
      failures: 0,
      createdAt: nowOf(this.settings),
      modifiedAt: null,
    };
    this.all.set(webhook.id, webhook);
    // A form, without a signature. Whether it arrives does not matter.
    await fetch(webhook.delivery_url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `webhook_id=${webhook.id}`,
    }).catch(() => undefined);
    return created(shown(webhook));
  }

  /** Has the active webhooks of a topic called, see `call`. */
  announce(topic: string, record: unknown): void {
    for (const webhook of this.all.values())
      if (webhook.topic === topic && webhook.status === "active")
        this.waiting.push({ webhook, body: JSON.stringify(record) });
  }

  /** Calls an address, and disables the webhook after six failures in a row. */
  async call({ webhook, body }: Call, secret = webhook.secret): Promise<number> {
    const response = await fetch(webhook.delivery_url, {
      method: "POST",
      headers: signedHeaders(webhook, body, secret),
      body,
    }).catch(() => undefined);
    if (response && response.status < 303) webhook.failures = 0;
    else if (webhook.failures > mostFailures) webhook.status = "disabled";
    else webhook.failures += 1;
    return response?.status ?? 0;
  }
}

export const signedHeaders = ({ id, topic }: Pick<StoredWebhook, "id" | "topic">, body: string, secret: string) => ({
  "content-type": "application/json",
  "user-agent": "WooCommerce/10.0.0 Hookshot (WordPress/6.8)",
  "x-wc-webhook-source": "https://shop.example/",
  "x-wc-webhook-topic": topic,
  "x-wc-webhook-resource": topic.split(".")[0] ?? "",
  "x-wc-webhook-event": topic.split(".")[1] ?? "",
  "x-wc-webhook-signature": createHmac("sha256", secret).update(body).digest("base64"),
  "x-wc-webhook-id": String(id),
  "x-wc-webhook-delivery-id": "5d9a6b2f7e1c4a38",
});

function check({ topic, delivery_url, status }: Json): void {
  const invalid = (what: string, message: string) =>
    new Wrong(400, `woocommerce_rest_shop_webhook_invalid_${what}`, message);
  if (topic !== undefined && !topics.includes(String(topic))) throw invalid("topic", "Webhook topic must be valid.");
  if (delivery_url !== undefined && !/^https?:\/\//.test(String(delivery_url)))
    throw invalid("delivery_url", "Webhook delivery URL must be a valid URL starting with http:// or https://.");
  if (status !== undefined && !["active", "paused", "disabled"].includes(String(status)))
    throw invalid("status", "Webhook status must be valid.");
}

/** The secret can be written, but not read. */
const shown = ({ secret: _, failures: __, createdAt, modifiedAt, ...webhook }: StoredWebhook) => ({
  ...webhook,
  date_created_gmt: gmt(createdAt),
  date_modified_gmt: modifiedAt && gmt(modifiedAt),
});
