/** Logs outages of the database for background work: their beginning and their end, once for the whole process. */
import type { FastifyBaseLogger } from "fastify";
import { databaseFailure } from "./failures.ts";

/** Runs a turn of a loop. Returns undefined if it failed; never throws. */
export type Guarded = <T>(work: () => Promise<T>) => Promise<T | undefined>;

/** The loops of each process, by its log, that have failed because of the database and have not succeeded since. */
const waitingLoops = new WeakMap<FastifyBaseLogger, Set<Guarded>>();

/**
 * Returns a guard for the turns of one loop. The process logs once that background work waits for the database, when the
 * first of its loops fails because of it, and once that it has resumed, when the last one has succeeded again. Every
 * other error is logged each time.
 * @param failed what is logged with such an error
 */
export function guardedLoop(log: FastifyBaseLogger, failed: string): Guarded {
  const waiting = waitingLoops.get(log) ?? new Set();
  waitingLoops.set(log, waiting);
  const guarded: Guarded = async (work) => {
    try {
      const result = await work();
      if (waiting.delete(guarded) && waiting.size === 0) log.warn("background work has resumed");
      return result;
    } catch (error) {
      const failure = databaseFailure(error);
      if (failure === undefined) log.error({ err: error }, failed);
      else {
        if (waiting.size === 0) log.warn({ err: error, failure }, "background work waits for the database");
        waiting.add(guarded);
      }
      return undefined;
    }
  };
  return guarded;
}
