import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { addressOf } from "#api/areas/shared/address.ts";
import { fullName } from "#api/areas/shared/users.ts";
import type { Config } from "#api/core/config.ts";
import {
  marketplaceProducts,
  shops,
  supplierMarketplaces,
  marketplaces as table,
  users,
} from "#api/core/database/schema/index.ts";
import { byText, contains, pageOf } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import { MarketplaceProductStatus, SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import type { Channel } from "#contract/marketplaces/schema.ts";
import type { ShopKindName } from "#contract/marketplaces/shops.ts";
import type { Operations } from "#contract/operations.ts";
import { feedOf } from "./feed.ts";
import { shopOf } from "./shop.ts";

type Marketplaces = Operations["marketplaces"];
type StoredMarketplace = typeof table.$inferSelect;

/** All signed-in users may see the marketplaces; only the suppliers on them are private. */
export const list: Handler<Marketplaces["list"]> = async (input, { db }) => {
  const page = await pageOf(
    db,
    {
      rows: db.select({ id: table.id, name: table.name, isDisabled: table.isDisabled }).from(table).$dynamic(),
      visible: undefined,
      filters: [],
      sort: { name: byText(table.name) },
      uniqueKey: table.id,
    },
    input,
  );
  return { ...page, items: page.items.map(({ isDisabled, ...row }) => (isDisabled ? { ...row, isDisabled } : row)) };
};

const { pending, active } = SupplierMarketplaceStatus;

const agreementsOf = (statuses: number[]): SQL<number> =>
  sql<number>`(select count(*) from ${supplierMarketplaces} where ${eq(supplierMarketplaces.marketplaceId, table.id)} and ${inArray(supplierMarketplaces.status, statuses)})::int`;

const columns = {
  id: table.id,
  name: table.name,
  legalName: table.legalName,
  abn: table.abn,
  orderNumberPrefix: table.orderNumberPrefix,
  isDisabled: table.isDisabled,
  webhookUrl: table.webhookUrl,
  shopKind: sql<ShopKindName | null>`(select ${shops.kind} from ${shops} where ${shops.marketplaceId} = ${table.id})`,
  supplierCount: agreementsOf([pending, active]),
};

/** A webhook of the environment takes precedence over what is stored. */
const channelOf = (
  { id, webhookUrl, shopKind }: Pick<StoredMarketplace, "id" | "webhookUrl"> & { shopKind: ShopKindName | null },
  { webhooks }: Config,
): Channel => (webhooks[id] || webhookUrl ? "webhook" : (shopKind ?? "builtIn"));

export const manage: Handler<Marketplaces["manage"]> = async (input, { db, config }) => {
  const page = await pageOf(
    db,
    {
      rows: db.select(columns).from(table).$dynamic(),
      visible: undefined,
      filters: [contains(table.name, input.name), input.showActiveOnly ? eq(table.isDisabled, false) : undefined],
      sort: {
        name: byText(table.name),
        legalName: byText(table.legalName),
        orderNumberPrefix: byText(table.orderNumberPrefix),
        isDisabled: table.isDisabled,
      },
      uniqueKey: table.id,
    },
    input,
  );
  return {
    ...page,
    items: page.items.map(({ webhookUrl, shopKind, ...row }) => ({
      ...row,
      channel: channelOf({ ...row, webhookUrl, shopKind }, config),
    })),
  };
};

export const get: Handler<Marketplaces["get"]> = async ({ id }, context) => {
  const { db, caller, config } = context;
  const [row] = await db
    .select({
      ...columns,
      logoId: table.logoId,
      takesApplications: table.takesApplications,
      agentFrom: table.agentFrom,
      businessAddressId: table.businessAddressId,
      terms: table.terms,
      feedNonce: table.feedNonce,
      feedProductLink: table.feedProductLink,
      hasWebhookSecret: sql<boolean>`${table.webhookSecret} is not null`,
      setAt: table.webhookSecretSetAt,
      setBy: fullName,
      agreedCount: agreementsOf([active]),
      productCount: sql<number>`(select count(*) from ${marketplaceProducts} where ${eq(marketplaceProducts.marketplaceId, table.id)}
        and (${marketplaceProducts.isPublished} or ${eq(marketplaceProducts.status, MarketplaceProductStatus.approved)}))::int`,
    })
    .from(table)
    .leftJoin(users, eq(users.id, table.webhookSecretSetBy))
    .where(eq(table.id, id));
  if (!row) throw notFound("This marketplace");
  const { businessAddressId, terms, setAt, setBy, webhookUrl, shopKind, feedNonce, feedProductLink, ...shown } = row;
  const configured = config.webhooks[id];
  return {
    ...shown,
    channel: channelOf(row, config),
    clauses: terms,
    businessAddress: await addressOf(db, businessAddressId),
    // The address may contain a key.
    webhookUrl: caller.permissions.marketplaces.edit ? (configured?.url ?? webhookUrl) : null,
    hasWebhookSecret: configured !== undefined || row.hasWebhookSecret,
    webhookSecretSetDate: configured ? null : (setAt?.toISOString() ?? null),
    webhookSecretSetByUserFullName: configured ? null : setBy,
    isChannelConfigured: configured !== undefined,
    shop: configured || !shopKind ? null : await shopOf(context, id, caller.permissions.marketplaces.edit),
    feed: feedOf({ id, feedNonce, feedProductLink }, caller.permissions.marketplaces.edit, config),
  };
};
