import fc from "fast-check";
import { expect, test } from "vitest";
import { abnFrom, digitsOf, formatAbn, formatBsb, isAbn } from "#contract/rules/abn.ts";

const nineDigits = fc.stringMatching(/^\d{9}$/);

test.each(["51 824 753 556", "53 004 085 616", "51824753556", "51-824-753-556"])("%s is a valid ABN", (abn) => {
  expect(isAbn(abn)).toBe(true);
});

test.each(["51 824 753 557", "5182475355", "518247535560", "", "51 824 753 55x", "00 000 000 000"])(
  "“%s” is not a valid ABN",
  (abn) => {
    expect(isAbn(abn)).toBe(false);
  },
);

test("a generated ABN has valid check digits, and any single wrong digit is detected", () => {
  fc.assert(
    fc.property(nineDigits, fc.integer({ min: 2, max: 10 }), fc.integer({ min: 1, max: 9 }), (digits, at, by) => {
      const abn = abnFrom(digits);
      const wrong = abn.slice(0, at) + ((Number(abn[at]) + by) % 10) + abn.slice(at + 1);
      expect([isAbn(abn), isAbn(wrong), abn.endsWith(digits)]).toEqual([true, false, true]);
    }),
  );
});

test("an ABN can be generated only from nine digits", () => {
  expect(() => abnFrom("12345678")).toThrow("nine digits");
});

test("ABN and BSB are formatted in groups, and invalid values are shown unchanged", () => {
  expect(formatAbn("51824753556")).toBe("51 824 753 556");
  expect(formatBsb("066102")).toBe("066-102");
  expect([formatAbn("518"), formatBsb("06610")]).toEqual(["518", "06610"]);
});

test("the digits of a number are extracted by removing spaces, dots and dashes", () => {
  expect(digitsOf(" 51-824.753 556 ")).toBe("51824753556");
});
