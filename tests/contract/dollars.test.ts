import { expect, it } from "vitest";
import { formatDollars } from "#contract/rules/dollars.ts";

const intl = new Intl.NumberFormat("en-AU", { style: "currency", currency: "AUD" });
const differing = (amounts: number[]) => amounts.filter((amount) => formatDollars(amount) !== intl.format(amount));

it("formats every price up to $1,000.00, and higher ones, as Intl does", () => {
  const prices = Array.from({ length: 100_001 }, (_, cents) => cents / 100);
  expect(differing([...prices, ...prices.slice(1).map((price) => Math.round(price * 13_579) / 100)])).toEqual([]);
});

it("formats amounts with four decimals, also negative ones, as Intl does", () => {
  const amounts = Array.from({ length: 20_000 }, (_, i) => ((i + 1) * 37) / 10_000);
  expect(differing([...amounts, ...amounts.map((amount) => -amount)])).toEqual([]);
});

it.each([
  [0, "$0.00"],
  [0.05, "$0.05"],
  [1.005, "$1.01"],
  [-1.005, "-$1.01"],
  [999.995, "$1,000.00"],
  [1234.5, "$1,234.50"],
  [-1_234_567.89, "-$1,234,567.89"],
  [90_071_992_547_409.9, "$90,071,992,547,409.90"],
])("the amount %d is shown as %s", (amount, shown) => {
  expect(formatDollars(amount)).toBe(shown);
});
