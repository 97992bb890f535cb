import { expect, test } from "vitest";
import { invalidEmailIn, splitEmails } from "#contract/rules/emails.ts";

test.each(["a@b.example", "first.last+orders@sub.shop.example", "o'neil@shop.example", "x@xn--bcher-kva.example"])(
  "%s is a valid email address",
  (address) => {
    expect(invalidEmailIn(address)).toBeUndefined();
  },
);

test.each([
  "plain",
  "@b.example",
  "a@",
  "a@b",
  "a b@c.example",
  "a@b..example",
  "a@-b.example",
  "<a@b.example>",
  "a@b.example;c@d.example",
  "ä@b.example",
])("%s is not a valid email address", (address) => {
  expect(invalidEmailIn(address)).toBe(address);
});

test("the first invalid address of several is named", () => {
  expect(invalidEmailIn("a@b.example, wrong, also wrong")).toBe("wrong");
  expect(invalidEmailIn("a@b.example, ,c@d.example")).toBe("");
});

test("addresses are split at commas and trimmed, and an empty list has none", () => {
  expect(splitEmails(" a@b.example ,c@d.example")).toEqual(["a@b.example", "c@d.example"]);
  expect(splitEmails("  ")).toEqual([]);
});

test("a long line that is not an address is refused quickly", () => {
  const started = performance.now();
  expect(invalidEmailIn(`a@${"a-".repeat(50_000)}`)).toBeDefined();
  expect(performance.now() - started).toBeLessThan(500);
});
