import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { installJobs } from "../jobs/jobs.ts";
import type { Database } from "./connection.ts";

const migrationsFolder = fileURLToPath(new URL("./migrations", import.meta.url));

/** Brings the schema up to date. Several processes may start at once: on PostgreSQL one of them does it, the others wait. */
export async function migrate(database: Database, url: string | undefined): Promise<void> {
  if (url === undefined) {
    await bringUpToDate(database);
    return;
  }
  const lock = new pg.Client({ connectionString: url });
  await lock.connect();
  try {
    await lock.query("select pg_advisory_lock(7401)");
    await bringUpToDate(database);
  } finally {
    await lock.end();
  }
}

async function bringUpToDate(database: Database): Promise<void> {
  await runMigrations(database.db, { migrationsFolder });
  await installJobs(database);
}

/** True on a database in which nobody has an account yet. */
export async function isEmpty(database: Database): Promise<boolean> {
  const result = await database.db.execute(sql`select 1 from users limit 1`);
  return result.rows.length === 0;
}
