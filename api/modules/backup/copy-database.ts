/** Copies the files of the embedded database between two statements. Everybody else waits only for that. */
import { constants, mkdirSync } from "node:fs";
import { cp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import type { RequestKind } from "#api/core/command-line/server-requests.ts";
import type { Database } from "#api/core/database/connection.ts";
import { databaseIn } from "#api/core/database/embedded.ts";

export interface CopyRequest {
  /** Name of the copy's folder within `backup` in the data folder. */
  name: string;
}

export interface DatabaseCopy {
  /** How long the database answered nobody, in milliseconds. */
  pausedMs: number;
}

export const copyRequest: RequestKind<CopyRequest, DatabaseCopy> = { name: "copy" };

/** Folder of a copy, in the layout of a data folder. */
export function copyIn(dataDir: string, name: string): string {
  if (!/^[\w-]{1,64}$/.test(name)) throw new Error(`${name} is not the name of a copy.`);
  return join(dataDir, "backup", name);
}

/** Copies the database that this process has open. */
export async function copyOpenDatabase(
  database: Pick<Database, "transaction">,
  dataDir: string,
  { name }: CopyRequest,
): Promise<DatabaseCopy> {
  const to = databaseIn(copyIn(dataDir, name));
  // The transaction holds the only connection, so nothing is written meanwhile.
  return database.transaction(async (db) => {
    const began = performance.now();
    await db.execute(sql`checkpoint`);
    await copyDatabaseFiles(databaseIn(dataDir), to);
    return { pausedMs: Math.round(performance.now() - began) };
  });
}

/** Copies the files of a database that nobody writes to. File systems that can share the blocks do so. */
export async function copyDatabaseFiles(from: string, to: string): Promise<void> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}
