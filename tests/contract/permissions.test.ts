import { expect, test } from "vitest";
import { can, isCallerWide, permissionsSchema } from "#contract/permissions.ts";

test("a missing flag allows viewing, but denies every other action", () => {
  expect(can({ suppliers: {} }, { permission: "suppliers.view" })).toBe(true);
  expect(can({}, { permission: "suppliers.view" })).toBe(true);
  expect(can({ suppliers: { view: false } }, { permission: "suppliers.view" })).toBe(false);
  expect(can({ suppliers: {} }, { permission: "suppliers.add" })).toBe(false);
  expect(can({}, { permission: "suppliers.add" })).toBe(false);
  expect(can({ suppliers: { add: true } }, { permission: "suppliers.add" })).toBe(true);
});

test("only the value true allows an action", () => {
  for (const value of ["true", 1, {}, null]) expect(can({ canEdit: value }, { permission: "canEdit" })).toBe(false);
  expect(can({ canEdit: true }, { permission: "canEdit" })).toBe(true);
});

test("actions that need no permission, or only a signed-in user, are allowed to everybody", () => {
  expect(can({}, { permission: "anyone" }) && can({}, { permission: "signedIn" })).toBe(true);
});

test("area permissions are the caller's own, and flags belong to a record", () => {
  expect(isCallerWide("suppliers.add")).toBe(true);
  expect(isCallerWide("enabledForReferrals")).toBe(true);
  expect(isCallerWide("canEdit")).toBe(false);
});

test("without permissions from the API everything can be viewed and nothing changed", () => {
  const { suppliers, orders } = permissionsSchema.parse({});
  expect({ suppliers, orders }).toEqual({
    suppliers: { view: true, add: false },
    orders: { view: true, add: false, edit: false },
  });
});
