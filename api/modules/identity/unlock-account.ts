/** The work of `npm run unlock`, in its own process or in the API's. */
import type { RequestKind } from "#api/core/command-line/server-requests.ts";
import type { Database } from "#api/core/database/connection.ts";
import type { Jobs } from "#api/core/jobs/jobs.ts";
import { resetFactors } from "#api/modules/identity/second-factor/reset.ts";
import { findUserByEmail } from "./accounts.ts";
import { clearFailedSignIns } from "./sign-in.ts";

export interface Unlocking {
  email: string;
  /** Also removes the second factor. */
  resetsSecondFactor: boolean;
}

interface Parts {
  database: Database;
  jobs: Pick<Jobs, "enqueue">;
  /** URL of the built-in provider. */
  authority: string;
}

export interface Unlocked {
  isKnown: boolean;
  wasLocked: boolean;
  hadSecondFactor: boolean;
}

export const unlockRequest: RequestKind<Unlocking, Unlocked> = { name: "unlock" };

export function unlockAccount(
  { database, jobs, authority }: Parts,
  { email, resetsSecondFactor }: Unlocking,
): Promise<Unlocked> {
  return database.transaction(async (db) => {
    const user = await findUserByEmail(db, email);
    const wasLocked = await clearFailedSignIns(db, email);
    const hadSecondFactor =
      user !== undefined && resetsSecondFactor && (await resetFactors({ db, jobs, authority }, user));
    return { isKnown: user !== undefined, wasLocked, hadSecondFactor };
  });
}
