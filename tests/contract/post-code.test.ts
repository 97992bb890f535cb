import { expect, test } from "vitest";
import { postCodeWarning } from "#contract/locations/schema.ts";

const warning = "Australian post codes have 4 digits. Please check this one.";

test.each([
  ["AU", "6160", undefined],
  ["AU", "0800", undefined],
  ["AU", "", undefined],
  ["AU", "60", warning],
  ["au", "61600", warning],
  ["AU", "WA 6160", warning],
  ["FR", "75", undefined],
])("an Australian post code must have 4 digits: %s %j", (countryCode, postCode, expected) => {
  expect(postCodeWarning({ countryCode, postCode })).toBe(expected);
});
