/** How listings reach a marketplace: the built-in channel, or a webhook. */
import { eq } from "drizzle-orm";
import { webhookOf } from "#api/channels/channels.ts";
import { testWebhook as sendTest } from "#api/channels/webhook.ts";
import { sealWebhookSecret } from "#api/channels/webhook-secret.ts";
import { edited } from "#api/commands/edits.ts";
import { marketplaces } from "#api/database/schema/index.ts";
import type { Context } from "#api/operations/context.ts";
import type { Handler } from "#api/operations/handlers.ts";
import { assertPublicAddress, ForbiddenAddress } from "#api/outbound/guarded-fetch.ts";
import { conflict, invalid, notFound, refuse } from "#api/refusals/refusal.ts";
import { marketplaceChannel } from "#contract/marketplaces/edits.ts";
import type { Operations } from "#contract/operations.ts";

type Marketplaces = Operations["marketplaces"];

const isConfigured = "The channel of this marketplace is set by MARKETPLACE_WEBHOOKS, a variable of the environment.";

export const updateChannel: Handler<Marketplaces["updateChannel"]> = async (sent, context) => {
  const { db, config, caller, now } = context;
  const [marketplace] = await db
    .select()
    .from(marketplaces)
    .where(eq(marketplaces.id, sent.MarketplaceId))
    .for("no key update");
  if (!marketplace) throw notFound("This marketplace");
  if (config.webhooks[marketplace.id]) throw conflict(isConfigured);
  const input = edited(sent, marketplaceChannel(marketplace));
  if (input.Channel === "builtIn") {
    await db
      .update(marketplaces)
      .set({ webhookUrl: null, webhookSecret: null, webhookSecretSetAt: null, webhookSecretSetBy: null })
      .where(eq(marketplaces.id, marketplace.id));
    return null;
  }
  const url = input.WebhookUrl ?? marketplace.webhookUrl ?? "";
  refuse({
    WebhookUrl: url === "" && "Please enter the address of the webhook.",
    WebhookSecret:
      input.WebhookSecret === "" &&
      marketplace.webhookSecret === null &&
      "Please enter the secret that the webhook checks signatures with.",
  });
  if (url !== marketplace.webhookUrl) await assertAllowed(context, url);
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
  return null;
};

async function assertAllowed({ config }: Context, url: string): Promise<void> {
  await assertPublicAddress(url, config.allowPrivateWebhooks).catch((error: unknown) => {
    throw error instanceof ForbiddenAddress ? invalid({ WebhookUrl: [error.message] }) : error;
  });
}

export const testWebhook: Handler<Marketplaces["testWebhook"]> = async ({ MarketplaceId: id }, { db, config }) => {
  const [marketplace] = await db.select({ id: marketplaces.id }).from(marketplaces).where(eq(marketplaces.id, id));
  if (!marketplace) throw notFound("This marketplace");
  const webhook = await webhookOf(config, db, id);
  if (!webhook) throw conflict("This marketplace uses the built-in channel, which needs no test.");
  return sendTest(webhook);
};
