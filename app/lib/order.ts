/** Changing the order of a list, by a button that moves one of it. */
type Direction = "up" | "down";

/** What the button of one item asks for. */
export const move = (item: number, direction: Direction) => `${item}.${direction}`;

/** The order after the button was pressed; the same for anything that it cannot mean. */
export function moved(order: readonly number[], pressed: string): number[] {
  const [item, direction] = pressed.split(".");
  const from = order.indexOf(Number(item));
  const to = direction === "up" ? from - 1 : direction === "down" ? from + 1 : from;
  return placed(order, from, to);
}

/** The order with the item at one place put at another. */
export function placed(order: readonly number[], from: number, to: number): number[] {
  if (from < 0 || to < 0 || to >= order.length) return [...order];
  const rest = order.filter((_, i) => i !== from);
  return [...rest.slice(0, to), order[from] as number, ...rest.slice(to)];
}
