/** Finds the caller who has started background work. */
import { eq } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { stockFeeds } from "#api/core/database/schema/index.ts";
import { type Caller, callerOf } from "./caller.ts";
import { feedCaller, keyBehind } from "./keys.ts";

/**
 * Returns the user, the key or the stock feed with this id, with the permissions of this moment; undefined if it is not
 * there any more.
 */
export async function callerBehind(db: Db, id: number): Promise<Caller | undefined> {
  return (await callerOf(db, { userId: id })) ?? (await keyBehind(db, id)) ?? (await feedBehind(db, id));
}

async function feedBehind(db: Db, id: number): Promise<Caller | undefined> {
  const [feed] = await db.select().from(stockFeeds).where(eq(stockFeeds.callerId, id));
  return feed && feedCaller(feed);
}
