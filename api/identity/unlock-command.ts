/**
 * What `npm run unlock -- EMAIL [--second-factor]` does: lifts the lock of an account on the server, and removes its
 * second factor if that is asked, for when no administrator can sign in.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { connect } from "#api/database/connection.ts";
import { FolderInUse } from "#api/database/folder-lock.ts";
import { createJobs } from "#api/jobs/jobs.ts";
import { requestFromApi } from "#api/server-requests.ts";
import { type Unlocked, type Unlocking, unlockAccount } from "./unlock-account.ts";

/**
 * @param env with the database of the API
 * @returns what happened, for the person at the keyboard
 * @throws Error in words for that person
 */
export async function unlockCommand(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const [email, option] = args;
  if (!email?.includes("@") || (option !== undefined && option !== "--second-factor"))
    throw new Error("Which account? npm run unlock -- EMAIL [--second-factor]");
  return unlock({ email, resetsSecondFactor: option !== undefined }, env);
}

async function unlock(unlocking: Unlocking, env: NodeJS.ProcessEnv): Promise<string> {
  const url = env.DATABASE_URL || undefined;
  const dataDir = env.DATA_DIR || ".data";
  if (!url && !existsSync(join(dataDir, "database")))
    throw new Error(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as for the API.`);
  try {
    const database = await connect(url ? { url } : { folder: dataDir });
    try {
      const authority = `${env.API_PUBLIC_URL || `http://localhost:${env.API_PORT || 3001}`}/identity`;
      return resultText(
        unlocking,
        await unlockAccount({ database, jobs: createJobs(database, pino({ level: "silent" })), authority }, unlocking),
      );
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return resultText(unlocking, await requestFromApi(dataDir, "unlock", unlocking));
  }
}

function resultText(
  { email, resetsSecondFactor }: Unlocking,
  { isKnown, wasLocked, hadSecondFactor }: Unlocked,
): string {
  if (!isKnown) return `No account has the address ${email}.`;
  const lock = wasLocked ? `${email} can sign in again.` : `${email} was not locked.`;
  if (!resetsSecondFactor) return lock;
  return `${lock} ${hadSecondFactor ? "The second factor was removed." : "There was no second factor."}`;
}
