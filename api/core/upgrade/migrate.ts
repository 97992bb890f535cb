import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import type { Database } from "#api/core/database/connection.ts";
import { databaseFailure } from "#api/core/database/failures.ts";
import { migrationsFolder, missingMigrations } from "#api/core/database/known-migrations.ts";
import { addPartitions } from "#api/core/history/retention.ts";
import { installTriggers } from "#api/core/history/triggers.ts";
import { installJobs } from "#api/core/jobs/jobs.ts";
import { settleGstOfTotals } from "#api/core/upgrade/settle-gst.ts";

/** The advisory lock that a process holds while it migrates, or replaces, a database on a server. */
export const migrationLock = 7401;

/**
 * Waits until the server answers, and logs that once: after a reboot it may start later than this process. Errors that
 * waiting cannot resolve (a wrong password, a missing database) are thrown at once.
 */
export async function waitForDatabase(
  { db }: Pick<Database, "db">,
  say: (line: string) => void,
  everyMs = 1_000,
): Promise<void> {
  for (let attempts = 0; ; attempts++) {
    try {
      await db.execute(sql`select 1`);
      if (attempts > 0) say("The database answers.");
      return;
    } catch (error) {
      const failure = databaseFailure(error);
      if (failure !== "away" && failure !== "busy") throw rootCause(error);
      if (attempts === 0) say(`The database does not answer yet (${reason(error)}). Trying again every second.`);
      await wait(everyMs);
    }
  }
}

function reason(error: unknown): string {
  const cause = rootCause(error);
  if (cause instanceof AggregateError) return reason(cause.errors[0]);
  return cause instanceof Error ? cause.message : String(cause);
}

const rootCause = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? rootCause(error.cause) : error;

/**
 * Migrates the schema. Several processes may start at once: on PostgreSQL one of them migrates and the others wait.
 * @param gstRate as a fraction, for corrections of stored amounts
 */
export async function migrate(database: Database, url: string | undefined, gstRate = 0.1): Promise<void> {
  if (url === undefined) {
    await bringUpToDate(database, gstRate);
    return;
  }
  const lock = new pg.Client({ connectionString: url });
  // Without a listener a broken connection would end the process; the migration itself reports the error.
  lock.on("error", () => {});
  await lock.connect();
  try {
    await lock.query(`select pg_advisory_lock(${migrationLock})`);
    await bringUpToDate(database, gstRate);
  } finally {
    await lock.end();
  }
}

async function bringUpToDate(database: Database, gstRate: number): Promise<void> {
  await assertCanUpdate(database);
  await runMigrations(database.db, { migrationsFolder });
  await installTriggers(database);
  await addPartitions(database);
  await installJobs(database);
  await settleGstOfTotals(database, gstRate);
}

/** @throws Error with one line for the operator if this database is of a newer version, or of one that is too old */
async function assertCanUpdate({ db }: Database): Promise<void> {
  const [journal] = (
    await db.execute<{ name: string | null }>(sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`)
  ).rows;
  if (!journal?.name) return;
  const { rows } = await db.execute<{ at: string }>(
    sql`select created_at::text as at from drizzle.__drizzle_migrations`,
  );
  missingMigrations(rows.map(({ at }) => Number(at)));
}

/** Returns true if the database has no user accounts yet. */
export async function isEmpty(database: Database): Promise<boolean> {
  const result = await database.db.execute(sql`select 1 from users limit 1`);
  return result.rows.length === 0;
}
