import { expect, test } from "vitest";
import { combinationsOf, countCombinations, variantSku, variantSkus } from "#contract/rules/variant-combinations.ts";

const option = (optionCode: string, optionValue = optionCode) => ({ optionCode, optionValue });

test("every item of a list is combined with every item of the others, in their order", () => {
  expect(
    combinationsOf([
      ["Red", "Blue"],
      ["S", "M", "L"],
    ]).map((each) => each.join(" ")),
  ).toEqual(["Red S", "Red M", "Red L", "Blue S", "Blue M", "Blue L"]);
  expect(combinationsOf([["Red"], []])).toEqual([]);
});

test("a variant exists as a combination only if each of its options is chosen", () => {
  const count = (...variants: number[][]) =>
    countCombinations(
      [
        [1, 2],
        [10, 11, 12],
      ],
      variants,
    );
  expect(count()).toEqual({ all: 6, existing: 0 });
  expect(count([1, 10], [12, 2])).toEqual({ all: 6, existing: 2 });
  expect(count([1, 10], [10, 1])).toEqual({ all: 6, existing: 1 });
  expect(count([1, 13], [3, 10])).toEqual({ all: 6, existing: 0 });
  // Variants without an option of an attribute that was added later, and with two.
  expect(count([1], [], [1, 2, 10])).toEqual({ all: 6, existing: 0 });
  expect(countCombinations([], [[]])).toEqual({ all: 0, existing: 0 });
  expect(countCombinations([[1, 2], []], [])).toEqual({ all: 0, existing: 0 });
});

test("a SKU is the start and the codes of the options; an option without a code is named by its value", () => {
  expect(variantSku(" TEE ", [option("RED"), option("", "Extra  large")])).toBe("TEE-RED-Extra-large");
});

test("no two combinations get the same SKU, whatever the case of its letters", () => {
  const all = combinationsOf([
    [option("A"), option("A-B")],
    [option("B-C"), option("C"), option("c")],
  ]);
  expect(variantSkus("TEE", all)).toEqual([
    "TEE-A-B-C",
    "TEE-A-C",
    "TEE-A-c-2",
    "TEE-A-B-B-C",
    "TEE-A-B-C-2",
    "TEE-A-B-c-3",
  ]);
});
