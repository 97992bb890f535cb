import { and, asc, desc, eq, exists, sql } from "drizzle-orm";
import { described, type StoredSource } from "#api/areas/products/source/files.ts";
import { type Source, sameTitles } from "#api/areas/products/source/source.ts";
import type { Db } from "#api/core/database/connection.ts";
import { processes, sourceFiles, stockFeedRuns, stockFeeds, suppliers } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import type { OutputOf } from "#contract/operation.ts";
import type { Operations } from "#contract/operations.ts";
import type { StockFeed } from "#contract/stock-feeds/schema.ts";
import { assertManagesFeeds, feedWith, isRunAtWork, receivedColumns, type StoredFeed } from "./policy.ts";

type Feeds = Operations["stockFeeds"];

const mostRuns = 30;

export const list: Handler<Feeds["list"]> = async ({ supplierId }, context) => {
  const { db } = context;
  await assertManagesFeeds(context, supplierId);
  const feeds = await db
    .select()
    .from(stockFeeds)
    .where(eq(stockFeeds.supplierId, supplierId))
    .orderBy(asc(sql`lower(${stockFeeds.name})`), asc(stockFeeds.id));
  return Promise.all(feeds.map((feed) => shown(db, feed, 1)));
};

export const get: Handler<Feeds["get"]> = async ({ id }, context) =>
  shown(context.db, await feedWith(context, id), mostRuns);

export const columns: Handler<Feeds["columns"]> = async ({ id }, context) => {
  const feed = await feedWith(context, id);
  const file = await receivedColumns(context.db, feed);
  if (!file) throw notFound("The file of this feed");
  return columnsNow(context, feed, file);
};

/** The feed's own assignment of columns comes before the last one for such a file. */
export async function columnsNow(
  context: Context,
  feed: StoredFeed,
  file: StoredSource,
): Promise<OutputOf<Feeds["columns"]>> {
  const columns = await described(context, file, feed.supplierId);
  const source = feed.source as Source | null;
  const { supplierId } = feed;
  if (source === null || !sameTitles(feed.titles, file.titles)) return { ...columns, supplierId };
  const { productTypeId, pricesIncludeGst, makesUnknown } = source;
  return {
    ...columns,
    supplierId,
    productTypeId,
    pricesIncludeGst,
    makesUnknown,
    columns: columns.columns.map((column) => ({
      ...column,
      field: source.columns.find((assigned) => assigned.Column === column.column)?.Field ?? null,
    })),
  };
}

async function shown(db: Db, feed: StoredFeed, most: number): Promise<StockFeed> {
  const runs = await db
    .select({
      run: stockFeedRuns,
      isStored: sql<boolean>`${exists(db.select({ one: sql`1` }).from(processes).where(eq(processes.id, stockFeedRuns.processId)))}`,
    })
    .from(stockFeedRuns)
    .where(eq(stockFeedRuns.feedId, feed.id))
    .orderBy(desc(stockFeedRuns.id))
    .limit(most);
  const [supplier] = await db.select({ name: suppliers.name }).from(suppliers).where(eq(suppliers.id, feed.supplierId));
  const atWork = await db.$count(stockFeedRuns, and(eq(stockFeedRuns.feedId, feed.id), isRunAtWork));
  const now = Date.now();
  return {
    id: feed.id,
    supplierId: feed.supplierId,
    supplierName: supplier?.name ?? "",
    name: feed.name,
    address: feed.address,
    userName: feed.userName,
    hasPassword: feed.password !== null && feed.publicKey === null,
    publicKey: feed.publicKey,
    hostKey: feed.hostKey,
    every: feed.every,
    isPaused: feed.isPaused,
    isAssigned: feed.source !== null,
    canAssign: (await db.$count(sourceFiles, eq(sourceFiles.userId, feed.callerId))) > 0,
    isBusy:
      atWork > 0 ||
      (feed.claimedUntil?.getTime() ?? 0) > now ||
      (feed.nextReadAt !== null && feed.nextReadAt.getTime() <= now),
    readDate: feed.readAt?.toISOString() ?? null,
    nextReadDate: feed.nextReadAt?.toISOString() ?? null,
    problem: feed.problem,
    runs: runs.map(({ run, isStored }) => ({
      id: run.id,
      startedDate: run.startedAt.toISOString(),
      outcome: run.outcome,
      rows: run.rows,
      changed: run.changed,
      refused: run.refused,
      problem: run.problem,
      processId: isStored ? run.processId : null,
    })),
  };
}
