/** How a marketplace is reached: the built-in channel, a webhook, or a shop with an interface of its own. */
import { eq } from "drizzle-orm";
import { webhookOf } from "#api/areas/channels/stored-webhook.ts";
import { testWebhook as sendTest } from "#api/areas/channels/webhook.ts";
import { sealWebhookSecret } from "#api/areas/channels/webhook-secret.ts";
import { assertAllowed } from "#api/areas/shared/allowed-address.ts";
import { openShop, storedShop } from "#api/areas/shops/open-shop.ts";
import { ShopRefusal, ShopUnavailable } from "#api/areas/shops/shop.ts";
import { edited } from "#api/core/commands/edits.ts";
import { marketplaces, shops } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, notFound, refuse } from "#api/core/refusals/refusal.ts";
import { marketplaceChannel } from "#contract/marketplaces/edits.ts";
import type { WebhookTest } from "#contract/marketplaces/schema.ts";
import { shopKinds } from "#contract/marketplaces/shops.ts";
import type { Operations } from "#contract/operations.ts";
import { connectShop, deleteShop } from "./shop.ts";

type Marketplaces = Operations["marketplaces"];
type StoredMarketplace = typeof marketplaces.$inferSelect;

const isConfigured = "The channel of this marketplace is set by MARKETPLACE_WEBHOOKS, a variable of the environment.";

export const updateChannel: Handler<Marketplaces["updateChannel"]> = async (sent, context) => {
  const { db, config } = context;
  const [marketplace] = await db
    .select()
    .from(marketplaces)
    .where(eq(marketplaces.id, sent.MarketplaceId))
    .for("no key update");
  if (!marketplace) throw notFound("This marketplace");
  if (config.webhooks[marketplace.id]) throw conflict(isConfigured);
  const [shop] = await db.select().from(shops).where(eq(shops.marketplaceId, marketplace.id)).for("update");
  const channel = shop?.kind ?? (marketplace.webhookUrl ? "webhook" : "builtIn");
  const input = edited(sent, marketplaceChannel({ channel, webhookUrl: marketplace.webhookUrl, shop }));
  const kind = shopKinds.find((one) => one === input.Channel);
  if (kind) await connectShop(context, shop, { ...input, kind });
  else await deleteShop(db, marketplace.id);
  if (input.Channel === "webhook") await setWebhook(context, marketplace, input);
  else
    await db
      .update(marketplaces)
      .set({ webhookUrl: null, webhookSecret: null, webhookSecretSetAt: null, webhookSecretSetBy: null })
      .where(eq(marketplaces.id, marketplace.id));
  return null;
};

async function setWebhook(
  context: Context,
  marketplace: StoredMarketplace,
  input: { WebhookUrl?: string | undefined; WebhookSecret: string },
): Promise<void> {
  const { db, config, caller, now } = context;
  const url = input.WebhookUrl ?? marketplace.webhookUrl ?? "";
  refuse({
    WebhookUrl: url === "" && "Please enter the address of the webhook.",
    WebhookSecret:
      input.WebhookSecret === "" &&
      marketplace.webhookSecret === null &&
      "Please enter the secret that the webhook checks signatures with.",
  });
  if (url !== marketplace.webhookUrl) await assertAllowed(context, "WebhookUrl", url);
  await db
    .update(marketplaces)
    .set({
      webhookUrl: url,
      ...(input.WebhookSecret !== "" && {
        webhookSecret: await sealWebhookSecret(config.settingsSecrets, marketplace.id, input.WebhookSecret),
        webhookSecretSetAt: now,
        webhookSecretSetBy: caller.userId,
      }),
    })
    .where(eq(marketplaces.id, marketplace.id));
}

/** Users wait for the answer, which may not take longer than ten seconds in all. */
const testing = { timeoutMs: 4_000, patienceMs: 2_000 };

export const testWebhook: Handler<Marketplaces["testWebhook"]> = async ({ MarketplaceId: id }, context) => {
  const { db, config } = context;
  const [marketplace] = await db.select({ id: marketplaces.id }).from(marketplaces).where(eq(marketplaces.id, id));
  if (!marketplace) throw notFound("This marketplace");
  const webhook = await webhookOf(config, db, id);
  if (webhook) return sendTest(webhook);
  const stored = await storedShop(db, id);
  if (stored) return testShop(context, stored);
  throw conflict("This marketplace uses the built-in channel, which needs no test.");
};

const stoppedCalling =
  "The shop has stopped calling, as shops do after several calls in a row have failed. It is told to call again when its orders are read next: within 15 minutes, or at once with “Read All Orders Now”.";

async function testShop({ config, db }: Context, stored: typeof shops.$inferSelect): Promise<WebhookTest> {
  const startedAt = performance.now();
  const result = (status: number | null, reason: string): WebhookTest => ({
    isAccepted: reason === "",
    status,
    milliseconds: Math.round(performance.now() - startedAt),
    reason,
  });
  let status: number | null = null;
  try {
    const { shop, client } = await openShop(config, db, stored, testing);
    const statusNow = () => client.exchanges.at(-1)?.status ?? null;
    try {
      const { currency, hasStopped } = await shop.test();
      if (currency !== "AUD")
        return result(statusNow(), `The shop sells in ${currency}. Orders must be in Australian dollars (AUD).`);
      return result(statusNow(), hasStopped ? stoppedCalling : "");
    } finally {
      status = statusNow();
    }
  } catch (error) {
    if (error instanceof ShopRefusal || error instanceof ShopUnavailable) return result(status, error.message);
    throw error;
  }
}
