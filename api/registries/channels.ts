/** How products and events reach a marketplace: its webhook, its shop, or the built-in channel. */
import { builtIn } from "#api/areas/channels/built-in.ts";
import type { Channel } from "#api/areas/channels/channel.ts";
import { type WebhookSettings, webhookOf } from "#api/areas/channels/stored-webhook.ts";
import { postEvent, webhook } from "#api/areas/channels/webhook.ts";
import { openShop, type StoredShop, storedShop } from "#api/areas/shops/open-shop.ts";
import { refusalAsOutcome } from "#api/areas/shops/refusal-outcome.ts";
import { sendToShop } from "#api/areas/shops/send-to-shop.ts";
import type { Db } from "#api/core/database/connection.ts";
import type { SendEvent } from "#api/core/outbox/deliver.ts";

/** Returns how to get a marketplace's channel. Read each time, because it may change. */
export function channelsOf(config: WebhookSettings, db: Db): (marketplaceId: number) => Promise<Channel> {
  return async (marketplaceId) => {
    const target = await webhookOf(config, db, marketplaceId);
    if (target) return webhook(target);
    const shop = await storedShop(db, marketplaceId);
    return shop ? shopChannel(config, db, shop) : builtIn;
  };
}

/** Opened for each listing, because its address and keys may change. */
function shopChannel(config: WebhookSettings, db: Db, stored: StoredShop): Channel {
  const send = (event: "publish" | "withdraw") =>
    refusalAsOutcome(async (listing, startedAt) =>
      (await openShop(config, db, stored)).shop[event](listing, startedAt),
    );
  return { publish: send("publish"), withdraw: send("withdraw") };
}

/** Returns how to send an event of the outbox. The built-in channel hears none. */
export function eventSender(config: WebhookSettings, db: Db): SendEvent {
  return async ({ marketplaceId, body }, patienceMs) => {
    const target = await webhookOf(config, db, marketplaceId);
    if (target) return postEvent(target, body, patienceMs);
    const shop = await storedShop(db, marketplaceId);
    return shop && sendToShop(config, db, shop, body);
  };
}
