/** The shop of a marketplace: how it is reached, and its orders that somebody has to look at. */
import { randomBytes } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import { assertAllowed } from "#api/areas/shared/allowed-address.ts";
import { fullName } from "#api/areas/shared/users.ts";
import { shopKindsByName } from "#api/areas/shops/kinds.ts";
import { type ShopSecrets, type StoredShop, sealShopSecrets, shopSecretsOf } from "#api/areas/shops/open-shop.ts";
import { queueOrder, shopAddress } from "#api/areas/shops/read-orders.ts";
import type { Db } from "#api/core/database/connection.ts";
import { marketplaceProducts, shopKeys, shopOrders, shops, users } from "#api/core/database/schema/index.ts";
import { byText, pageOf } from "#api/core/lists/page-of.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound, refuse } from "#api/core/refusals/refusal.ts";
import { MarketplaceProductStatus, MarketplaceSyncStatus } from "#contract/enumerations.ts";
import type { ShopKindName, shopSchema } from "#contract/marketplaces/shops.ts";
import type { Operations } from "#contract/operations.ts";
import { dayMs } from "#contract/rules/dates.ts";

type Marketplaces = Operations["marketplaces"];

interface Connecting {
  MarketplaceId: number;
  kind: ShopKindName;
  ShopUrl?: string | undefined;
  ShopKey?: string | undefined;
  ShopSecret: string;
  ShopClientSecret: string;
}

/** The address of a shop as it is stored: with its scheme, and without a slash at the end. */
function addressIn(typed: string): string {
  let end = typed.length;
  while (typed[end - 1] === "/") end -= 1;
  const address = typed.slice(0, end);
  return /^[a-z]+:/i.test(address) ? address : `https://${address}`;
}

/**
 * Connects the marketplace with a shop, or changes how it is reached. Another shop knows nothing of what the one before
 * it was sent: all listings are published there.
 * @throws Refusal 422
 */
export async function connectShop(context: Context, before: StoredShop | undefined, input: Connecting): Promise<void> {
  const { db, config, caller, now } = context;
  const { MarketplaceId: marketplaceId, kind } = input;
  const typed = input.ShopUrl ?? before?.url ?? "";
  const url = typed === "" ? "" : addressIn(typed);
  const isSame = before !== undefined && before.kind === kind && before.url === url;
  const known = isSame ? await shopSecretsOf(config, before) : undefined;
  const key = kind === "wooCommerce" ? (input.ShopKey ?? before?.key ?? "") : "";
  const secrets = secretsFor(input, known);
  refuse({
    ShopUrl: url === "" && "Please enter the address of the shop.",
    ShopKey: kind === "wooCommerce" && key === "" && "Please enter the consumer key.",
    ShopSecret:
      secrets.secret === "" &&
      (kind === "wooCommerce" ? "Please enter the consumer secret." : "Please enter the access token."),
    ShopClientSecret: secrets.webhookSecret === "" && "Please enter the client secret of the app.",
  });
  if (!isSame) await assertAllowed(context, "ShopUrl", url);
  const isTyped = input.ShopSecret !== "" || input.ShopClientSecret !== "" || known === undefined;
  const reached = {
    kind,
    url,
    key,
    nextReadAt: now,
    ...(isTyped && {
      secrets: await sealShopSecrets(config, marketplaceId, secrets),
      secretsSetAt: now,
      secretsSetBy: caller.userId,
    }),
  };
  if (isSame) {
    await db.update(shops).set(reached).where(eq(shops.marketplaceId, marketplaceId));
    return;
  }
  await deleteShop(db, marketplaceId);
  await db.insert(shops).values({
    ...reached,
    secrets: reached.secrets ?? "",
    secretsSetAt: now,
    secretsSetBy: caller.userId,
    marketplaceId,
    callerId: sql`nextval(pg_get_serial_sequence('users', 'id'))`,
    // Shops date their orders in whole seconds.
    connectedAt: new Date(Math.floor(now.getTime() / 1_000) * 1_000),
    readUntil: now,
  });
  await db
    .update(marketplaceProducts)
    .set({ syncStatus: MarketplaceSyncStatus.updatesPending, syncError: null, marketplaceSku: null })
    .where(
      and(
        eq(marketplaceProducts.marketplaceId, marketplaceId),
        eq(marketplaceProducts.status, MarketplaceProductStatus.approved),
        ne(marketplaceProducts.syncStatus, MarketplaceSyncStatus.updating),
      ),
    );
}

