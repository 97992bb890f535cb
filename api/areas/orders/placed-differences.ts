/** Compares an order with an earlier one of the same number. */

/**
 * Returns the names of the fields whose values differ, as in `Lines.0.Quantity`, in alphabetical order. A field that
 * was left out is equal to one that is empty, so that a field which is added to the contract later changes nothing.
 */
export function differencesOf(earlier: unknown, now: unknown): string[] {
  return [...differing("", earlier, now)].sort();
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function* differing(name: string, earlier: unknown, now: unknown): Generator<string> {
  if (earlier === now || (isEmpty(earlier) && isEmpty(now))) return;
  if (!isContainer(earlier) || !isContainer(now) || Array.isArray(earlier) !== Array.isArray(now)) {
    yield name;
    return;
  }
  if (Array.isArray(earlier) && Array.isArray(now) && earlier.length !== now.length) {
    yield name;
    return;
  }
  for (const key of new Set([...Object.keys(earlier), ...Object.keys(now)]))
    yield* differing(name === "" ? key : `${name}.${key}`, earlier[key], now[key]);
}
