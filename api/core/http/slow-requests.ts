import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Milliseconds; a minute by default. */
    arrivesWithinMs?: number | undefined;
  }
}

const usualMs = 60_000;
/** For a file of 500 MB over a line of 5 Mbit/s. */
export const largeFileMs = 15 * 60_000;

/** Ends the connection of a request that has not arrived whole in time. Node has only one limit for all requests. */
export function endSlowRequests(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw, routeOptions }) => {
    if (raw.complete) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, routeOptions.config.arrivesWithinMs ?? usualMs).unref();
    raw.once("close", () => clearTimeout(timer));
  });
}
