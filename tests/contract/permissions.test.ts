import { expect, test } from "vitest";
import { can, isCallerWide, permissionsSchema } from "../../contract/permissions.ts";

test("a flag must be there to allow, a view must be there to deny", () => {
  expect(can({ suppliers: {} }, { permission: "suppliers.view" })).toBe(true);
  expect(can({}, { permission: "suppliers.view" })).toBe(true);
  expect(can({ suppliers: { view: false } }, { permission: "suppliers.view" })).toBe(false);
  expect(can({ suppliers: {} }, { permission: "suppliers.add" })).toBe(false);
  expect(can({}, { permission: "suppliers.add" })).toBe(false);
  expect(can({ suppliers: { add: true } }, { permission: "suppliers.add" })).toBe(true);
});

test("only true allows", () => {
  for (const value of ["true", 1, {}, null]) expect(can({ canEdit: value }, { permission: "canEdit" })).toBe(false);
  expect(can({ canEdit: true }, { permission: "canEdit" })).toBe(true);
});

test("what needs no right, or only a token, is allowed to everybody", () => {
  expect(can({}, { permission: "anyone" }) && can({}, { permission: "signedIn" })).toBe(true);
});

test("permissions of areas are the caller's own, flags belong to a record", () => {
  expect(isCallerWide("suppliers.add")).toBe(true);
  expect(isCallerWide("enabledForReferrals")).toBe(true);
  expect(isCallerWide("canEdit")).toBe(false);
});

test("an API that sends nothing lets everything be seen and nothing be changed", () => {
  const { suppliers, orders } = permissionsSchema.parse({});
  expect({ suppliers, orders }).toEqual({
    suppliers: { view: true, add: false },
    orders: { view: true, add: false, edit: false },
  });
});
