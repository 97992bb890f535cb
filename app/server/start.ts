/** Runs the HTTP server for the built pages until it is shut down. */
import type { ServerBuild } from "@remix-run/node";
import { env } from "#app/services/request/environment.server.ts";
import { log } from "#app/services/request/log.server.ts";
import { createApp } from "./app.ts";
import { listen } from "./listen.ts";

export async function start(): Promise<void> {
  // Unlike remix-serve, this does not replace Node's fetch: the bundled undici 6 cannot use the connections of Node 24,
  // and sign-in would fail. An unhandled rejection concerns one request, so the process continues.
  process.on("unhandledRejection", (reason) => log.error({ err: reason }, "a rejection that nothing caught"));

  // After the build, next to this file's bundle.
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
      // A proxy that polls /readyz stops sending requests before the server closes.
      readiness.isOpen = false;
      await server.close({ afterMs: env.shutdownDelayMs, atMostMs: env.shutdownTimeoutMs });
      process.exit(0);
    });
  }
}
