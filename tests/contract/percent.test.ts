import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPercent, parsePercent } from "#contract/rules/percent.ts";

test.each([
  ["30", 0.3],
  ["28.5", 0.285],
  ["28.55 %", 0.2855],
  [" 7% ", 0.07],
  ["0", 0],
  ["99.", 0.99],
  ["-1", -0.01],
])("%s is parsed as the fraction %d", (typed, fraction) => {
  expect(parsePercent(typed)).toBe(fraction);
});

test.each(["", " ", "%", "a", "1.234", "1,5", "1e3", "12%%", "0x1", "1234567"])("%j is not a percentage", (typed) => {
  expect(parsePercent(typed)).toBeUndefined();
});

test.each([
  [0.3, "30.00%"],
  [0.285, "28.50%"],
  [0.0001, "0.01%"],
  [1, "100.00%"],
  [0, "0%"],
  [null, "0%"],
  [undefined, "0%"],
])("the fraction %s is shown as %s", (fraction, shown) => {
  expect(formatPercent(fraction)).toBe(shown);
});

test("every hundredth of a percent is shown as it was entered", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (hundredths) => {
      const typed = (hundredths / 100).toFixed(2);
      expect(formatPercent(parsePercent(typed))).toBe(`${typed}%`);
    }),
    { numRuns: 2_000 },
  );
});
