/** Limits password guessing at many accounts from one address; in addition, each account has a lock of its own. */
import type { Config } from "#api/core/config.ts";
import type { Database } from "#api/core/database/connection.ts";
import { addressHasher } from "#api/core/limits/address.ts";
import { countAction, durationText, hour, type Limit, waitFor } from "#api/core/limits/quota.ts";
import { Refusal } from "#api/core/refusals/refusal.ts";

export interface GuessLimit {
  /** @throws Refusal 429 if too many sign-ins from this address have failed */
  admit(address: string): Promise<void>;
  countFailure(address: string): Promise<void>;
}

export function guessLimit(database: Database, { signInFailuresPerAddressHour: most }: Config["limits"]): GuessLimit {
  const hashOf = addressHasher(database);
  const limitOf = async (address: string): Promise<Limit> => ({
    key: `failed sign-in by ${await hashOf(address)}`,
    most,
    seconds: hour,
  });
  return {
    async admit(address) {
      const seconds = await waitFor(database.db, await limitOf(address));
      if (seconds > 0)
        throw new Refusal(
          429,
          `Too many sign-ins from your network have failed. Please try again in ${durationText(seconds)}.`,
          undefined,
          seconds,
        );
    },
    async countFailure(address) {
      const limit = await limitOf(address);
      await database.transaction((db) => countAction(db, [limit]));
    },
  };
}
