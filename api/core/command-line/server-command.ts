/** Shared by the commands on the server, such as `npm run unlock`: they are typed where the API runs. */
import { existsSync } from "node:fs";
import { type RequestKind, requestFromApi } from "#api/core/command-line/server-requests.ts";
import { connect, type Database } from "#api/core/database/connection.ts";
import { databaseIn } from "#api/core/database/embedded.ts";
import { FolderInUse } from "#api/core/database/folder-lock.ts";

export const dataDirOf = (env: NodeJS.ProcessEnv) => env.DATA_DIR || ".data";

/** The address of the built-in sign-in, as the API itself derives it. */
export const authorityOf = (env: NodeJS.ProcessEnv) =>
  `${env.API_PUBLIC_URL || `http://localhost:${env.API_PORT || 3001}`}/identity`;

/** @throws Error in words for the person at the keyboard, if the embedded database has never been made */
export function expectDatabase(env: NodeJS.ProcessEnv): void {
  if (!env.DATABASE_URL && !existsSync(databaseIn(dataDirOf(env))))
    throw new Error(`There is no database in ${dataDirOf(env)}. Set DATA_DIR or DATABASE_URL as for the API.`);
}

/**
 * Does the work on the database of the API. While the API has an embedded database open, nobody else can open it, and
 * the API is asked to do the same.
 * @throws Error in words for the person at the keyboard
 */
export async function onDatabase<Input, Answer>(
  env: NodeJS.ProcessEnv,
  { kind, input, work }: { kind: RequestKind<Input, Answer>; input: Input; work(database: Database): Promise<Answer> },
): Promise<Answer> {
  expectDatabase(env);
  const dataDir = dataDirOf(env);
  try {
    const database = await connect(env.DATABASE_URL ? { url: env.DATABASE_URL } : { folder: dataDir });
    return await work(database).finally(() => database.close());
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return requestFromApi(dataDir, kind, input);
  }
}
