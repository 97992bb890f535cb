import { cachedBy } from "#app/services/request/cache.server.ts";
import type { Call } from "#app/services/request/call.server.ts";
import { sessionOf } from "./session.server.ts";

/** Caches what `load` returns for `forMs` milliseconds in each session. */
export function keptForSession<T>(forMs: number, load: (call: Call) => Promise<T>): (call: Call) => Promise<T> {
  const bySession = cachedBy<T>(forMs);
  return async (call) => {
    const session = await sessionOf(call.state);
    // A session that has ended is not cached: its key would still find earlier values.
    return session.status === "live" ? bySession(session.signedIn.key, () => load(call)) : load(call);
  };
}
