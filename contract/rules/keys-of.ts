/** Returns the keys of an object that has no others than its type says. */
export const keysOf = <T extends object>(object: T): (keyof T & string)[] =>
  Object.keys(object) as (keyof T & string)[];

/** Returns an object with a value for each of these keys. */
export const byKey = <K extends string, V>(keys: readonly K[], of: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, V>;

/** Returns an object with the same keys, and for each key what the function returns. */
export const mapped = <T extends object, V>(object: T, to: (key: keyof T & string) => V) => byKey(keysOf(object), to);
