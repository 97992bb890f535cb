import { cachedBy } from "./cache.server";
import type { Call } from "./call.server";
import { sessionOf } from "./session.server";

/** What is fetched once in `forMs` for a session, however many screens show it. */
export function keptForSession<T>(forMs: number, load: (call: Call) => Promise<T>): (call: Call) => Promise<T> {
  const bySession = cachedBy<T>(forMs);
  return async (call) => {
    const session = await sessionOf(call.state);
    // Nothing is kept for a session that has ended: its key would still find what was kept before.
    return session.status === "live" ? bySession(session.signedIn.key, () => load(call)) : load(call);
  };
}
