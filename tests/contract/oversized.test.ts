import { describe, expect, test } from "vitest";
import { richText } from "#contract/fields.ts";
import { allOperations } from "#contract/operations.ts";
import { isBlankHtml } from "#contract/rules/rich-text.ts";
import { filled, signs, unboundedIn } from "#tests/support/oversized.ts";

const length = 100_000;
/** Generous; a quadratic check of this size takes ten times longer. */
const patienceMs = 2_000;

/** Measures processor time, which other work on the machine hardly lengthens. */
function timed<T>(work: () => T): { result: T; ms: number } {
  const begun = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(begun);
  return { result, ms: (user + system) / 1_000 };
}

test("every text and list in the input of an operation has a maximum", () => {
  expect(allOperations().flatMap(([name, { input }]) => unboundedIn(input, name))).toEqual([]);
});

const longTexts = signs.map((sign) => sign.repeat(length));
const longList = Array.from({ length: 500_000 }, () => 9);
const manyFields = Object.fromEntries(Array.from({ length }, (_, i) => [`field${i}`, "x"]));

test.each(allOperations())("the input of %s is refused or parsed quickly, whatever its size", (_name, { input }) => {
  for (const text of longTexts)
    expect(timed(() => input.safeParse(filled(input, text))).ms, `every field repeats ${text[0]}`).toBeLessThan(
      patienceMs,
    );

  const { result, ms } = timed(() => input.safeParse(filled(input, longList, () => longList)));
  expect(ms, "every field is a list of 500,000").toBeLessThan(patienceMs);
  expect(result.error?.issues.length ?? 0).toBeLessThan(1_000);

  expect(
    timed(() => input.safeParse({ ...manyFields, ...(filled(input, "x") as object) })).ms,
    "there are 100,000 other fields",
  ).toBeLessThan(patienceMs);
});

describe("rich text", () => {
  test.each(signs)(`that repeats %j ${length} times is checked quickly`, (sign) => {
    expect(timed(() => isBlankHtml(sign.repeat(length))).ms).toBeLessThan(patienceMs);
    expect(timed(() => richText().safeParse(sign.repeat(length))).ms).toBeLessThan(patienceMs);
    expect(timed(() => richText().safeParse(sign.repeat(10 * length))).ms).toBeLessThan(patienceMs);
  });

  test("that is too long is refused based only on its length", () => {
    const { error } = richText({ max: 10 }).safeParse("<p></p>".repeat(10));
    expect(error?.issues.map(({ message }) => message)).toEqual(["Please use no more than 10 characters."]);
  });
});
