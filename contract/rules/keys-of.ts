/** Returns the keys of an object that has no others than its type says. */
export const keysOf = <T extends object>(object: T): (keyof T & string)[] =>
  Object.keys(object) as (keyof T & string)[];

/** Returns an object with the same keys, and for each key what the function returns. */
export const mapped = <T extends object, V>(object: T, to: (key: keyof T & string) => V) =>
  Object.fromEntries(keysOf(object).map((key) => [key, to(key)])) as Record<keyof T & string, V>;
