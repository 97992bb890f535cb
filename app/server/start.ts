/** The HTTP server around the built pages, from the start to a clean end. */
import type { ServerBuild } from "@remix-run/node";
import { env } from "~/services/environment.server";
import { log } from "~/services/log.server";
import { createApp } from "./app";
import { listen } from "./listen";

export async function start(): Promise<void> {
  // Unlike remix-serve this does not replace Node's fetch: the undici 6 that it brings cannot use the connections of
  // Node 24, and sign-in fails there.
  // A rejection that nobody caught concerns one request; the others go on.
  process.on("unhandledRejection", (reason) => log.error({ err: reason }, "a rejection that nothing caught"));

  // Beside the bundle of this file once both are built.
  const build: ServerBuild = await import(new URL("../server/index.js", import.meta.url).href);
  const readiness = { isOpen: true };
  const server = await listen(createApp({ build, files: build.assetsBuildDirectory, readiness }), {
    port: env.port,
    host: env.host,
  });
  log.info({ port: env.port, host: env.host }, "listening");

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, async () => {
      if (!readiness.isOpen) return;
      // A proxy that asks /readyz sends new requests elsewhere before the door closes.
      readiness.isOpen = false;
      await server.close({ afterMs: env.shutdownDelayMs, atMostMs: env.shutdownTimeoutMs });
      process.exit(0);
    });
  }
}
