import type { Config } from "#api/config.ts";
import { builtIn } from "./built-in.ts";
import type { Channel } from "./channel.ts";
import { webhook } from "./webhook.ts";

/** The way to each marketplace: the address that is configured for it, or the built-in one. */
export function channelsOf({ webhooks }: Pick<Config, "webhooks">): (marketplaceId: number) => Channel {
  const configured = new Map(Object.entries(webhooks).map(([id, target]) => [Number(id), webhook(target)]));
  return (marketplaceId) => configured.get(marketplaceId) ?? builtIn;
}
