/** Limits for an hour or a day, counted in the database so that all API processes share them. */
import { and, count, eq, gt, lt, min, sql } from "drizzle-orm";
import type { Database, Db } from "#api/core/database/connection.ts";
import { countedActions } from "#api/core/database/schema/index.ts";

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
  await lockCounts(
    db,
    limits.map(({ key }) => key),
  );
  const waits = [];
  for (const limit of limits) waits.push(await waitFor(db, limit));
  const seconds = Math.max(0, ...waits);
  if (seconds === 0) await db.insert(countedActions).values(limits.map(({ key }) => ({ key })));
  return seconds;
}

/** Locked in a fixed order to prevent deadlocks; each transaction must see the counts of those before it. */
export async function lockCounts(db: Db, keys: readonly string[]): Promise<void> {
  for (const key of [...keys].sort())
    await db.execute(sql`select pg_advisory_xact_lock(${countingLock}, hashtext(${key}))`);
}

/**
 * Counts an action at the earliest moment that keeps it within every period, after those that were counted before. Call
 * in a transaction.
 * @returns that moment; undefined if it is now
 */
export async function planAction(
  db: Db,
  key: string,
  periods: readonly Pick<Limit, "most" | "seconds">[],
): Promise<Date | undefined> {
  await lockCounts(db, [key]);
  const { at } = countedActions;
  const ofKey = eq(countedActions.key, key);
  const ends = periods.map(
    ({ most, seconds }) =>
      sql`(select ${at} + make_interval(secs => ${seconds}) from ${countedActions} where ${ofKey} order by ${at} desc offset ${most - 1} limit 1)`,
  );
  const earliest = sql`greatest(now(), (select max(${at}) from ${countedActions} where ${ofKey}), ${sql.join(ends, sql`, `)})`;
  const [planned] = await db
    .insert(countedActions)
    .values({ key, at: earliest })
    .returning({ at, isLater: sql<boolean>`${at} > now()` });
  return planned?.isLater ? planned.at : undefined;
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

export async function deleteExpiredActions({ db }: Pick<Database, "db">): Promise<void> {
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
