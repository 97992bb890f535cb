/**
 * Reads the orders of shops: one after a webhook has announced it, and all that have changed every fifteen minutes, so
 * that an order comes in even if one of the two fails. Safe to run in several processes at once.
 */
import { and, eq, gt, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Config } from "#api/core/config.ts";
import { claimDue } from "#api/core/database/claim-due.ts";
import { shopOrders, shops } from "#api/core/database/schema/index.ts";
import { notify } from "#api/core/notifications/notify.ts";
import { usersWith } from "#api/core/notifications/people.ts";
import { pauseAfter } from "#api/core/outbox/deliver.ts";
import { longOutageSince, namesOf } from "#api/core/outbox/outages.ts";
import { type OpenShop, openShop, type StoredShop, storedShop } from "./open-shop.ts";
import { type ShopOrder, ShopRefusal, ShopUnavailable } from "./shop.ts";
import { type Taking, takeOrder } from "./take-order.ts";

export const readingEveryMs = 15 * 60_000;
const againAfterMs = 60_000;
/** Shops may show a change a little later than they date it. */
const overlapMs = 5 * 60_000;
/** Announced orders that one process reads at a time. */
const atOnce = 20;
/** Longer than reading them takes. */
const claimMs = 10 * 60_000;
/** Half a day of growing pauses. */
const mostAttempts = 20;

/** Where the shop of a marketplace calls. */
export const shopAddress = ({ apiPublicUrl }: Pick<Config, "apiPublicUrl">, marketplaceId: number): string =>
  `${apiPublicUrl}/shops/${marketplaceId}/orders`;

const isShopFailure = (error: unknown): error is Error =>
  error instanceof ShopUnavailable || error instanceof ShopRefusal;

/** Does everything that is due. */
export async function readShops(taking: Taking, now: Date): Promise<void> {
  await readQueued(taking, now);
  for (const shop of await claimShops(taking, now)) await readShop(taking, shop, now);
}

const claimShops = ({ database: { db } }: Taking, now: Date): Promise<StoredShop[]> =>
  claimDue(db, shops, {
    due: lte(shops.nextReadAt, now),
    first: shops.nextReadAt,
    lease: { nextReadAt: new Date(now.getTime() + readingEveryMs) },
  });

/** Reads all orders that were changed since the last time. What was read before a failure is not read again. */
async function readShop(taking: Taking, stored: StoredShop, now: Date): Promise<void> {
  const { config, database, log } = taking;
  const isShop = eq(shops.marketplaceId, stored.marketplaceId);
  try {
    const { shop, client } = await openShop(config, database.db, stored);
    const { hadStopped, aheadMs: own } = await shop.subscribe(shopAddress(config, stored.marketplaceId));
    // What answers for the shop may have another clock than the shop: the earlier one leaves no order out.
    const aheadMs = Math.min(client.aheadMs, own ?? client.aheadMs);
    let readUntil = new Date(stored.readUntil.getTime() - wentBackBy(stored.aheadMs, aheadMs));
    await database.db
      .update(shops)
      .set({ aheadMs, readUntil, ...(hadStopped && { callsResumedAt: now }) })
      .where(isShop);
    for await (const page of shop.ordersChangedSince(new Date(readUntil.getTime() - overlapMs))) {
      for (const order of page) await takeOrder(taking, onItsClock({ ...stored, aheadMs }), order);
      readUntil = latest(readUntil, page);
      await database.db.update(shops).set({ readUntil }).where(isShop);
    }
    await database.db.update(shops).set({ readAt: now, problem: "", failingSince: null, toldAt: null }).where(isShop);
  } catch (error) {
    if (!isShopFailure(error)) log.error({ err: error, marketplace: stored.marketplaceId }, "reading a shop failed");
    const isWorthRepeating = !(error instanceof ShopRefusal);
    await database.db
      .update(shops)
      .set({
        problem: isShopFailure(error) ? error.message : "The orders could not be read due to an unexpected error.",
        failingSince: sql`coalesce(${shops.failingSince}, ${now})`,
        ...(isWorthRepeating && { nextReadAt: new Date(now.getTime() + againAfterMs) }),
      })
      .where(isShop);
  }
}

/** Orders are dated by the clock of their shop. After it was put back, they are dated as some that have been read. */
const wentBackBy = (beforeMs: number, nowMs: number): number => Math.max(0, beforeMs - nowMs);

