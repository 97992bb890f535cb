import type { FastifyBaseLogger } from "fastify";

/**
 * Logs rejected promises that nobody handles, and goes on. Node.js would end the process, and with it every request that
 * has nothing to do with the one that failed. An exception outside of promises still ends it: its state is unknown then.
 */
export function surviveRejections(log: Pick<FastifyBaseLogger, "error">): void {
  process.on("unhandledRejection", (reason) => log.error({ err: reason }, "a rejected promise was not handled"));
}
