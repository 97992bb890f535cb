/** Webhooks about orders. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import type { ShopCall, ShopConnection, ShopKeys } from "../shop.ts";
import { aheadIn } from "../shop-client.ts";
import type { Rest } from "./rest.ts";
import { anything, type Webhook, webhook } from "./schema.ts";

/** An order in the trash is announced as deleted, with its key alone. */
const topics = ["order.created", "order.updated", "order.deleted", "order.restored"] as const;
const kind = "webhook";

const isActive = ({ status }: Webhook) => status === "active";

/** WooCommerce disables a webhook after more than five calls in a row have failed. */
export async function hasStopped(rest: Rest, keys: ShopKeys): Promise<boolean> {
  const existing = await rest.all("/webhooks", webhook.array());
  for (const topic of topics) {
    const key = await keys.get(kind, topic);
    if (existing.some((each) => each.id === key && !isActive(each))) return true;
  }
  return false;
}

/**
 * Makes, repairs and tidies up the webhooks. Their secret cannot be read, so that it is written each time. One that was
 * disabled is made anew: WooCommerce does not forget its failed calls when it is activated, so that the next failure
 * would disable it again.
 */
export async function subscribe(
  rest: Rest,
  { webhookSecret }: Pick<ShopConnection, "webhookSecret">,
  keys: ShopKeys,
  address: string,
): Promise<{ hadStopped: boolean; aheadMs: number }> {
  const existing = await rest.all("/webhooks", webhook.array());
  let hadStopped = false;
  let aheadMs = 0;
  for (const topic of topics) {
    const key = await keys.get(kind, topic);
    const isOwn = (each: Webhook) => each.topic === topic && (each.id === key || each.delivery_url === address);
    const own = existing.filter(isOwn);
    const first = own.find(isActive);
    if (own.length > 0 && !first) hadStopped = true;
    const body = { topic, status: "active", delivery_url: address, secret: webhookSecret };
    const saved = await (first
      ? rest.send("PUT", `/webhooks/${first.id}`, webhook, { body })
      : rest.send("POST", "/webhooks", webhook, { body: { name: `Countinghouse ${topic}`, ...body } }));
    await keys.set(kind, topic, saved.id);
    aheadMs = aheadIn(`${saved.date_modified_gmt ?? saved.date_created_gmt}Z`);
    // Disabled ones, and those made by a repetition while the first answer was lost.
    for (const other of own)
      if (other !== first) await rest.send("DELETE", `/webhooks/${other.id}`, anything, { query: { force: true } });
  }
  return { hadStopped, aheadMs };
}

/** The unsigned request that WooCommerce sends when a webhook is created. */
const ping = /^webhook_id=\d{1,19}$/;
const longestPing = 40;
const announced = z.object({ id: z.number().int().positive() });

export function readWebhook(
  { webhookSecret }: Pick<ShopConnection, "webhookSecret">,
  headers: IncomingHttpHeaders,
  body: Buffer,
): ShopCall {
  const signature = headers["x-wc-webhook-signature"];
  if (signature === undefined && body.length <= longestPing && ping.test(body.toString())) return "other";
  if (typeof signature !== "string" || !isSigned(webhookSecret, signature, body)) return "not signed";
  if (!String(headers["x-wc-webhook-topic"] ?? "").startsWith("order.")) return "other";
  const read = announced.safeParse(parsed(body));
  return read.success ? { orderId: String(read.data.id) } : "other";
}

function isSigned(secret: string, signature: string, body: Buffer): boolean {
  if (secret === "") return false;
  const expected = createHmac("sha256", secret).update(body).digest();
  const given = Buffer.from(signature, "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
