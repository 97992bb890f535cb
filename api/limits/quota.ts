/** Limits for an hour or a day, counted in the database so that all API processes share them. */
import { and, count, eq, gt, lt, min, sql } from "drizzle-orm";
import type { Database, Db } from "#api/database/connection.ts";
import { countedActions } from "#api/database/schema/index.ts";

export interface Limit {
  /** Identifies the action and the caller that are counted. */
  key: string;
  /** Actions allowed within the period. */
  most: number;
  seconds: number;
}

export const hour = 60 * 60;
export const day = 24 * hour;

/** Separates these advisory locks from others. */
const countingLock = 7404;

/**
 * Counts an action towards all of its limits, or towards none if one of them is used up. Call in a transaction.
 * @returns seconds until the action is possible again; 0 if it was counted
 */
export async function countAction(db: Db, limits: readonly Limit[]): Promise<number> {
  // Locked in a fixed order to prevent deadlocks; each transaction must see the counts of those before it.
  for (const key of limits.map((limit) => limit.key).sort())
    await db.execute(sql`select pg_advisory_xact_lock(${countingLock}, hashtext(${key}))`);
  const waits = [];
  for (const limit of limits) waits.push(await waitFor(db, limit));
  const seconds = Math.max(0, ...waits);
  if (seconds === 0) await db.insert(countedActions).values(limits.map(({ key }) => ({ key })));
  return seconds;
}

/** Returns the seconds until the limit admits another action; 0 if it does now. */
export async function waitFor(db: Db, { key, most, seconds }: Limit): Promise<number> {
  const [row] = await db
    .select({
      used: count(),
      left: sql<number>`ceil(extract(epoch from ${min(countedActions.at)} + make_interval(secs => ${seconds}) - now()))::float8`,
    })
    .from(countedActions)
    .where(and(eq(countedActions.key, key), gt(countedActions.at, sql`now() - make_interval(secs => ${seconds})`)));
  return row && row.used >= most ? Math.max(1, row.left ?? seconds) : 0;
}

export async function purgeCountedActions({ db }: Pick<Database, "db">): Promise<void> {
  await db.delete(countedActions).where(lt(countedActions.at, sql`now() - make_interval(secs => ${day})`));
}

/** Returns a waiting time for users, rounded up. */
export function durationText(seconds: number): string {
  const [amount, unit] =
    seconds < 90
      ? [seconds, "second"]
      : seconds < 90 * 60
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / hour), "hour"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}
