/**
 * Months that are closed in the books. Whatever is entered for a day asks here, and holds off closing until its own
 * transaction ends; closing waits for it, and then holds off what comes after.
 */
import { isNull, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { closings } from "#api/core/database/schema/index.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import { whyClosed } from "#contract/rules/books.ts";

const lock = sql`hashtext('closed months')`;

/** Returns the last closed month, as `2026-03`; those before it are closed, too. Null if none is. */
export async function lastClosedMonth(db: Db): Promise<string | null> {
  const [row] = await db
    .select({ month: sql<string | null>`max(${closings.month})` })
    .from(closings)
    .where(isNull(closings.reopenedAt));
  return row?.month ?? null;
}

/** Returns the same, and lets nobody close or reopen a month until the transaction ends. */
export async function heldClosedMonth(db: Db): Promise<string | null> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${lock})`);
  return lastClosedMonth(db);
}

/** Returns the same for whoever closes or reopens a month: nothing is entered meanwhile. */
export async function lockClosedMonth(db: Db): Promise<string | null> {
  await db.execute(sql`select pg_advisory_xact_lock(${lock})`);
  return lastClosedMonth(db);
}

/**
 * For what takes effect today: a request that was sent on the last day of a month can come after its closing.
 * @throws Refusal 409
 */
export async function assertOpen(db: Db, day: string): Promise<void> {
  const why = whyClosed(day, await heldClosedMonth(db));
  if (why) throw conflict(why);
}
