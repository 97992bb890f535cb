/** Caches the result of a function for `forMs` milliseconds. Failures are not cached. */
export function cached<T>(forMs: number, load: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; until: number } | undefined;
  return () => {
    if (kept && kept.until > Date.now()) return kept.value;
    const value = load();
    kept = { value, until: Date.now() + forMs };
    value.catch(() => {
      if (kept?.value === value) kept = undefined;
    });
    return value;
  };
}

/** Like `cached`, but once there was a result, a failure to load another one is answered with the last result. */
export function cachedThroughOutages<T>(forMs: number, load: () => Promise<T>): () => Promise<T> {
  let last: { value: T } | undefined;
  return cached(forMs, async () => {
    try {
      last = { value: await load() };
    } catch (error) {
      if (!last) throw error;
    }
    return last.value;
  });
}

interface CacheByKey<T> {
  /** Returns the cached result, or loads it. A caller never receives the failure of an earlier call. */
  get(key: string, load: () => Promise<T>): Promise<T>;
  forget(key: string): void;
}

/** Caches results by key; evicts the oldest above `maxKeys`. */
export function cachedBy<T>(forMs: number, maxKeys = 5_000): CacheByKey<T> {
  const entries = new Map<string, { value: Promise<T>; until: number }>();
  const get: CacheByKey<T>["get"] = (key, load) => {
    const known = entries.get(key);
    if (known && known.until > Date.now()) return known.value;
    entries.delete(key);
    const entry = { value: load(), until: Date.now() + forMs };
    entries.set(key, entry);
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    const [oldest = ""] = entries.keys();
    if (entries.size > maxKeys) entries.delete(oldest);
    return entry.value;
  };
  return { get, forget: (key) => entries.delete(key) };
}
