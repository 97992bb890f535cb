import type { Config } from "#api/config.ts";
import { builtIn } from "./built-in.ts";
import type { Channel } from "./channel.ts";
import { webhook } from "./webhook.ts";

/** Returns the channel of each marketplace: its configured webhook, or the built-in channel. */
export function channelsOf({ webhooks }: Pick<Config, "webhooks">): (marketplaceId: number) => Channel {
  const configured = new Map(Object.entries(webhooks).map(([id, target]) => [Number(id), webhook(target)]));
  return (marketplaceId) => configured.get(marketplaceId) ?? builtIn;
}
