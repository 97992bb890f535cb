import { setTimeout as wait } from "node:timers/promises";
import { type DatabaseFailure, databaseFailure } from "./failures.ts";

/**
 * Runs the work again after these failures of the database, once per pause (ms). Pauses vary randomly by half, so that
 * conflicting transactions do not collide again. The work must be safe to repeat.
 */
export async function withRetry<T>(
  failures: readonly DatabaseFailure[],
  pauses: readonly number[],
  work: () => Promise<T>,
): Promise<T> {
  for (const pause of pauses) {
    try {
      return await work();
    } catch (error) {
      const failure = databaseFailure(error);
      if (failure === undefined || !failures.includes(failure)) throw error;
      await wait(pause * (0.75 + Math.random() / 2));
    }
  }
  return work();
}
