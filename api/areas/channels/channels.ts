import { eq } from "drizzle-orm";
import { openShop, type StoredShop, storedShop } from "#api/areas/shops/open-shop.ts";
import { refusalAsOutcome } from "#api/areas/shops/refusal-outcome.ts";
import type { Config } from "#api/core/config.ts";
import type { Db } from "#api/core/database/connection.ts";
import { marketplaces } from "#api/core/database/schema/index.ts";
import { builtIn } from "./built-in.ts";
import type { Channel } from "./channel.ts";
import { type Webhook, webhook } from "./webhook.ts";
import { openWebhookSecret } from "./webhook-secret.ts";

type Settings = Pick<Config, "webhooks" | "settingsSecrets" | "allowPrivateWebhooks">;

/** Returns how to get a marketplace's channel. Read each time, because it may change. */
export function channelsOf(config: Settings, db: Db): (marketplaceId: number) => Promise<Channel> {
  return async (marketplaceId) => {
    const target = await webhookOf(config, db, marketplaceId);
    if (target) return webhook(target);
    const shop = await storedShop(db, marketplaceId);
    return shop ? shopChannel(config, db, shop) : builtIn;
  };
}

/** Opened for each listing, because its address and keys may change. */
function shopChannel(config: Settings, db: Db, stored: StoredShop): Channel {
  const send = (event: "publish" | "withdraw") =>
    refusalAsOutcome(async (listing, startedAt) =>
      (await openShop(config, db, stored)).shop[event](listing, startedAt),
    );
  return { publish: send("publish"), withdraw: send("withdraw") };
}

/**
 * Returns the webhook of a marketplace; undefined for the other channels. A webhook of the environment takes
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
