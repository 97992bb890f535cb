import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { users, views as viewsTable } from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { viewFields } from "#contract/views/edits.ts";
import { maxViews } from "#contract/views/schema.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { views } = operations;

let admin: TestUser;
let operator: TestUser;
let finance: TestUser;
beforeAll(async () => {
  admin = await api.aUser({ roles: ["Administrator"] });
  operator = await api.aUser({ roles: ["Operator"] });
  finance = await api.aUser({ roles: ["Finance"] });
});
beforeEach(async () => {
  await api.database.db.delete(viewsTable);
});

const late = {
  List: "orders",
  Name: "Late orders",
  Audience: "me",
  IsDefault: false,
  IsPinned: false,
  Query: "shipBy=late",
  Columns: "Customer\nShip by",
} as const;

const seenBy = async (user: TestUser) => (await api.ok(user, views.list, {})).items.map(({ name }) => name);

describe("a view", () => {
  test("of one person is seen by nobody else", async () => {
    const id = await api.ok(operator, views.save, late);
    expect(await api.ok(operator, views.list, {})).toEqual({
      items: [
        {
          id,
          list: "orders",
          name: "Late orders",
          audience: "me",
          isDefault: false,
          isPinned: false,
          isForMe: true,
          query: "shipBy=late",
          columns: "Customer\nShip by",
          canEdit: true,
        },
      ],
      canShare: false,
    });
    expect([await seenBy(admin), await seenBy(finance)]).toEqual([[], []]);
    expect((await api.call(admin, views.save, { ...late, ViewId: id })).status).toBe(404);
    await api.ok(admin, views.remove, { ViewId: id });
    expect(await seenBy(operator)).toEqual(["Late orders"]);
  });

  test("is shared with a role or with everybody by administrators, who alone change it", async () => {
    const forRole = await api.ok(admin, views.save, { ...late, Audience: "Operator" });
    await api.ok(admin, views.save, { ...late, Name: "Everything", Audience: "everybody" });
    expect(await seenBy(operator)).toEqual(["Everything", "Late orders"]);
    expect(await seenBy(finance)).toEqual(["Everything"]);
    expect(await seenBy(admin)).toEqual(["Everything", "Late orders"]);
    const { items } = await api.ok(admin, views.list, {});
    expect(items.map(({ isForMe }) => isForMe)).toEqual([true, false]);
    for (const { status } of [
      await api.call(operator, views.save, { ...late, Audience: "everybody" }),
      await api.call(operator, views.save, { ...late, Audience: "me", ViewId: forRole }),
      await api.call(operator, views.remove, { ViewId: forRole }),
    ])
      expect(status).toBe(403);
    await api.ok(admin, views.remove, { ViewId: forRole });
    await api.ok(admin, views.remove, { ViewId: forRole });
    expect(await seenBy(operator)).toEqual(["Everything"]);
  });

  test("that is shared is seen by a read-only user, who cannot save one", async () => {
    const reader = await api.aUser({ roles: ["Read Only"] });
    await api.ok(admin, views.save, { ...late, Audience: "Read Only" });
    const { items, canShare } = await api.ok(reader, views.list, {});
    expect([items.map(({ canEdit }) => canEdit), canShare]).toEqual([[false], false]);
    expect((await api.call(reader, views.save, late)).status).toBe(403);
  });

  test("replaces the earlier default of the same people", async () => {
    await api.ok(operator, views.save, { ...late, IsDefault: true });
    await api.ok(admin, views.save, { ...late, Name: "Shared", Audience: "everybody", IsDefault: true });
    await api.ok(operator, views.save, { ...late, Name: "Products", List: "products", IsDefault: true });
    await api.ok(operator, views.save, { ...late, Name: "Today", IsDefault: true });
    const { items } = await api.ok(operator, views.list, {});
    expect(items.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(["Products", "Shared", "Today"]);
  });

  test("is not found among the views of another list", async () => {
    const id = await api.ok(operator, views.save, late);
    const { status } = await api.call(operator, views.save, { ...late, ViewId: id, List: "products", IsDefault: true });
    expect(status).toBe(404);
    expect((await api.ok(operator, views.list, {})).items).toMatchObject([{ list: "orders", isDefault: false }]);
  });

  test("keeps what two administrators changed, and names a field that both did", async () => {
    const id = await api.ok(admin, views.save, { ...late, Audience: "everybody" });
    const grace = await api.aUser({ roles: ["Administrator"] });
    const [view] = (await api.ok(admin, views.list, {})).items;
    const Shown = shownText(viewFields(view as NonNullable<typeof view>));
    const changed = { ...late, Audience: "everybody", ViewId: id, Shown } as const;
    await api.ok(admin, views.save, { ...changed, Name: "Too late" });
    await api.ok(grace, views.save, { ...changed, Query: "shipBy=today" });
    expect((await api.ok(admin, views.list, {})).items).toMatchObject([{ name: "Too late", query: "shipBy=today" }]);
    const { status, problem } = await api.call(grace, views.save, { ...changed, Name: "Later" });
    expect([status, problem.errors?.Name]).toEqual([409, expect.anything()]);
  });

  test("of a user who is removed goes with the user, and a shared one stays", async () => {
    const leaver = await api.aUser({ roles: ["Administrator"] });
    const row = { list: "orders", isDefault: false, query: "", columns: "" };
    await api.database.db.insert(viewsTable).values([
      { ...row, name: "Own", audience: "me", userId: leaver.id },
      { ...row, name: "Shared", audience: "everybody" },
    ]);
    await api.database.db.delete(users).where(eq(users.id, leaver.id));
    expect(await api.database.db.select({ name: viewsTable.name }).from(viewsTable)).toEqual([{ name: "Shared" }]);
  });

  test("is refused when the person already has the most views of the list", async () => {
    const row = { list: "orders", name: "A", audience: "me", userId: operator.id, isDefault: false };
    const rows = Array.from({ length: maxViews }, () => ({ ...row, query: "", columns: "" }));
    await api.database.db.insert(viewsTable).values(rows);
    const { status, problem } = await api.call(operator, views.save, late);
    expect([status, problem.errors?.Name]).toEqual([
      422,
      ["There are already 30 views of this list. Please delete one first."],
    ]);
    await api.ok(operator, views.save, { ...late, List: "products" });
  });
});

test.each([
  ["Name", "", "This is a required field"],
  ["Name", "x".repeat(61), "Please use no more than 60 characters."],
  ["Audience", "Owner", "Please choose who has this view."],
  ["Query", "a\u0000b", "Please open the list again."],
  ["Columns", "a\u0000b", "Please open the list again."],
])("the API refuses a %s such as %.10s", async (field, value, message) => {
  const { status, problem } = await api.call(operator, views.save, { ...late, [field]: value } as never);
  expect([status, problem.errors?.[field]]).toEqual([422, [message]]);
});
