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

/** Caches results by key; evicts the oldest above `maxKeys`. A caller never receives the failure of an earlier call. */
export function cachedBy<T>(forMs: number, maxKeys = 5_000): (key: string, load: () => Promise<T>) => Promise<T> {
  const entries = new Map<string, { value: Promise<T>; until: number }>();
  return (key, load) => {
    const known = entries.get(key);
    if (known && known.until > Date.now()) return known.value;
    entries.delete(key);
    const entry = { value: load(), until: Date.now() + forMs };
    entries.set(key, entry);
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    if (entries.size > maxKeys) entries.delete(entries.keys().next().value as string);
    return entry.value;
  };
}
