/**
 * The command `npm run unlock -- EMAIL [--second-factor]`: lifts the lock of an account on the server, and removes its
 * second factor if that is asked, for when no administrator can sign in.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { connect } from "#api/database/connection.ts";
import { FolderInUse } from "#api/database/folder-lock.ts";
import { type Unlocked, type Unlocking, unlockAccount } from "#api/identity/unlock-account.ts";
import { requestUnlock } from "#api/identity/unlock-requests.ts";
import { createJobs } from "#api/jobs/jobs.ts";

/** @returns what happened, for the person at the keyboard */
async function unlock(unlocking: Unlocking): Promise<string> {
  const { env } = process;
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
    if (await requestUnlock(dataDir, unlocking))
      return `${unlocking.email} can sign in again${unlocking.resetsSecondFactor ? " without a second factor" : ""}, if the account exists and is active.`;
    throw new Error("The API that uses this data folder did not answer. Stop it, and run the command again.");
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

const [email, option] = process.argv.slice(2);
if (!email?.includes("@") || (option !== undefined && option !== "--second-factor")) {
  process.stderr.write("Which account? npm run unlock -- EMAIL [--second-factor]\n");
  process.exit(1);
}
unlock({ email, resetsSecondFactor: option !== undefined }).then(
  (words) => process.stdout.write(`${words}\n`),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  },
);
