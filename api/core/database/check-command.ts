/** `npm start -- --check` says which migrations the next start would run, without running them. */
import { existsSync } from "node:fs";
import { openSession, type Session } from "#api/core/database/session.ts";
import { completeRestore, databaseIn } from "./embedded.ts";
import { lockFolder } from "./folder-lock.ts";
import { missingMigrations } from "./known-migrations.ts";

const noneYet = "There is no database yet. The next start creates it.";

/**
 * @param env with the database of the API
 * @returns the names of the migrations, one a line, after a line for the person at the keyboard
 * @throws Error in words for that person
 */
export async function checkCommand(_args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  if (env.DATABASE_URL) return check(await openSession({ url: env.DATABASE_URL }));
  const dataDir = env.DATA_DIR || ".data";
  if (!existsSync(dataDir)) return noneYet;
  const release = await lockFolder(dataDir);
  try {
    completeRestore(dataDir);
    if (!existsSync(databaseIn(dataDir))) return noneYet;
    return await check(await openSession({ database: databaseIn(dataDir) }));
  } finally {
    await release();
  }
}

async function check({ client, close }: Session): Promise<string> {
  try {
    const { rows: journal } = await client.query(
      "select where to_regclass('drizzle.__drizzle_migrations') is not null",
    );
    if (journal.length === 0) return noneYet;
    const { rows } = await client.query<{ at: string }>(
      "select created_at::text as at from drizzle.__drizzle_migrations",
    );
    const missing = missingMigrations(rows.map(({ at }) => Number(at)));
    if (missing.length === 0) return "The database is up to date.";
    return ["The next start runs these migrations:", ...missing.map(({ name }) => name)].join("\n");
  } finally {
    await close();
  }
}
