/**
 * `npm run unlock -- EMAIL [--second-factor]` lifts the lock of an account on the server, and removes its
 * second factor if that is asked, for when no administrator can sign in.
 */
import pino from "pino";
import { authorityOf, onDatabase } from "#api/core/command-line/server-command.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { type Unlocked, type Unlocking, unlockAccount, unlockRequest } from "./unlock-account.ts";

/**
 * @param env with the database of the API
 * @returns what happened, for the person at the keyboard
 * @throws Error in words for that person
 */
export async function unlockCommand(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const [email, option] = args;
  if (!email?.includes("@") || (option !== undefined && option !== "--second-factor"))
    throw new Error("Which account? npm run unlock -- EMAIL [--second-factor]");
  const unlocking = { email, resetsSecondFactor: option !== undefined };
  const unlocked = await onDatabase(env, {
    kind: unlockRequest,
    input: unlocking,
    work: (database) => {
      const jobs = createJobs(database, pino({ level: "silent" }));
      return unlockAccount({ database, jobs, authority: authorityOf(env) }, unlocking);
    },
  });
  return resultText(unlocking, unlocked);
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
