import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCommonPassword } from "#api/modules/identity/common-passwords.ts";
import { newPasswordErrors } from "#api/modules/identity/new-password.ts";

const words =
  "This password is easy to guess. Please choose another one, for instance several words that do not belong together.";

describe("a password that is easy to guess is refused", () => {
  it.each([
    ["is on the list", "administrator"],
    ["is on the list with different letter case", "1QAZ2wsx3EDC"],
    ["is on the list with digits after it", "password12345"],
    ["is on the list with symbols and digits around it", "!!Password2026!!"],
    ["is on the list twice", "passwordpassword"],
    ["is one character repeated", "aaaaaaaaaaaaaa"],
    ["is a few characters repeated", "xyxyxyxyxyxyxy"],
    ["is the alphabet", "abcdefghijklm"],
    ["is digits in a row", "1234567890123"],
    ["is digits in descending order", "3210987654321"],
    ["is the name of the product", "CountingHouse2026"],
    ["is the password of the demo accounts", "counting-house"],
    ["is typed with full-width letters", "ｐａｓｓｗｏｒｄ１２３４"],
  ])("because it %s", (_, password) => {
    expect(newPasswordErrors("kim@example.com", { next: password, again: password })).toEqual({
      next: words,
      again: undefined,
    });
  });
});

describe("a password that is hard to guess is accepted", () => {
  it.each([
    "correct horse battery",
    "a long enough password",
    "kite 83910472",
    "7!4%29#-(91)",
    "tr0ub4dor and 3 friends",
    "naïve crème brûlée",
  ])("%s", (password) => {
    expect(newPasswordErrors("kim@example.com", { next: password, again: password })).toEqual({
      next: undefined,
      again: undefined,
    });
  });

  it("made of random letters", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), minLength: 16, maxLength: 40 });
    fc.assert(
      fc.property(letters, (password) => {
        fc.pre(new Set(password).size > 6);
        expect(isCommonPassword(password)).toBe(false);
      }),
    );
  });
});
