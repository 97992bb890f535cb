import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { users as table } from "#api/core/database/schema/index.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { runnerOf } from "#tests/support/many.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { users, history } = operations;
const { run, undo } = runnerOf(api);

type Input = Omit<SentInput<typeof users.changeMany>, "Id">;

let admin: TestUser;
let one: TestUser;
let two: TestUser;
beforeEach(async () => {
  admin = await api.aUser({ roles: ["Administrator"] });
  one = await api.aUser({ roles: ["Finance"] });
  two = await api.aUser({ roles: ["Finance", "Operator"] });
});

const done = async (input: Input, as = admin) => run(await api.ok(as, users.changeMany, input), as);
const stored = async ({ id }: TestUser) => {
  const [user] = await db.select().from(table).where(eq(table.id, id));
  return { isActive: user?.isActive, roles: user?.roles };
};
const both = () => [one.id, two.id];

test("users are deactivated, lose their session, and are active again after the undo", async () => {
  const { id, status, said } = await done({ Ids: both(), Change: { Kind: "deactivate" } });
  expect([status, said]).toEqual([2, ["2 users were changed."]]);
  expect((await api.call(one, users.permissions, {})).status).toBe(401);
  expect((await undo(id, admin)).said).toEqual(["2 users were put back."]);
  expect((await stored(one)).isActive).toBe(true);
});

test("nobody deactivates themself or takes their own role Administrator, and the reason names them", async () => {
  const { status, said } = await done({ Ids: [admin.id, one.id], Change: { Kind: "deactivate" } });
  expect(status).toBe(3);
  expect(said).toContainEqual(
    expect.stringContaining("You cannot deactivate your own account. Another administrator can."),
  );
  expect(said.at(-1)).toBe("1 user was changed.");
  await done({ Ids: [admin.id], Change: { Kind: "addRole", Role: "Operator" } });
  const own = await done({ Ids: [admin.id], Change: { Kind: "removeRole", Role: "Administrator" } });
  expect(own.said[0]).toContain("You cannot take the role Administrator from yourself.");
  expect(await stored(admin)).toEqual({ isActive: true, roles: ["Administrator", "Operator"] });
});

describe("roles", () => {
  test("are added where they are missing, and put back", async () => {
    const { id, said } = await done({ Ids: both(), Change: { Kind: "addRole", Role: "Operator" } });
    expect(said).toEqual(["1 user was changed. 1 user was like that already."]);
    expect((await stored(one)).roles).toEqual(["Finance", "Operator"]);
    await undo(id, admin);
    expect((await stored(one)).roles).toEqual(["Finance"]);
  });

  test("are removed, except the only one", async () => {
    const { said } = await done({ Ids: both(), Change: { Kind: "removeRole", Role: "Finance" } });
    expect(said).toContainEqual(expect.stringContaining("This is the only role of this user. Add another role first."));
    expect([(await stored(one)).roles, (await stored(two)).roles]).toEqual([["Finance"], ["Operator"]]);
  });

  test("that somebody has changed since stay as they are", async () => {
    const { id } = await done({ Ids: both(), Change: { Kind: "addRole", Role: "Read Only" } });
    await db
      .update(table)
      .set({ roles: ["Operator"] })
      .where(eq(table.id, two.id));
    expect((await undo(id, admin)).said).toEqual([
      expect.stringMatching(/: Roles \(now Operator, before Finance, Operator\) was changed by the system on /),
      "1 user was put back.",
    ]);
    expect([(await stored(one)).roles, (await stored(two)).roles]).toEqual([["Finance"], ["Operator"]]);
  });

  test("cannot be taken from oneself by undoing what another administrator has done", async () => {
    const other = await api.aUser({ roles: ["Operator"] });
    const { id } = await done({ Ids: [other.id], Change: { Kind: "addRole", Role: "Administrator" } });
    expect((await undo(id, other)).said[0]).toContain("You cannot undo this for your own account.");
    expect((await stored(other)).roles).toEqual(["Operator", "Administrator"]);
  });
});

test("the preview shows roles before and after, and changes nothing", async () => {
  const Change = { Kind: "addRole", Role: "Operator" } as const;
  const { count, first } = await api.ok(admin, users.previewMany, { Ids: both(), Change });
  expect(count).toBe(2);
  expect(first.find(({ id }) => id === one.id)).toMatchObject({
    name: one.email,
    why: null,
    changes: [{ label: "Roles", before: "Finance", after: "Finance, Operator" }],
  });
  expect((await stored(one)).roles).toEqual(["Finance"]);
});

test("a filter changes those that it finds", async () => {
  const { said } = await done({ Filter: { searchText: one.email }, Change: { Kind: "deactivate" } });
  expect(said).toEqual(["1 user was changed."]);
  expect((await stored(two)).isActive).toBe(true);
});

test("a command that is sent twice is carried out once", async () => {
  const input = { Id: crypto.randomUUID(), Ids: both(), Change: { Kind: "deactivate" } } as const;
  const first = await api.ok(admin, users.changeMany, input);
  expect(await api.ok(admin, users.changeMany, input)).toBe(first);
});

test.each([
  [{ Ids: [] }, 422],
  [{ Ids: [999_999_999] }, 404],
  [{ Ids: Array.from({ length: 201 }, (_, i) => i + 1) }, 422],
  [{ Change: { Kind: "addRole", Role: "Emperor" } }, 422],
  [{ Change: { Kind: "addRole" } }, 422],
  [{ Filter: { searchText: "nobody has this name" }, Ids: [] }, 422],
])("refuses %j with %d", async (wrong, status) => {
  const input = { Ids: both(), Change: { Kind: "deactivate" }, ...wrong } as Input;
  expect((await api.call(admin, users.changeMany, input)).status).toBe(status);
  expect((await stored(one)).isActive).toBe(true);
});

test("the history offers the undo to administrators", async () => {
  const { id } = await done({ Ids: both(), Change: { Kind: "deactivate" } });
  expect(await api.ok(admin, history.undoable, { id })).toMatchObject({ canUndo: true, record: "user" });
});
