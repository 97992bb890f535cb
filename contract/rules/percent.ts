/** Shares of a whole: held as fractions (0.285), shown and typed as percent with two decimals (28.50%). */
import { times } from "./money.ts";

/** A fraction as people read it; nothing is 0%. */
export function formatPercent(fraction: number | null | undefined): string {
  return fraction ? `${times(fraction, 100).toFixed(2)}%` : "0%";
}

/** A percentage as people type it ("30", "28.5 %"), as a fraction; undefined when it is none, or has more than two decimals. */
export function parsePercent(typed: string): number | undefined {
  const [, digits] = /^(-?\d{1,6}(?:\.\d{0,2})?)\s*%?$/.exec(typed.trim()) ?? [];
  // The digits move; dividing by a hundred would not always give the nearest number.
  return digits === undefined ? undefined : Number(`${digits}e-2`);
}
