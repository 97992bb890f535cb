import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addTier,
  changeEnd,
  isRemovable,
  maxQuantity,
  removeTier,
  type Tier,
  tierProblems,
} from "#contract/rules/shipping-tiers.ts";

const tiers = (...ends: (number | null)[]): Tier[] => {
  let quantityFrom = 1;
  return ends.map((quantityTo) => {
    const tier = { quantityFrom, quantityTo };
    quantityFrom = (quantityTo ?? 0) + 1;
    return tier;
  });
};
const words = (list: Tier[]) =>
  list.map(({ quantityFrom, quantityTo }) => `${quantityFrom}-${quantityTo ?? ""}`).join(" ");

describe("adding a tier", () => {
  test("as the first of a country and state covers every quantity", () => {
    expect(words(addTier([]))).toBe("1-");
  });

  test("takes the start of the last tier, which then starts one later", () => {
    expect(words(addTier(tiers(null)))).toBe("1-1 2-");
    expect(words(addTier(tiers(4, null)))).toBe("1-4 5-5 6-");
  });

  test("keeps the end of the last tier, or raises it", () => {
    expect(words(addTier(tiers(4, 9)))).toBe("1-4 5-5 6-9");
    expect(words(addTier(tiers(4, 5)))).toBe("1-4 5-5 6-6");
  });

  test("is refused if no quantity is left", () => {
    expect(addTier(tiers(maxQuantity - 1, null))).toHaveLength(2);
  });
});

describe("changing the end of a tier", () => {
  test("makes the next tier start one later", () => {
    expect(words(changeEnd(tiers(4, 9, null), 0, 6))).toBe("1-6 7-9 10-");
    expect(words(changeEnd(tiers(4, 9, null), 0, 2))).toBe("1-2 3-9 10-");
  });

  test("moves all later tiers as necessary", () => {
    expect(words(changeEnd(tiers(4, 9, 20, null), 0, 30))).toBe("1-30 31-31 32-32 33-");
  });

  test.each([0, -1, 1.5, Number.NaN, maxQuantity + 1])("refuses %d", (end) => {
    expect(changeEnd(tiers(4, null), 0, end)).toEqual(tiers(4, null));
  });

  test("refuses an end below the start, and keeps the last tier's end", () => {
    expect(changeEnd(tiers(4, 9, null), 1, 4)).toEqual(tiers(4, 9, null));
    expect(changeEnd(tiers(4, null), 1, 9)).toEqual(tiers(4, null));
  });
});

describe("removing a tier", () => {
  test("makes the next tier start where the removed one started", () => {
    expect(words(removeTier(tiers(4, 9, null), 0))).toBe("1-9 10-");
    expect(words(removeTier(tiers(4, 9, null), 1))).toBe("1-4 5-");
  });

  test("is refused for a tier without an end, unless it is the only one", () => {
    expect([0, 1].map((index) => isRemovable(tiers(4, null), index))).toEqual([true, false]);
    expect(removeTier(tiers(4, null), 1)).toEqual(tiers(4, null));
    expect(removeTier(tiers(null), 0)).toEqual([]);
    expect(words(removeTier(tiers(4, 9), 1))).toBe("1-4");
  });
});

type Step = { what: "add" } | { what: "change"; index: number; end: number } | { what: "remove"; index: number };
const index = fc.nat(6);
const step = fc.oneof(
  fc.record({ what: fc.constant("add" as const) }),
  fc.record({
    what: fc.constant("change" as const),
    index,
    end: fc.oneof(fc.integer({ min: -2, max: 60 }), fc.constant(maxQuantity), fc.integer()),
  }),
  fc.record({ what: fc.constant("remove" as const), index }),
);
const after = (start: Tier[], steps: Step[]) =>
  steps.reduce((list, each) => {
    if (each.what === "add") return addTier(list);
    return each.what === "remove" ? removeTier(list, each.index) : changeEnd(list, each.index, each.end);
  }, start);

test("after any edits tiers start at 1, have no gaps or overlaps, and cover every quantity", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const list = after([], steps);
      let next = 1;
      for (const { quantityFrom, quantityTo } of list) {
        expect(quantityFrom).toBe(next);
        expect(quantityTo ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(quantityFrom);
        next = (quantityTo ?? 0) + 1;
      }
      expect(list.filter(({ quantityTo }) => quantityTo === null)).toHaveLength(list.length === 0 ? 0 : 1);
      expect(list.at(-1)?.quantityTo ?? null).toBeNull();
      expect(tierProblems(list)).toEqual([]);
    }),
  );
});

test("the same is true for tiers whose last one has an end: at most one is open", () => {
  const closed = fc
    .array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 })
    .map((widths) => tiers(...widths.map((_, i) => sum(widths.slice(0, i + 1)))));
  fc.assert(
    fc.property(closed, fc.array(step, { maxLength: 30 }), (start, steps) => {
      const list = after(start, steps);
      expect(tierProblems(list)).toEqual([]);
      expect(list.filter(({ quantityTo }) => quantityTo === null).length).toBeLessThanOrEqual(1);
    }),
  );
});
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

describe("an error in the tiers is reported at its row", () => {
  const tier = (quantityFrom: number, quantityTo: number | null) => ({ quantityFrom, quantityTo });
  test.each([
    [
      "a start after 1",
      [tier(2, null)],
      [{ index: 0, field: "quantityFrom", message: "The first tier of a country and state starts at 1." }],
    ],
    [
      "an end before the start",
      [tier(1, 0)],
      [{ index: 0, field: "quantityTo", message: "Must be greater than or equal to Quantity From" }],
    ],
    [
      "a gap",
      [tier(1, 4), tier(6, null)],
      [{ index: 1, field: "quantityFrom", message: expect.stringMatching(/^Must be 5,/) }],
    ],
    [
      "overlap",
      [tier(1, 4), tier(4, null)],
      [{ index: 1, field: "quantityFrom", message: expect.stringMatching(/^Must be 5,/) }],
    ],
    [
      "two tiers without an end",
      [tier(1, null), tier(5, null)],
      [{ index: 0, field: "quantityTo", message: "This is required" }],
    ],
    [
      "two tiers without an end, in reverse order",
      [tier(5, null), tier(1, null)],
      [{ index: 1, field: "quantityTo", message: "This is required" }],
    ],
  ])("%s", (_, list, problems) => {
    expect(tierProblems(list)).toEqual(problems);
  });

  test("the order of the tiers in the list does not matter", () => {
    expect(tierProblems([tier(5, null), tier(1, 4)])).toEqual([]);
  });

  test("there is an error exactly if a quantity has no tier or two, or an end is missing", () => {
    const some = fc.array(
      fc.record({
        quantityFrom: fc.integer({ min: 1, max: 8 }),
        quantityTo: fc.option(fc.integer({ min: 1, max: 8 }), { nil: null }),
      }),
      {
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(some, (list) => {
        const isIn = (quantity: number) =>
          list.filter(({ quantityFrom, quantityTo }) => quantity >= quantityFrom && quantity <= (quantityTo ?? 99))
            .length;
        const last = Math.max(
          0,
          ...list.map(({ quantityFrom, quantityTo }) => quantityTo ?? Math.max(quantityFrom, 20)),
        );
        const isRight =
          list.every(({ quantityFrom, quantityTo }) => (quantityTo ?? 99) >= quantityFrom) &&
          Array.from({ length: last }, (_, i) => isIn(i + 1)).every((count) => count === 1);
        expect(tierProblems(list).length === 0).toBe(isRight);
      }),
      { numRuns: 2_000 },
    );
  });
});
