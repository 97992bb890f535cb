import { cachedBy } from "./cache.server";
import type { Call } from "./call.server";
import { sessionOf } from "./session.server";

/** What is fetched once a minute for a session, however many screens show it. */
export function keptForSession<T>(load: (call: Call) => Promise<T>): (call: Call) => Promise<T> {
  const bySession = cachedBy<T>(60_000);
  return async (call) => {
    const session = await sessionOf(call.state);
    const key = session.status === "none" ? "" : session.signedIn.key;
    return bySession(key, () => load(call));
  };
}
