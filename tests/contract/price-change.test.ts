import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exclusive, inclusive } from "#contract/rules/money.ts";
import { changedPrice } from "#contract/rules/price-change.ts";

const cents = (most: number) => fc.integer({ min: 1, max: most }).map((count) => count / 100);
const fraction = fc.integer({ min: -9_900, max: 100_000 }).map((parts) => parts / 10_000);
/** Exactly, with whole numbers of any size; half a cent is rounded away from zero. */
function exactly(price: number, by: number): number {
  const product = BigInt(Math.round(price * 100)) * BigInt(Math.round(by * 10_000));
  const half = product < 0n ? -5_000n : 5_000n;
  return (Math.round(price * 100) + Number((product + half) / 10_000n)) / 100;
}

describe("a price changed by a percentage", () => {
  test.each([
    [19.95, 0.05, 20.95],
    [10, 0.125, 11.25],
    [0.1, 0.05, 0.11],
    [0.3, -0.05, 0.28],
    [99.99, -0.1, 89.99],
    [12.35, 0.0333, 12.76],
  ])("%d changed by %d is %d", (price, by, expected) => {
    expect(changedPrice(price, { fraction: by, endsIn95: false })).toBe(expected);
  });

  test("is exact to the cent, for all prices and percentages", () => {
    fc.assert(
      fc.property(cents(10_000_000), fraction, (price, by) => {
        expect(changedPrice(price, { fraction: by, endsIn95: false })).toBe(exactly(price, by));
      }),
    );
  });
});

test("a price changed by dollars is exact to the cent", () => {
  fc.assert(
    fc.property(cents(10_000_000), cents(10_000), (price, dollars) => {
      const changed = changedPrice(price, { dollars, endsIn95: false });
      expect(Math.round(changed * 100)).toBe(Math.round(price * 100) + Math.round(dollars * 100));
      expect(changedPrice(changed, { dollars: -dollars, endsIn95: false })).toBe(price);
    }),
  );
});

describe("a price that ends in 95 cents", () => {
  test.each([
    [20.4, 19.95],
    [20.45, 20.95],
    [20.95, 20.95],
    [0.1, 0.95],
    [0.95, 0.95],
  ])("is near %d: %d", (price, expected) => {
    expect(changedPrice(price, { endsIn95: true })).toBe(expected);
  });

  test("is at most half a dollar away, from $0.45 on", () => {
    fc.assert(
      fc.property(cents(1_000_000), (price) => {
        const changed = changedPrice(price, { endsIn95: true });
        expect(Math.round(changed * 100) % 100).toBe(95);
        if (price >= 0.45)
          expect(Math.abs(Math.round(changed * 100) - Math.round(price * 100))).toBeLessThanOrEqual(50);
      }),
    );
  });
});

test("prices that are stored ex GST are shown as they were changed", () => {
  fc.assert(
    fc.property(cents(10_000_000), fraction, (price, by) => {
      const changed = changedPrice(price, { fraction: by, endsIn95: false });
      expect(inclusive(exclusive(changed, 0.1), 0.1)).toBe(changed);
    }),
  );
});
