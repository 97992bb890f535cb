/** Percentages: stored as fractions (0.285), shown and entered as percent with two decimals (28.50%). */
import { times } from "./money.ts";

/** Formats a fraction; null and undefined are 0%. */
export function formatPercent(fraction: number | null | undefined): string {
  return fraction ? `${times(fraction, 100).toFixed(2)}%` : "0%";
}

/** Parses a percentage ("30", "28.5 %") as a fraction; undefined if invalid, or with more than two decimals. */
export function parsePercent(typed: string): number | undefined {
  const [, digits] = /^(-?\d{1,6}(?:\.\d{0,2})?)\s*%?$/.exec(typed.trim()) ?? [];
  // Shifts the decimal point; dividing by a hundred would not always give the nearest number.
  return digits === undefined ? undefined : Number(`${digits}e-2`);
}
