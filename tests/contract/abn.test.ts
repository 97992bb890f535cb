import fc from "fast-check";
import { expect, test } from "vitest";
import { abnFrom, digitsOf, formatAbn, formatBsb, isAbn } from "../../contract/rules/abn.ts";

const nineDigits = fc.stringMatching(/^\d{9}$/);

test.each(["51 824 753 556", "53 004 085 616", "51824753556", "51-824-753-556"])("%s is an ABN", (abn) => {
  expect(isAbn(abn)).toBe(true);
});

test.each(["51 824 753 557", "5182475355", "518247535560", "", "51 824 753 55x", "00 000 000 000"])(
  "“%s” is none",
  (abn) => {
    expect(isAbn(abn)).toBe(false);
  },
);

test("a made-up ABN has the right check digits, and one wrong digit is noticed", () => {
  fc.assert(
    fc.property(nineDigits, fc.integer({ min: 2, max: 10 }), fc.integer({ min: 1, max: 9 }), (digits, at, by) => {
      const abn = abnFrom(digits);
      const wrong = abn.slice(0, at) + ((Number(abn[at]) + by) % 10) + abn.slice(at + 1);
      expect([isAbn(abn), isAbn(wrong), abn.endsWith(digits)]).toEqual([true, false, true]);
    }),
  );
});

test("an ABN cannot be made from anything but nine digits", () => {
  expect(() => abnFrom("12345678")).toThrow("nine digits");
});

test("numbers are shown in their groups, and anything else as it is", () => {
  expect(formatAbn("51824753556")).toBe("51 824 753 556");
  expect(formatBsb("066102")).toBe("066-102");
  expect([formatAbn("518"), formatBsb("06610")]).toEqual(["518", "06610"]);
});

test("the digits are what is left without blanks, dots and dashes", () => {
  expect(digitsOf(" 51-824.753 556 ")).toBe("51824753556");
});
