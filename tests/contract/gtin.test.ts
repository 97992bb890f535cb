import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gtin14, gtinFrom, isGtin, optionalGtin } from "#contract/rules/gtin.ts";

/** From GS1's own examples and from books. */
const real = ["96385074", "614141999996", "4006381333931", "9780306406157", "10614141543219"];

describe("a GTIN", () => {
  test.each(real)("%s has the right check digit", (gtin) => expect(isGtin(gtin)).toBe(true));

  test("is refused with any one digit changed", () => {
    fc.assert(
      fc.property(fc.constantFrom(...real), fc.nat(13), fc.integer({ min: 1, max: 9 }), (gtin, at, by) => {
        const i = at % gtin.length;
        const digit = (Number(gtin[i]) + by) % 10;
        expect(isGtin(`${gtin.slice(0, i)}${digit}${gtin.slice(i + 1)}`)).toBe(false);
      }),
    );
  });

  test.each(["", "1", "12345678901", "400638133393", "40063813339310", "abcdefgh", "４００６３８１３３３９３１"])(
    "is not “%s”",
    (text) => expect(isGtin(text)).toBe(false),
  );

  test("is typed with or without spaces and dashes, or not at all", () => {
    const field = optionalGtin();
    expect(field.parse(" 978-0-306-40615-7 ")).toBe("9780306406157");
    expect(field.parse("")).toBe("");
    expect(field.safeParse("9780306406158").success).toBe(false);
    expect(field.safeParse("9".repeat(100_000)).success).toBe(false);
  });

  test("can be made from its other digits", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (n) => {
        expect(isGtin(gtinFrom(String(n).padStart(12, "0")))).toBe(true);
      }),
    );
  });

  test("is the same in all of its lengths", () => {
    expect(gtin14("614141999996")).toBe(gtin14("0614141999996"));
  });
});
