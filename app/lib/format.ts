/** Formats values for display (en-AU) without a library in the browser. */
import { formatDollars, grouped } from "#contract/rules/dollars.ts";

/** Formats `1234.5` as `$1,234.50`; returns undefined for no value. */
export function dollars(value: number): string;
export function dollars(value: number | null | undefined): string | undefined;
export function dollars(value: number | null | undefined): string | undefined {
  return value === null || value === undefined ? undefined : formatDollars(value);
}

/** Formats `1 product`, `2 products` or `no products`; for an unknown number, `all products`. */
export function countOf(count: number | null | undefined, noun: string): string {
  if (count === null || count === undefined) return `all ${noun}s`;
  return `${count === 0 ? "no" : integer(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** The verb to a count: `1 row was`, `2 rows were`. */
export const were = (count: number) => (count === 1 ? "was" : "were");

let precise: Intl.NumberFormat | undefined;

/** Formats an amount ex GST, including fractions of a cent: `$9.0909`. */
export function dollarsExGst(value: number): string {
  precise ??= new Intl.NumberFormat("en-AU", { style: "currency", currency: "AUD", maximumFractionDigits: 4 });
  return precise.format(value);
}

export const yesOrNo = (value: boolean) => (value ? "Yes" : "No");

/** Formats `12345` as `12,345`. Every list needs it, and `Intl` takes long to start on a slow machine. */
export function integer(value: number): string {
  return `${value < 0 ? "-" : ""}${grouped(String(Math.abs(value)))}`;
}

/** Joins words: `a, b and c`. */
export function listed(words: readonly string[], last: "and" | "or"): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}