/** WooCommerce signs webhooks with a secret of ours, and Shopify with that of its app. */
function secretsFor({ kind, ShopSecret, ShopClientSecret }: Connecting, known: ShopSecrets | undefined): ShopSecrets {
  const own = known?.webhookSecret ?? randomBytes(24).toString("base64url");
  return {
    secret: ShopSecret || (known?.secret ?? ""),
    webhookSecret: kind === "wooCommerce" ? own : ShopClientSecret || (known?.webhookSecret ?? ""),
  };
}

export async function deleteShop(db: Db, marketplaceId: number): Promise<void> {
  for (const table of [shops, shopKeys, shopOrders])
    await db.delete(table).where(eq(table.marketplaceId, marketplaceId));
}

/** That a shop had stopped calling is shown for so long. */
const resumedShownMs = 7 * dayMs;

/** @param isEditor may see the key */
export async function shopOf(
  { db, config, now }: Pick<Context, "db" | "config" | "now">,
  marketplaceId: number,
  isEditor: boolean,
): Promise<z.output<typeof shopSchema> | null> {
  const [found] = await db
    .select({ shop: shops, setBy: fullName })
    .from(shops)
    .leftJoin(users, eq(users.id, shops.secretsSetBy))
    .where(eq(shops.marketplaceId, marketplaceId));
  if (!found) return null;
  const { shop, setBy } = found;
  const isShownSince = new Date(now.getTime() - resumedShownMs);
  return {
    url: shop.url,
    key: isEditor ? shop.key : null,
    secretSetDate: shop.secretsSetAt.toISOString(),
    secretSetByUserFullName: setBy,
    provenWith: shopKindsByName[shop.kind].provenWith,
    webhookAddress: shopAddress(config, marketplaceId),
    callsResumedDate:
      shop.callsResumedAt && shop.callsResumedAt > isShownSince ? shop.callsResumedAt.toISOString() : null,
    readDate: shop.readAt?.toISOString() ?? null,
    problem: shop.problem,
    problemOrders: await db.$count(shopOrders, hasProblem(marketplaceId)),
  };
}

const hasProblem = (marketplaceId: number) =>
  and(eq(shopOrders.marketplaceId, marketplaceId), ne(shopOrders.problem, ""));

export const orders: Handler<Marketplaces["shopOrders"]> = async ({ marketplaceId, shopOrderId, ...input }, { db }) => {
  const page = await pageOf(
    db,
    {
      rows: db
        .select({
          id: shopOrders.shopId,
          number: shopOrders.number,
          state: shopOrders.state,
          problem: shopOrders.problem,
          problemAt: shopOrders.problemAt,
        })
        .from(shopOrders)
        .$dynamic(),
      visible: undefined,
      filters: [hasProblem(marketplaceId), shopOrderId ? eq(shopOrders.shopId, shopOrderId) : undefined],
      sort: { problemAt: shopOrders.problemAt, number: byText(shopOrders.number) },
      uniqueKey: shopOrders.shopId,
    },
    input,
  );
  return {
    ...page,
    items: page.items.map(({ problemAt, ...row }) => ({ ...row, problemDate: problemAt?.toISOString() ?? null })),
  };
};

export const readAll: Handler<Marketplaces["readShopOrders"]> = async ({ MarketplaceId: id }, { db, now }) => {
  const read = await db
    .update(shops)
    .set({ nextReadAt: now })
    .where(eq(shops.marketplaceId, id))
    .returning({ id: shops.marketplaceId });
  if (read.length === 0) throw notFound("This shop");
  return null;
};

export const readOne: Handler<Marketplaces["readShopOrder"]> = async (input, { db, now }) => {
  const order = await lockShopOrder(db, input);
  await queueOrder({ db }, order.marketplaceId, order.shopId, now);
  return null;
};

export const leaveOut: Handler<Marketplaces["leaveOutShopOrder"]> = async (input, { db }) => {
  const order = await lockShopOrder(db, input);
  await db
    .update(shopOrders)
    .set({
      problem: "",
      dealtWith: order.problem,
      nextAttemptAt: null,
      ...(order.state !== "taken" && { state: "leftOut" }),
    })
    .where(isOrder(input));
  return null;
};

const isOrder = ({ MarketplaceId, ShopOrderId }: { MarketplaceId: number; ShopOrderId: string }) =>
  and(eq(shopOrders.marketplaceId, MarketplaceId), eq(shopOrders.shopId, ShopOrderId));

/** @throws Refusal 404 */
async function lockShopOrder(db: Db, input: { MarketplaceId: number; ShopOrderId: string }) {
  const [order] = await db.select().from(shopOrders).where(isOrder(input)).for("update");
  if (!order) throw notFound("This order");
  return order;
}
