/**
 * Returns the item at an index that is known to exist.
 * @throws RangeError if there is none
 */
export function at<T>(items: readonly T[], index: number): T {
  if (index < 0 || index >= items.length) throw new RangeError(`There is no item at ${index} of ${items.length}.`);
  return items[index] as T;
}