/** The shop with the moment of connecting as its clock showed it. */
const onItsClock = (stored: StoredShop): StoredShop => ({
  ...stored,
  connectedAt: new Date(stored.connectedAt.getTime() + stored.aheadMs),
});

const latest = (before: Date, page: readonly Pick<ShopOrder, "changedAt">[]): Date =>
  new Date(Math.max(before.getTime(), ...page.map(({ changedAt }) => Date.parse(changedAt))));

/** Has the order read soon, because the shop says that it was made or changed. */
export async function queueOrder(
  { db }: Pick<Taking["database"], "db">,
  marketplaceId: number,
  shopId: string,
  now: Date,
): Promise<void> {
  const due = { nextAttemptAt: now, attempts: 0 };
  await db
    .insert(shopOrders)
    .values({ marketplaceId, shopId, ...due })
    .onConflictDoUpdate({ target: [shopOrders.marketplaceId, shopOrders.shopId], set: due });
}

type Queued = Pick<typeof shopOrders.$inferSelect, "marketplaceId" | "shopId" | "attempts" | "nextAttemptAt">;

async function readQueued(taking: Taking, now: Date): Promise<void> {
  const announced = await claimQueued(taking, now);
  const opened = new Map<number, { stored: StoredShop; open: OpenShop } | undefined>();
  for (const order of announced) {
    const { marketplaceId, shopId } = order;
    const isClaimed = and(
      eq(shopOrders.marketplaceId, marketplaceId),
      eq(shopOrders.shopId, shopId),
      eq(shopOrders.nextAttemptAt, order.nextAttemptAt as Date),
    );
    const note = (values: Partial<typeof shopOrders.$inferInsert>) =>
      taking.database.db.update(shopOrders).set(values).where(isClaimed);
    try {
      if (!opened.has(marketplaceId)) opened.set(marketplaceId, await opening(taking, marketplaceId));
      const shop = opened.get(marketplaceId);
      const found = await shop?.open.shop.order(shopId);
      if (shop && found) await takeOrder(taking, onItsClock(shop.stored), found);
      await note({ nextAttemptAt: null });
    } catch (error) {
      if (!isShopFailure(error)) taking.log.error({ err: error, marketplaceId, shopId }, "reading an order failed");
      await note(afterFailure(order, error, now));
    }
  }
}

async function opening({ database: { db }, config }: Taking, marketplaceId: number) {
  const stored = await storedShop(db, marketplaceId);
  return stored && { stored, open: await openShop(config, db, stored) };
}

const claimQueued = ({ database: { db } }: Taking, now: Date): Promise<Queued[]> =>
  claimDue(db, shopOrders, {
    due: and(isNotNull(shopOrders.nextAttemptAt), lte(shopOrders.nextAttemptAt, now)),
    first: shopOrders.nextAttemptAt,
    limit: atOnce,
    lease: { nextAttemptAt: new Date(now.getTime() + claimMs), attempts: sql`${shopOrders.attempts} + 1` },
  });

function afterFailure({ attempts }: Queued, error: unknown, now: Date): Partial<typeof shopOrders.$inferInsert> {
  if (attempts < mostAttempts) return { nextAttemptAt: new Date(now.getTime() + pauseAfter(attempts)) };
  const reason = isShopFailure(error) ? error.message : "An unexpected error.";
  return { nextAttemptAt: null, problem: `The order could not be read. ${reason}`, problemAt: now };
}

/** Notifies people of shops whose orders could not be read for an hour, once for each outage. */
export async function notifyOfFailingShops(
  taking: Pick<Taking, "database" | "jobs" | "config">,
  now: Date,
): Promise<void> {
  const { database, ...parts } = taking;
  await database.transaction(async (db) => {
    const failing = await claimDue(db, shops, {
      due: and(isNull(shops.toldAt), lte(shops.failingSince, longOutageSince(now)), gt(shops.problem, "")),
      first: shops.marketplaceId,
      lease: { toldAt: now },
    });
    for (const { id, name } of await namesOf(db, failing)) {
      await notify({ db, ...parts }, await usersWith(db, "Administrator", "Operator"), {
        kind: "unreachable",
        title: `The orders of the shop of ${name} could not be read for an hour`,
        path: `/marketplaces/${id}`,
        topic: `the shop of marketplace ${id}`,
      });
    }
  });
}
