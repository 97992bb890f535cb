import { eq, inArray, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Caller } from "#api/core/access/caller.ts";
import type { Db } from "#api/core/database/connection.ts";
import { stockFeedRuns, stockFeeds } from "#api/core/database/schema/index.ts";
import { managesProductsOf } from "./catalogue.ts";

/**
 * Condition: the work was started by a stock feed of a supplier whose products the caller may change.
 * @param startedBy the column with the user, the key or the feed that started it
 */
export const isOfFeed = (db: Db, caller: Caller, startedBy: PgColumn): SQL =>
  inArray(
    startedBy,
    db.select({ id: stockFeeds.callerId }).from(stockFeeds).where(managesProductsOf(caller, stockFeeds.supplierId)),
  );

/** Somebody applies what a feed has held. */
export async function recordFeedApplied(db: Db, checkId: string, processId: string): Promise<void> {
  await db
    .update(stockFeedRuns)
    .set({ outcome: "applying", problem: "", processId })
    .where(eq(stockFeedRuns.processId, checkId));
}
