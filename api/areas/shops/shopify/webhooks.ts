/** Webhooks about orders. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import { keysOf } from "#contract/rules/keys-of.ts";
import type { ShopCall, ShopConnection, ShopKeys } from "../shop.ts";
import { assertNone, type Graph, userErrors } from "./graph.ts";

/** Shopify's names of the topics when they are subscribed to, and in the header of a webhook. */
const topics = { ORDERS_CREATE: "orders/create", ORDERS_UPDATED: "orders/updated" } as const;
type Topic = keyof typeof topics;

export const listDocument = `query Webhooks($topics: [WebhookSubscriptionTopic!]) {
  webhookSubscriptions(first: 100, topics: $topics) { nodes { id topic uri format filter includeFields } }
}`;
const subscription = z.object({
  id: z.string(),
  topic: z.string(),
  uri: z.string(),
  format: z.string(),
  filter: z.string().nullish(),
  includeFields: z.array(z.string()),
});
type Subscription = z.output<typeof subscription>;
const listed = z.object({ webhookSubscriptions: z.object({ nodes: z.array(subscription) }) });
export const createDocument = `mutation MakeWebhook($topic: WebhookSubscriptionTopic!, $webhook: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $webhook) {
    webhookSubscription { id }
    userErrors { message }
  }
}`;
const created = z.object({
  webhookSubscriptionCreate: z.object({ webhookSubscription: z.object({ id: z.string() }).nullish(), userErrors }),
});
export const updateDocument = `mutation MendWebhook($id: ID!, $webhook: WebhookSubscriptionInput!) {
  webhookSubscriptionUpdate(id: $id, webhookSubscription: $webhook) { userErrors { message } }
}`;
const updated = z.object({ webhookSubscriptionUpdate: z.object({ userErrors }) });

const kind = "webhook";
const whole = (uri: string) => ({ uri, format: "JSON", filter: "", includeFields: [] });

async function subscriptions(graph: Graph): Promise<Subscription[]> {
  const { webhookSubscriptions } = await graph.run(listDocument, { topics: Object.keys(topics) }, listed);
  return webhookSubscriptions.nodes;
}

export async function hasStopped(graph: Graph, keys: ShopKeys): Promise<boolean> {
  const existing = await subscriptions(graph);
  for (const topic of Object.keys(topics)) {
    const key = await keys.get(kind, topic);
    if (key !== undefined && !existing.some(({ id }) => id === key)) return true;
  }
  return false;
}

/** Shopify shows only the webhooks of this app, and deletes those that were not answered for long. */
export async function subscribe(graph: Graph, keys: ShopKeys, address: string): Promise<{ hadStopped: boolean }> {
  const names = keysOf(topics);
  const existing = await subscriptions(graph);
  let hadStopped = false;
  for (const topic of names) {
    const own = existing.filter((each) => each.topic === topic);
    const key = await keys.get(kind, topic);
    const found = own.find(({ uri }) => uri === address) ?? own.find(({ id }) => id === key);
    if (found && isRight(found, address)) continue;
    if (found) {
      const answer = await graph.run(updateDocument, { id: found.id, webhook: whole(address) }, updated);
      assertNone(answer.webhookSubscriptionUpdate.userErrors);
      await keys.set(kind, topic, found.id);
    } else {
      hadStopped ||= key !== undefined;
      await create(graph, keys, topic, address);
    }
  }
  return { hadStopped };
}

async function create(graph: Graph, keys: ShopKeys, topic: Topic, address: string): Promise<void> {
  const webhook = { uri: address, format: "JSON" };
  const { webhookSubscriptionCreate } = await graph.run(createDocument, { topic, webhook }, created);
  // Made by another process in the meantime.
  if (webhookSubscriptionCreate.userErrors.some(({ message }) => message.includes("already been taken"))) return;
  assertNone(webhookSubscriptionCreate.userErrors);
  const id = webhookSubscriptionCreate.webhookSubscription?.id;
  if (id !== undefined) await keys.set(kind, topic, id);
}

const isRight = ({ uri, format, filter, includeFields }: Subscription, address: string) =>
  uri === address && format === "JSON" && !filter && includeFields.length === 0;

const orderTopics: readonly unknown[] = Object.values(topics);
const payload = z.object({ admin_graphql_api_id: z.string().regex(/^gid:\/\/shopify\/Order\/\d{1,30}$/) });

export function readWebhook({ webhookSecret }: ShopConnection, headers: IncomingHttpHeaders, body: Buffer): ShopCall {
  const given = headers["x-shopify-hmac-sha256"];
  // Without a secret, anybody could sign.
  if (webhookSecret === "" || typeof given !== "string") return "not signed";
  const expected = createHmac("sha256", webhookSecret).update(body).digest();
  const signature = Buffer.from(given, "base64");
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return "not signed";
  if (!orderTopics.includes(headers["x-shopify-topic"])) return "other";
  const read = payload.safeParse(parsed(body));
  return read.success ? { orderId: read.data.admin_graphql_api_id } : "other";
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
