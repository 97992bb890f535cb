/** Limits for an hour or a day, counted in the database so that all API processes share them. */
import { and, count, eq, gt, lt, min, sql } from "drizzle-orm";
import type { Database, Db } from "#api/database/connection.ts";
import { countedActions } from "#api/database/schema/index.ts";

export interface Limit {
  /** What is counted and for whom. */
  key: string;
  /** At most so many within the time before now. */
  most: number;
  seconds: number;
}

export const hour = 60 * 60;
export const day = 24 * hour;

/** Separates these advisory locks from others. */
const countingLock = 7404;

/**
 * Counts an action for all of its limits, or for none when one of them is used up. In a transaction.
 * @returns seconds until the action is possible again; 0 when it was counted
 */
export async function countAction(db: Db, limits: readonly Limit[]): Promise<number> {
  // One after the other for the same key, always in the same order: each must see those before it, and none waits in a circle.
  for (const key of limits.map((limit) => limit.key).sort())
    await db.execute(sql`select pg_advisory_xact_lock(${countingLock}, hashtext(${key}))`);
  const waits = [];
  for (const limit of limits) waits.push(await waitFor(db, limit));
  const seconds = Math.max(0, ...waits);
  if (seconds === 0) await db.insert(countedActions).values(limits.map(({ key }) => ({ key })));
  return seconds;
}

/** @returns seconds until the oldest of a used-up limit no longer counts; 0 while there is room */
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

/** A time to wait, as people say it: rounded up. */
export function durationText(seconds: number): string {
  const [amount, unit] =
    seconds < 90
      ? [seconds, "second"]
      : seconds < 90 * 60
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / hour), "hour"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}
