import { eq } from "drizzle-orm";
import type { Config } from "#api/config.ts";
import type { Db } from "#api/database/connection.ts";
import { marketplaces } from "#api/database/schema/index.ts";
import { builtIn } from "./built-in.ts";
import type { Channel } from "./channel.ts";
import { type Webhook, webhook } from "./webhook.ts";
import { openWebhookSecret } from "./webhook-secret.ts";

type Settings = Pick<Config, "webhooks" | "settingsSecrets" | "allowPrivateWebhooks">;

/** Returns how to get a marketplace's channel: its webhook, or the built-in one. Read each time, because it may change. */
export function channelsOf(config: Settings, db: Db): (marketplaceId: number) => Promise<Channel> {
  return async (marketplaceId) => {
    const target = await webhookOf(config, db, marketplaceId);
    return target ? webhook(target) : builtIn;
  };
}

/**
 * Returns the webhook of a marketplace; undefined for the built-in channel. A webhook of the environment takes
 * precedence; whoever operates the machine may also name a private address.
 */
export async function webhookOf(
  { webhooks, settingsSecrets, allowPrivateWebhooks }: Settings,
  db: Db,
  marketplaceId: number,
): Promise<Webhook | undefined> {
  const configured = webhooks[marketplaceId];
  if (configured) return { ...configured, allowPrivate: true };
  const [stored] = await db
    .select({ url: marketplaces.webhookUrl, secret: marketplaces.webhookSecret })
    .from(marketplaces)
    .where(eq(marketplaces.id, marketplaceId));
  if (!stored?.url) return undefined;
  const secret = stored.secret && (await openWebhookSecret(settingsSecrets, marketplaceId, stored.secret));
  return { url: stored.url, secret: secret || undefined, allowPrivate: allowPrivateWebhooks };
}
