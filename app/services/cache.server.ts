/** The value of a function, kept for a while; a failure is not kept. */
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

/** The same, for several keys; the oldest go when there are too many. A later caller never gets an earlier one's failure. */
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
