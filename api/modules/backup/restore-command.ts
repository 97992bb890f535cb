/** `npm run restore -- FILE` replaces the database, while no API runs on it. */
import { existsSync, readdirSync, renameSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { dataDirOf } from "#api/core/command-line/server-command.ts";
import { applicationName } from "#api/core/database/connection.ts";
import { completeRestore, copyEmpty, databaseIn, restoredDatabaseIn } from "#api/core/database/embedded.ts";
import { lockFolder } from "#api/core/database/folder-lock.ts";
import { knownMigrations } from "#api/core/database/known-migrations.ts";
import { openSession } from "#api/core/database/session.ts";
import { migrationLock } from "#api/core/upgrade/migrate.ts";
import { checkBackupFile, linesOfBackup } from "./file.ts";
import { readHeader } from "./header.ts";
import { type Loaded, load } from "./load.ts";
import { fingerprints } from "./secrets.ts";
import { storedSchemas, tablesIn } from "./tables.ts";

const usage = "Which file? npm run restore -- FILE, with --replace after it if the database has data already";
const hasData = (where: string) =>
  new Error(`${where} has a database already. Back it up, and add --replace after the file to replace it.`);

/**
 * @param env with the database of the API
 * @returns what happened, for the person at the keyboard
 * @throws Error in words for that person; nothing has changed then
 */
export async function restoreCommand(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const [file, option, ...more] = args;
  if (!file || file.startsWith("--") || (option !== undefined && option !== "--replace") || more.length > 0)
    throw new Error(usage);
  await checkBackupFile(file);
  const lines = linesOfBackup(file);
  try {
    const header = await readHeader(file, lines);
    const work = (client: pg.ClientBase) => load(client, lines, header.migrations);
    const loaded = env.DATABASE_URL
      ? await restoreOnServer(env.DATABASE_URL, option !== undefined, work)
      : await restoreEmbedded(dataDirOf(env), option !== undefined, work);
    return report(header, loaded, fingerprints(env, dataDirOf(env)));
  } finally {
    await lines.return(undefined);
  }
}

function report(
  { madeAt, migrations, sealedWith }: Awaited<ReturnType<typeof readHeader>>,
  { tables, rows, jobs, leftOut }: Loaded,
  secretsHere: readonly string[],
): string {
  return [
    `The database is the one of ${madeAt}: ${tables} tables with ${rows.toLocaleString("en-AU")} rows.`,
    ...leftOut.map((name) => `${name} is not a table of Countinghouse and was left out.`),
    ...(jobs > 0 ? [`${jobs} jobs, such as emails, were waiting. They run when the API starts.`] : []),
    ...(migrations.length < knownMigrations().length ? ["It is of an older version. The next start updates it."] : []),
    ...(sealedWith.every((each) => secretsHere.includes(each))
      ? []
      : [
          "It was made with other secrets than those here. Restore secrets.json, or set OIDC_CLIENT_SECRET, SECOND_FACTOR_SECRET and SETTINGS_SECRET as they were, before you start the API. Otherwise everybody has to set up their authenticator app again, and keys of carriers and webhooks have to be entered again.",
        ]),
  ].join("\n");
}

/** The new state replaces the old one when the transaction is committed. */
async function restoreOnServer(url: string, mayReplace: boolean, work: (client: pg.ClientBase) => Promise<Loaded>) {
  const { client, close } = await openSession({ url });
  try {
    await haveAlone(client);
    if (!mayReplace && (await tablesIn(client, storedSchemas)).length > 0) throw hasData("DATABASE_URL");
    return await work(client);
  } finally {
    await close();
  }
}

/** Milliseconds. The server notices the end of a process a little later. */
const patience = { inTotal: 3_000, between: 200 };

/**
 * Ensures that no API process uses the database. One that starts from now on waits before it migrates, until this
 * connection is closed.
 */
async function haveAlone(client: pg.ClientBase): Promise<void> {
  for (const end = Date.now() + patience.inTotal; ; await wait(patience.between)) {
    const { rows } = await client.query<{ isFree: boolean; running: number }>(
      `select pg_try_advisory_lock(${migrationLock}) as "isFree",
         (select count(*)::integer from pg_stat_activity where datname = current_database() and application_name = $1) as running`,
      [applicationName],
    );
    if (rows[0]?.isFree && rows[0].running === 0) return;
    if (Date.now() > end)
      throw new Error("An API is running on this database. Stop every API process first, and run the command again.");
  }
}

/** The new state replaces the old one when its folder gets its name. */
async function restoreEmbedded(
  dataDir: string,
  mayReplace: boolean,
  work: (client: pg.ClientBase) => Promise<Loaded>,
): Promise<Loaded> {
  const release = await lockFolder(dataDir);
  try {
    completeRestore(dataDir);
    if (!mayReplace && existsSync(databaseIn(dataDir))) throw hasData(dataDir);
    const { incomplete, complete } = restoredDatabaseIn(dataDir);
    copyEmpty(incomplete);
    const { client, close } = await openSession({ database: incomplete });
    const loaded = await work(client).finally(close);
    await syncAll(incomplete);
    renameSync(incomplete, complete);
    completeRestore(dataDir);
    return loaded;
  } finally {
    await release();
  }
}

/** Makes the files of a folder durable. */
async function syncAll(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const handle = await open(join(entry.parentPath, entry.name), "r");
    await handle.sync().finally(() => handle.close());
  }
}
