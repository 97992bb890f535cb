/**
 * Returns the item at an index that is known to exist.
 * @throws RangeError if there is none
 */
export function at<T>(items: readonly T[], index: number): T {
  if (index < 0 || index >= items.length) throw new RangeError(`There is no item at ${index} of ${items.length}.`);
  return items[index] as T;
}

/**
 * Returns the value of a key that is known to be in the map.
 * @throws RangeError if it is not
 */
export function valueAt<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  if (!map.has(key)) throw new RangeError(`The map has no key ${key}.`);
  return map.get(key) as V;
}
