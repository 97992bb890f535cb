/** Periodically starts the synchronisation of changed listings, without anybody pressing a button. */
import { and, eq, exists, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { claimDue } from "#api/core/database/claim-due.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { marketplaceProducts, products, supplierMarketplaces } from "#api/core/database/schema/index.ts";
import type { Jobs } from "#api/core/jobs/jobs.ts";
import { MarketplaceProductStatus, MarketplaceSyncStatus } from "#contract/enumerations.ts";
import { agreementOfListing, mustLeave } from "./listing.ts";
import { noAnswer } from "./synchronise.ts";

const { approved, disabled } = MarketplaceProductStatus;
const { updatesPending, updating, error } = MarketplaceSyncStatus;

/** Concurrent synchronisations, few enough that the last of them begins long before it times out. */
const atOnce = 100;
const givenUpAfterMs = 10 * 60_000;
const givenUpBefore = (now: Date) => new Date(now.getTime() - givenUpAfterMs);

/** Starts pending synchronisations and gives up those that have timed out. Safe to run in several processes at once. */
export async function sweep(
  database: Pick<Database, "transaction">,
  jobs: Pick<Jobs, "enqueue">,
  now: Date,
): Promise<void> {
  await database.transaction(async (db) => {
    await failTimedOut(db, givenUpBefore(now));
    await beginWithRoom(db, jobs, now);
  });
}

/** Starts pending synchronisations, so that a changed stock is on the marketplaces within seconds. */
export async function beginDue(
  database: Pick<Database, "db" | "transaction">,
  jobs: Pick<Jobs, "enqueue">,
  now: Date,
): Promise<void> {
  const { rows } = await database.db.execute(sql`select 1 from ${marketplaceProducts} where ${mayBeDue} limit 1`);
  if (rows.length > 0) await database.transaction((db) => beginWithRoom(db, jobs, now));
}

/** The condition of the index `marketplace_products_due`. */
const mayBeDue = sql`${marketplaceProducts.syncStatus} = 1 and (${marketplaceProducts.status} in (2, 4) or ${marketplaceProducts.isPublished})`;

async function beginWithRoom(db: Db, jobs: Pick<Jobs, "enqueue">, now: Date): Promise<void> {
  const room = atOnce - (await db.$count(marketplaceProducts, eq(marketplaceProducts.syncStatus, updating)));
  if (room > 0) await beginPending(db, jobs, now, room);
}

async function failTimedOut(db: Db, startedBefore: Date): Promise<void> {
  const { syncStatus, syncStartedAt } = marketplaceProducts;
  await db
    .update(marketplaceProducts)
    .set({ syncStatus: error, syncError: noAnswer, syncStartedAt: null })
    .where(and(eq(syncStatus, updating), or(isNull(syncStartedAt), lt(syncStartedAt, startedBefore))));
}

async function beginPending(db: Db, jobs: Pick<Jobs, "enqueue">, now: Date, room: number): Promise<void> {
  const { id, productId, status, syncStatus, syncStartedAt, isPublished } = marketplaceProducts;
  const mustBeWithdrawn = exists(
    db
      .select({ one: sql`1` })
      .from(products)
      .leftJoin(supplierMarketplaces, agreementOfListing)
      .where(and(eq(products.id, productId), mustLeave)),
  );
  const isDecided = or(inArray(status, [approved, disabled]), and(isPublished, mustBeWithdrawn));
  const isFree = or(isNull(syncStartedAt), lt(syncStartedAt, givenUpBefore(now)));
  const begun = await claimDue(db, marketplaceProducts, {
    due: and(mayBeDue, isDecided, eq(syncStatus, updatesPending), isFree),
    first: id,
    limit: room,
    lease: begunAt(now),
  });
  for (const listing of begun) await enqueueSync(db, jobs, listing, now);
}

const begunAt = (now: Date) => ({ syncStatus: updating, syncStartedAt: now });

/**
 * True while an earlier synchronisation has not ended: its message must not reach the marketplace after a newer one.
 */
export function isUnderWay({ syncStatus, syncStartedAt }: typeof marketplaceProducts.$inferSelect, now: Date): boolean {
  return syncStatus === updating || (syncStartedAt !== null && syncStartedAt >= givenUpBefore(now));
}

type Listing = Pick<typeof marketplaceProducts.$inferSelect, "id" | "productId" | "marketplaceId">;

/** Starts one synchronisation. The listing must be locked, and have none under way. */
export async function beginSynchronisation(
  db: Db,
  jobs: Pick<Jobs, "enqueue">,
  listing: Listing,
  now: Date,
): Promise<void> {
  await db.update(marketplaceProducts).set(begunAt(now)).where(eq(marketplaceProducts.id, listing.id));
  await enqueueSync(db, jobs, listing, now);
}

const enqueueSync = (
  db: Db,
  jobs: Pick<Jobs, "enqueue">,
  { productId, marketplaceId }: Listing,
  now: Date,
): Promise<void> => jobs.enqueue(db, "sync", { productId, marketplaceId, startedAt: now.toISOString() });
