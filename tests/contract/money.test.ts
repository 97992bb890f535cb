import fc from "fast-check";
import { expect, test } from "vitest";
import { add, exclusive, inclusive, parseAmount, round2, taxPair } from "#contract/rules/money.ts";

const gst = 0.1;
const cents = (max = 100_000_000) => fc.integer({ min: -max, max }).map((value) => value / 100);
const rate = fc.integer({ min: 0, max: 10_000 }).map((value) => value / 10_000);

test("every price from 1 cent to $10,000.00 is shown as it was entered", { timeout: 60_000 }, () => {
  const changed: number[] = [];
  for (let cent = 1; cent <= 1_000_000; cent++) {
    if (inclusive(exclusive(cent / 100, gst), gst) !== cent / 100) changed.push(cent / 100);
  }
  expect(changed).toEqual([]);
});

test("a price ex GST is stored with four decimals, because two would turn $9.95 into $9.96", () => {
  expect(exclusive(9.95, gst)).toBe(9.0455);
  expect(inclusive(9.0455, gst)).toBe(9.95);
});

test("a price is preserved at every tax rate", () => {
  fc.assert(fc.property(cents(1_000_000), rate, (price, tax) => inclusive(exclusive(price, tax), tax) === price + 0));
});

test("ex GST and tax add up to the entered amount, to the cent", () => {
  fc.assert(
    fc.property(cents(), rate, (price, tax) => {
      const pair = taxPair(price, tax);
      expect(Math.round(pair.exTax * 100) + Math.round(pair.tax * 100)).toBe(Math.round(price * 100));
      expect(round2(pair.exTax)).toBe(pair.exTax);
      expect(round2(pair.tax)).toBe(pair.tax);
    }),
  );
});

test("a refund is the negated sale", () => {
  fc.assert(
    fc.property(cents(), rate, (price, tax) => {
      const [sale, refund] = [taxPair(price, tax), taxPair(-price, tax)];
      expect(refund.exTax + sale.exTax).toBe(0);
      expect(refund.tax + sale.tax).toBe(0);
    }),
  );
});

test.each([
  [1.005, 1.01],
  [-1.005, -1.01],
  [2.675, 2.68],
  [1.004999, 1],
  [-0.005, -0.01],
  [0.0049, 0],
  [1e-7, 0],
  [9_007_199_254.745, 9_007_199_254.75],
])("%d rounds to %d: half a cent is rounded away from zero", (value, rounded) => {
  expect(round2(value)).toBe(rounded);
});

test("$1.15 ex GST is $1.27 inc GST, where floating point arithmetic would be wrong", () => {
  expect(inclusive(1.15, gst)).toBe(1.27);
});

test("a missing price stays missing", () => {
  expect([inclusive(null as number | null, gst), exclusive(undefined as number | undefined, gst)]).toEqual([
    null,
    null,
  ]);
});

test("values that are not numbers are never read as amounts", () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) expect(() => round2(value)).toThrow(RangeError);
});

test.each([
  ["1,234.50", 1234.5],
  ["$12", 12],
  ["$ 12.5", 12.5],
  [" 0.05 ", 0.05],
  [".5", 0.5],
  ["-3", -3],
  ["-$3.20", -3.2],
  ["1,000,000", 1_000_000],
])("“%s” is read as %d", (typed, amount) => {
  expect(parseAmount(typed)).toBe(amount);
});

test.each([
  "",
  " ",
  "$",
  "-",
  ".",
  "abc",
  "12.345",
  "1,23",
  "1,2345",
  "1 000",
  "12.",
  "1e3",
  "0x10",
  "Infinity",
  "--1",
  "1-",
  "99999999999999999",
])("“%s” is not an amount", (typed) => {
  expect(parseAmount(typed)).toBeUndefined();
});

test("four decimals are accepted where that is configured, but not five", () => {
  expect(["9.0909", "9.09090"].map((typed) => parseAmount(typed, 4))).toEqual([9.0909, undefined]);
});

test("every amount can be parsed from its formatted text", () => {
  fc.assert(fc.property(cents(), (amount) => parseAmount(amount.toFixed(2)) === amount + 0));
});

test("a sum is exact to four decimals for small, many, and very large amounts", () => {
  const whole = (units: bigint) =>
    Number(
      `${units < 0n ? "-" : ""}${(units < 0n ? -units : units) / 10_000n}.${String((units < 0n ? -units : units) % 10_000n).padStart(4, "0")}`,
    );
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n })), (units) => {
      expect(add(...units.map(whole))).toBe(whole(units.reduce((sum, each) => sum + each, 0n)));
    }),
  );
  expect([add(), add(0.1, 0.2), add(1.1, -1.1), add(0.00005, 0.00005)]).toEqual([0, 0.3, 0, 0.0001]);
});
