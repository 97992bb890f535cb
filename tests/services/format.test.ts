import { expect, it } from "vitest";
import { integer } from "#app/lib/format.ts";

it.each([
  [0, "0"],
  [7, "7"],
  [999, "999"],
  [1_000, "1,000"],
  [12_345, "12,345"],
  [-999, "-999"],
  [-1_000, "-1,000"],
  [1_000_000, "1,000,000"],
  [Number.MAX_SAFE_INTEGER, "9,007,199,254,740,991"],
])("the whole number %d is shown as %s", (value, shown) => {
  expect(integer(value)).toBe(shown);
});
