/** The product feed of a marketplace, which services such as Google Merchant Center fetch by its secret address. */
import { createHash, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { feedSecret, isFeedSecret } from "#api/areas/channels/feed/address.ts";
import { feedFiles } from "#api/areas/channels/feed/feed-file.ts";
import { feedItems } from "#api/areas/channels/feed/items.ts";
import { feedXml } from "#api/areas/channels/feed/xml.ts";
import { edited } from "#api/core/commands/edits.ts";
import type { Config } from "#api/core/config.ts";
import { marketplaces } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, notFound } from "#api/core/refusals/refusal.ts";
import { marketplaceFeed } from "#contract/marketplaces/edits.ts";
import type { Operations } from "#contract/operations.ts";

type Marketplaces = Operations["marketplaces"];
type StoredMarketplace = typeof marketplaces.$inferSelect;

const fileOf = feedFiles();

/** The feed in the form of the contract. Its address is only for callers who may edit it. */
export function feedOf(
  { id, feedNonce, feedProductLink }: Pick<StoredMarketplace, "id" | "feedNonce" | "feedProductLink">,
  mayEdit: boolean,
  { settingsSecrets, publicUrl }: Config,
) {
  return {
    isOn: feedNonce !== null,
    productLink: feedProductLink,
    url:
      feedNonce !== null && mayEdit
        ? `${publicUrl}/feeds/${id}/${feedSecret(settingsSecrets, id, feedNonce)}.xml`
        : null,
  };
}

export const updateFeed: Handler<Marketplaces["updateFeed"]> = async (sent, { db }) => {
  const [marketplace] = await db
    .select()
    .from(marketplaces)
    .where(eq(marketplaces.id, sent.MarketplaceId))
    .for("no key update");
  if (!marketplace) throw notFound("This marketplace");
  const { feedNonce: nonce, feedProductLink: productLink } = marketplace;
  const input = edited(sent, marketplaceFeed({ feed: { isOn: nonce !== null, productLink } }));
  await db
    .update(marketplaces)
    .set({ feedNonce: input.IsOn ? (nonce ?? randomUUID()) : null, feedProductLink: input.ProductLink })
    .where(eq(marketplaces.id, marketplace.id));
  return null;
};

export const renewFeedAddress: Handler<Marketplaces["renewFeedAddress"]> = async ({ MarketplaceId: id }, { db }) => {
  const [marketplace] = await db
    .select({ nonce: marketplaces.feedNonce })
    .from(marketplaces)
    .where(eq(marketplaces.id, id))
    .for("no key update");
  if (!marketplace) throw notFound("This marketplace");
  if (marketplace.nonce === null) throw conflict("The product feed of this marketplace is off.");
  await db.update(marketplaces).set({ feedNonce: randomUUID() }).where(eq(marketplaces.id, id));
  return null;
};

export const feed: Handler<Marketplaces["feed"]> = async ({ marketplaceId, secret }, { db, config, now }) => {
  const [marketplace] = await db.select().from(marketplaces).where(eq(marketplaces.id, marketplaceId));
  const nonce = marketplace?.feedNonce ?? null;
  if (!marketplace || nonce === null || !isFeedSecret(config.settingsSecrets, marketplaceId, nonce, secret))
    throw notFound("This product feed");
  const { name, feedProductLink: productLink } = marketplace;
  const settings = createHash("sha256")
    .update(JSON.stringify([name, productLink]))
    .digest("hex")
    .slice(0, 16);
  const source = { db, config, marketplaceId, productLink, now };
  const file = await fileOf(`${marketplaceId}-${settings}`, () =>
    feedXml({ title: name, link: config.publicUrl }, feedItems(source)),
  );
  return { contentType: "application/xml; charset=utf-8", version: file.version, content: file.open(), isPublic: true };
};
