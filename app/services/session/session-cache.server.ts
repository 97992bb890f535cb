import { cachedBy } from "#app/services/request/cache.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { sessionOf } from "./session.server.ts";

/** Caches what `load` returns for `forMs` milliseconds in each session. */
export function cachedForSession<T>(
  forMs: number,
  load: (context: RequestContext) => Promise<T>,
): (context: RequestContext) => Promise<T> {
  const bySession = cachedBy<T>(forMs);
  return async (context) => {
    const session = await sessionOf(context.state);
    // A session that has ended is not cached: its key would still find earlier values.
    return session.status === "live" ? bySession(session.signedIn.key, () => load(context)) : load(context);
  };
}
