/** Makes the orders of shops orders of this system, and follows what happens to them in the shop. */
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import { place } from "#api/areas/orders/place.ts";
import { shopCaller } from "#api/core/access/keys.ts";
import type { Config } from "#api/core/config.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { marketplaces, shopOrders, type TakenLine } from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { transactionBy } from "#api/core/history/author.ts";
import type { Jobs } from "#api/core/jobs/jobs.ts";
import { notify } from "#api/core/notifications/notify.ts";
import { usersWith } from "#api/core/notifications/people.ts";
import { type Context, createContext } from "#api/core/operations/context.ts";
import { Refusal } from "#api/core/refusals/refusal.ts";
import { operations } from "#contract/operations.ts";
import type { PlacedOrder } from "#contract/orders/placing.ts";
import { at } from "#contract/rules/at.ts";
import { followOrder } from "./follow-order.ts";
import type { StoredShop } from "./open-shop.ts";
import { contentOf, orderToPlace, type ToPlace } from "./order-to-place.ts";
import { type ShopOrder, ShopRefusal, type UnreadableOrder } from "./shop.ts";

export interface Taking {
  database: Pick<Database, "db" | "transaction">;
  config: Config;
  jobs: Pick<Jobs, "enqueue">;
  log: FastifyBaseLogger;
}

interface InTransaction extends Omit<Taking, "database"> {
  db: Db;
}

type StoredOrder = typeof shopOrders.$inferSelect;
type Values = Partial<typeof shopOrders.$inferInsert>;

const isOrder = (marketplaceId: number, shopId: string) =>
  and(eq(shopOrders.marketplaceId, marketplaceId), eq(shopOrders.shopId, shopId));

/**
 * Brings this system to what the shop says now. Safe to repeat, and to call for several versions of an order in any
 * sequence: only the newest counts.
 */
export async function takeOrder(taking: Taking, shop: StoredShop, order: ShopOrder | UnreadableOrder): Promise<void> {
  const { marketplaceId } = shop;
  if ("unreadable" in order) return setAside(taking, marketplaceId, order);
  try {
    const asShop = transactionBy(taking.database, { userId: shop.callerId, way: "shop" });
    await asShop((db) => follow({ ...taking, db }, shop, order));
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof ShopRefusal)) throw error;
    // The transaction was rolled back; the reason is stored instead.
    await taking.database.transaction(async (db) => {
      const stored = await lockShopOrder(db, marketplaceId, order);
      if (stored.changedAt > order.changedAt || stored.state === "taken") return;
      await storeResult({ ...taking, db }, stored, order, { state: "refused", problem: sentenceOf(error) });
    });
  }
}

/** Has a person look at an order that cannot be read, also one that was taken before. */
async function setAside(taking: Taking, marketplaceId: number, order: UnreadableOrder): Promise<void> {
  await taking.database.transaction(async (db) => {
    const stored = await lockShopOrder(db, marketplaceId, order);
    if (stored.changedAt > order.changedAt || stored.state === "leftOut") return;
    const state = stored.state === "taken" ? "taken" : "refused";
    await storeResult({ ...taking, db }, stored, order, { state, problem: order.unreadable });
  });
}

/** The reasons field by field, if there are any: the detail alone would say too little. */
function sentenceOf(error: Error): string {
  const fields = error instanceof Refusal && error.errors ? Object.entries(error.errors) : [];
  return [error.message, ...fields.map(([field, why]) => `${field}: ${why.join(" ")}`)].join(" ").slice(0, 2_000);
}

async function lockShopOrder(db: Db, marketplaceId: number, { id }: Pick<ShopOrder, "id">): Promise<StoredOrder> {
  await db.insert(shopOrders).values({ marketplaceId, shopId: id }).onConflictDoNothing();
  return at(await db.select().from(shopOrders).where(isOrder(marketplaceId, id)).for("update"), 0);
}

type Change = Values & { problem?: string };

