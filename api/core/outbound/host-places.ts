/**
 * Limits how many exchanges with one host are under way at a time, whatever they are for: pictures, stock feeds, webhooks
 * and shops share the places of a host, so that no server gets more connections from this process than it can bear.
 */

/** As many as the synchronisations with one shop that a process does at a time. */
export const placesPerHost = 8;

interface Host {
  busy: number;
  /** The requests that wait for a place, in their order. */
  readonly waiting: Set<() => void>;
}

const hosts = new Map<string, Host>();

/**
 * Does the work once a place is free.
 * @param host with its port
 * @param signal ends the wait, as a server that has no place in time counts as one that does not answer
 */
export async function atHost<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const places = hosts.get(host) ?? { busy: 0, waiting: new Set() };
  hosts.set(host, places);
  if (places.busy < placesPerHost) places.busy++;
  else await turnAt(places, signal);
  try {
    return await work();
  } finally {
    const [next] = places.waiting;
    if (next) next();
    else if (--places.busy === 0) hosts.delete(host);
  }
}

/** Resolves when a place has been handed over. */
function turnAt({ waiting }: Host, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const leave = () => {
      waiting.delete(take);
      fail(signal.reason);
    };
    const take = () => {
      waiting.delete(take);
      signal.removeEventListener("abort", leave);
      done();
    };
    waiting.add(take);
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  });
}
