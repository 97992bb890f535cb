import { cachedBy } from "#app/services/request/cache.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { sessionOf } from "./session.server.ts";

const caches: { forget(session: string): void }[] = [];

/** Caches what `load` returns for `forMs` milliseconds in each session, or until its user sends a command. */
export function cachedForSession<T>(
  forMs: number,
  load: (context: RequestContext) => Promise<T>,
): (context: RequestContext) => Promise<T> {
  const bySession = cachedBy<T>(forMs);
  caches.push(bySession);
  return async (context) => {
    const session = await sessionOf(context.state);
    // A session that has ended is not cached: its key would still find earlier values.
    return session.status === "live" ? bySession.get(session.signedIn.key, () => load(context)) : load(context);
  };
}

/** A command may have changed what was cached for its sender. */
export function forgetCached(session: string): void {
  for (const cache of caches) cache.forget(session);
}
