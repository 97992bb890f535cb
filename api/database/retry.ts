import { setTimeout as wait } from "node:timers/promises";
import { type DatabaseFailure, databaseFailure } from "./failures.ts";

/**
 * Does the work again after these failures of the database, once for each pause (ms). A pause varies by half, so that
 * two transactions that got in each other's way do not do so again. The work must be harmless when it is done twice.
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
