import { at } from "#contract/rules/at.ts";

/** Reordering a list with buttons that move one item. */
type Direction = "up" | "down";

/** Value of an item's move button. */
export const move = (item: number, direction: Direction) => `${item}.${direction}`;

/** Returns the order after a button was pressed, unchanged for invalid values. */
export function moved(order: readonly number[], pressed: string): number[] {
  const [item, direction] = pressed.split(".");
  const from = order.indexOf(Number(item));
  const to = direction === "up" ? from - 1 : direction === "down" ? from + 1 : from;
  return placed(order, from, to);
}

/** Returns the order with one item moved to another position. */
export function placed(order: readonly number[], from: number, to: number): number[] {
  if (from < 0 || to < 0 || to >= order.length) return [...order];
  const rest = order.filter((_, i) => i !== from);
  return [...rest.slice(0, to), at(order, from), ...rest.slice(to)];
}