/** Stores the result of reading, and notifies people of a new problem. One that they have dealt with does not come back. */
async function storeResult(
  taking: InTransaction,
  { marketplaceId, shopId, ...before }: StoredOrder,
  { number, changedAt }: Pick<ShopOrder, "number" | "changedAt">,
  { problem = "", ...values }: Change,
): Promise<void> {
  const isNew = problem !== before.problem;
  const isDealtWith = problem === before.dealtWith;
  const { db } = taking;
  await db
    .update(shopOrders)
    .set({
      number: number || before.number,
      changedAt,
      problem: isDealtWith ? "" : problem,
      problemAt: isNew ? new Date() : before.problemAt,
      ...values,
    })
    .where(isOrder(marketplaceId, shopId));
  if (isNew && !isDealtWith) await notifyOfProblem(taking, marketplaceId, number || before.number || shopId);
}

async function notifyOfProblem(taking: InTransaction, marketplaceId: number, number: string) {
  const { db } = taking;
  const [marketplace] = await db
    .select({ name: marketplaces.name })
    .from(marketplaces)
    .where(eq(marketplaces.id, marketplaceId));
  await notify(taking, await usersWith(db, "Administrator", "Operator"), {
    kind: "failed",
    title: `Order ${number} of the shop of ${marketplace?.name} needs somebody to look at it`,
    path: `/marketplaces/${marketplaceId}/shop-orders`,
    topic: `orders of the shop of marketplace ${marketplaceId}`,
  });
}

/** @throws Refusal or ShopRefusal if it cannot become an order here */
async function follow(taking: InTransaction, shop: StoredShop, order: ShopOrder) {
  const { db } = taking;
  const stored = await lockShopOrder(db, shop.marketplaceId, order);
  if (stored.changedAt > order.changedAt) return;
  await storeResult(taking, stored, order, await changeOrder(contextFor(taking, shop), shop, stored, order));
}

async function changeOrder(context: Context, shop: StoredShop, stored: StoredOrder, order: ShopOrder): Promise<Change> {
  if (stored.state === "leftOut") return {};
  if (stored.state === "taken") return followOrder(context, stored, order);
  if (new Date(order.orderedAt) < shop.connectedAt) return { state: "leftOut" };
  // An order that was cancelled, or moved to the trash, may be paid later.
  return order.state === "paid" ? placeShopOrder(context, shop, order) : { state: "unpaid" };
}

/** Places the order, and enters the refunds that were made before it came here. */
async function placeShopOrder(context: Context, { marketplaceId }: StoredShop, order: ShopOrder): Promise<Change> {
  if (order.sumProblem) throw new ShopRefusal(order.sumProblem);
  const toPlace = orderToPlace(marketplaceId, order, context.config.gstRate);
  const answer = await place({ ...toPlace.input, Id: randomUUID() }, context);
  const lines = linesOf(toPlace, answer);
  const content = contentOf(order);
  const none = { refundIds: [], isCancelled: false, number: order.number };
  const followed = await followOrder(context, { lines, taken: content, ...none }, order);
  return { state: "taken", lines, taken: content, ...followed };
}

function linesOf({ lineIds }: ToPlace, { lines }: PlacedOrder): TakenLine[] {
  const found = new Map<string, number[]>();
  for (const [i, lineId] of lineIds.entries()) {
    const lineItemId = lines[i]?.lineItemId;
    if (lineItemId !== undefined) found.set(lineId, [...(found.get(lineId) ?? []), lineItemId]);
  }
  return [...found].map(([lineId, lineItemIds]) => ({ lineId, lineItemIds }));
}

function contextFor({ db, config, jobs, log }: InTransaction, shop: StoredShop): Context {
  return createContext(
    {
      config,
      jobs,
      log,
      db,
      files: databaseFiles,
      operation: operations.orders.place,
      caller: shopCaller(shop),
      transaction: (work) => work(db),
    },
    true,
  );
}
