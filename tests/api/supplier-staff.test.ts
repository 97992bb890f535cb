import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  supplierInvitations,
  suppliers as suppliersTable,
  supplierUsers,
  users,
} from "#api/core/database/schema/index.ts";
import { type Role, SupplierPermission } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { supplierFinances } from "#tests/support/forms.ts";
import { everyBit } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { suppliers } = operations;
const operator = await api.aUser({ roles: ["Operator"] });
const supplier = await api.aSupplier({ name: "Acacia & Sons" });
const address = () => `staff-${randomUUID()}@example.com`;
const bitsOf = async (userId: number) =>
  (
    await db
      .select()
      .from(supplierUsers)
      .where(and(eq(supplierUsers.userId, userId), eq(supplierUsers.supplierId, supplier)))
  )[0]?.permissions;
const userWith = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0];

const page = async (
  email: string,
  method: "GET" | "POST" = "GET",
  headers: Record<string, string> = { origin: "http://localhost:3001" },
) => api.app.inject({ method, url: await linkTo(email), headers });
const linkTo = async (email: string) =>
  /\/identity\/invitation\/[\w-]{43}/.exec((await api.mailsTo(email)).at(-1)?.text ?? "")?.[0] ?? "no link";
const accept = (email: string) => page(email, "POST");
const listed = async (id = supplier) => (await api.ok(operator, suppliers.get, { id })).users;

describe("adding a person to a supplier's staff", () => {
  test("sends an invitation by email, and changes nothing else until it is accepted", async () => {
    const input = { Id: randomUUID(), SupplierId: supplier, UserEmail: address(), Permissions: [4, 8] };
    const added = await api.ok(operator, suppliers.addUser, input);
    expect(await api.ok(operator, suppliers.addUser, input)).toEqual(added);
    expect(added).toEqual({ userId: added.userId, email: input.UserEmail, permissions: [4, 8] });
    expect(await userWith(input.UserEmail)).toBeUndefined();
    expect(await listed()).toContainEqual({ ...added, isInvited: true });
    expect(await api.mailsTo(input.UserEmail)).toHaveLength(1);
    expect((await page(input.UserEmail)).body).toContain("“Acacia &amp; Sons” has invited you");
    expect(await userWith(input.UserEmail), "looking at the page accepts nothing").toBeUndefined();

    const accepted = await accept(input.UserEmail);
    expect([accepted.statusCode, accepted.headers.location]).toEqual([
      303,
      expect.stringMatching(/\/identity\/password\/[\w-]{43}$/),
    ]);
    expect(await userWith(input.UserEmail)).toMatchObject({
      id: added.userId,
      roles: ["Supplier"],
      passwordHash: null,
    });
    expect(await bitsOf(added.userId)).toBe(12);
    expect(await listed()).toContainEqual(added);
    expect((await accept(input.UserEmail)).statusCode).toBe(410);
  });

  test("behaves the same for an address with an account, without one, and of an operator", async () => {
    const manager = await api.aUser({ links: [{ supplier }] });
    const other = await api.aSupplier();
    const known = [
      await api.aUser({ links: [{ supplier: other }] }),
      await api.aUser({ roles: ["Administrator"] }),
      await api.aUser({ roles: ["Read Only"], isActive: false }),
      { email: address() },
    ];
    const ids = new Set<number>();
    const seen = new Set<string>();
    for (const { email } of known) {
      const before = await userWith(email);
      const typed = email.toUpperCase();
      const answer = await api.call(manager, suppliers.addUser, {
        SupplierId: supplier,
        UserEmail: typed,
        Permissions: [4],
      });
      const [mail] = await api.mailsTo(typed);
      const text = mail?.text.replace(/invitation\/\S+/, "") ?? "";
      seen.add(
        JSON.stringify([answer.status, { ...answer.body, userId: 0 }, mail?.subject, text]).replaceAll(
          typed,
          "ADDRESS",
        ),
      );
      ids.add(answer.body.userId);
      expect(answer.body.userId, "a number like any other").toBeGreaterThan(manager.id);
      expect(await userWith(email), "the account itself").toEqual(before);
    }
    expect([seen.size, ids.size]).toEqual([1, known.length]);
  });

  test("uses the existing account when the invitation is accepted, ignoring case", async () => {
    const { id, email } = await api.aUser({ roles: [] });
    await api.ok(operator, suppliers.addUser, {
      SupplierId: supplier,
      UserEmail: email.toUpperCase(),
      Permissions: [1],
    });
    expect(await bitsOf(id)).toBeUndefined();
    await accept(email.toUpperCase());
    expect([await userWith(email), await bitsOf(id)]).toEqual([
      expect.objectContaining({ id, roles: ["Supplier"] }),
      1,
    ]);
  });

  test("creates an invitation that can be changed, can be withdrawn, and expires after a week", async () => {
    const invite = async () =>
      api.ok(operator, suppliers.addUser, { SupplierId: supplier, UserEmail: address(), Permissions: [1] });
    const changed = await invite();
    await api.ok(operator, suppliers.updateUser, { SupplierId: supplier, UserId: changed.userId, Permissions: [2, 4] });
    await accept(changed.email);
    expect(await bitsOf(changed.userId)).toBe(6);

    const taken = await invite();
    await api.ok(operator, suppliers.removeUser, { SupplierId: supplier, UserId: taken.userId });
    expect((await page(taken.email)).statusCode).toBe(410);

    const old = await invite();
    await db
      .update(supplierInvitations)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(supplierInvitations.id, old.userId));
    expect((await accept(old.email)).statusCode).toBe(410);
    expect((await listed()).map(({ userId }) => userId)).not.toContain(old.userId);
  });

  test("creates an invitation that can be accepted only on its own page", async () => {
    const { email } = await api.ok(operator, suppliers.addUser, {
      SupplierId: supplier,
      UserEmail: address(),
      Permissions: [1],
    });
    for (const headers of [{}, { origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
      expect((await page(email, "POST", headers as Record<string, string>)).statusCode).toBe(403);
    }
    expect(await userWith(email)).toBeUndefined();
  });

  test("shows the supplier's name in the email quoted, shortened and without links, never in the subject", async () => {
    const loud = await api.aSupplier({ name: `Win\na prize at https://evil.example/now ${"!".repeat(200)}` });
    const { email } = await api.ok(operator, suppliers.addUser, {
      SupplierId: loud,
      UserEmail: address(),
      Permissions: [1],
    });
    const [mail] = await api.mailsTo(email);
    expect(mail?.subject).toBe("You have been invited to Countinghouse");
    expect(mail?.text).toMatch(/the supplier “Win a prize at https evil example\/now !{20,40}…” has invited/);
    expect(mail?.text.match(/https?:\/\//g)).toHaveLength(1);
  });

  test.each([
    ["UserEmail", { UserEmail: "" }, "Please enter a valid email address"],
    ["UserEmail", { UserEmail: "nobody" }, "Please enter a valid email address"],
    ["Permissions", { Permissions: [] }, "Please select at least one user permission"],
  ])("refuses an invalid %s: %o", async (field, traits, message) => {
    const answer = await api.call(operator, suppliers.addUser, {
      SupplierId: supplier,
      UserEmail: address(),
      Permissions: [1],
      ...traits,
    });
    expect(answer).toMatchObject({ status: 422, problem: { errors: { [field]: [message] } } });
  });

  test.each([[[3]], [[64]], [[0]]])("refuses unknown permissions: %o", async (Permissions) => {
    expect(
      await api.call(operator, suppliers.addUser, { SupplierId: supplier, UserEmail: address(), Permissions }),
    ).toMatchObject({ status: 422 });
  });

  test("refuses a person who is already on the staff", async () => {
    const { email } = await api.aUser({ links: [{ supplier, bits: 1 }] });
    const answer = await api.call(operator, suppliers.addUser, {
      SupplierId: supplier,
      UserEmail: email,
      Permissions: [2],
    });
    expect(answer.problem.errors).toEqual({ UserEmail: [`${email} is already one of this supplier's users.`] });
  });

  test("50 times at once creates one invitation and sends one email", async () => {
    const UserEmail = address();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        api.call(operator, suppliers.addUser, { SupplierId: supplier, UserEmail, Permissions: [1] }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await db.$count(supplierInvitations, eq(supplierInvitations.email, UserEmail))).toBe(1);
    expect(await api.mailsTo(UserEmail)).toHaveLength(1);
  });
});

describe("users who see every supplier", () => {
  const bank = supplierFinances(supplier);

  test.each<[Role]>([["Administrator"], ["Operator"], ["Catalogue Manager"], ["Finance"], ["Read Only"]])(
    "cannot be linked to one: %s",
    async (role) => {
      const person = await api.aUser({ roles: [role] });
      const answer = await api.call(operator, suppliers.addUser, {
        SupplierId: supplier,
        UserEmail: person.email,
        Permissions: [2],
      });
      expect(answer.problem.errors).toEqual({
        UserEmail: [`${person.email} can already see every supplier, so cannot be a user of one supplier as well.`],
      });
      const manager = await api.aUser({ links: [{ supplier }] });
      await api.ok(manager, suppliers.addUser, { SupplierId: supplier, UserEmail: person.email, Permissions: [2] });
      const refused = await accept(person.email);
      expect([refused.statusCode, await bitsOf(person.id), (await userWith(person.email))?.roles]).toEqual([
        409,
        undefined,
        [role],
      ]);
    },
  );

  test("get no permissions from a link that exists anyway", async () => {
    const linked = (role: Role) => api.aUser({ roles: [role, "Supplier"], links: [{ supplier, bits: everyBit }] });
    const before = await db.select().from(suppliersTable).where(eq(suppliersTable.id, supplier));
    for (const role of ["Operator", "Read Only", "Catalogue Manager"] as const) {
      expect(await api.call(await linked(role), suppliers.updateFinancialDetails, bank), role).toMatchObject({
        status: 403,
      });
    }
    const reader = await linked("Read Only");
    expect(
      await api.call(reader, suppliers.updateUser, { SupplierId: supplier, UserId: reader.id, Permissions: [1] }),
    ).toMatchObject({ status: 403 });
    expect(
      await api.call(reader, suppliers.addUser, { SupplierId: supplier, UserEmail: address(), Permissions: [1] }),
    ).toMatchObject({ status: 403 });
    expect(await db.select().from(suppliersTable).where(eq(suppliersTable.id, supplier))).toEqual(before);
    expect({ ...(await api.ok(reader, operations.users.permissions, {})), name: "" }).toEqual({
      ...(await api.ok(await api.aUser({ roles: ["Read Only"] }), operations.users.permissions, {})),
      name: "",
    });
  });

  test("are marked if their link has no effect because of a deactivated account or a lost Supplier role", async () => {
    const of = await api.aSupplier({});
    const link = { links: [{ supplier: of, bits: everyBit }] };
    const [working, former, gone] = await Promise.all([
      api.aUser({ roles: ["Supplier"], ...link }),
      api.aUser({ roles: ["Finance"], ...link }),
      api.aUser({ roles: ["Supplier"], isActive: false, ...link }),
    ]);
    const { users } = await api.ok(await api.aUser({ roles: ["Operator"] }), suppliers.get, { id: of });
    const marks = Object.fromEntries(users.map(({ userId, hasNoAccess }) => [userId, hasNoAccess]));
    expect(marks).toEqual({ [working.id]: undefined, [former.id]: true, [gone.id]: true });
  });
});

describe("staff who manage users", () => {
  const { users: manageUsers, orders, financialDetails } = SupplierPermission;
  const ownOnly = { errors: { Permissions: ["You can only give permissions that you have yourself."] } };

  test("can grant the permissions they have, and no others", async () => {
    const manager = await api.aUser({ links: [{ supplier, bits: manageUsers + orders }] });
    const give = (Permissions: number[]) =>
      api.call(manager, suppliers.addUser, { SupplierId: supplier, UserEmail: address(), Permissions });
    expect(await give([orders])).toMatchObject({ status: 200 });
    expect(await give([financialDetails])).toMatchObject({ status: 422, problem: ownOnly });
    expect(
      await api.call(manager, suppliers.updateUser, {
        SupplierId: supplier,
        UserId: manager.id,
        Permissions: [1, 2, 4, 8, 16, 32],
      }),
    ).toMatchObject({
      status: 422,
      problem: ownOnly,
    });
    expect(await bitsOf(manager.id)).toBe(manageUsers + orders);
  });

  test("can leave or remove permissions of others", async () => {
    const manager = await api.aUser({ links: [{ supplier, bits: manageUsers }] });
    const { id } = await api.aUser({ links: [{ supplier, bits: everyBit }] });
    await api.ok(manager, suppliers.updateUser, {
      SupplierId: supplier,
      UserId: id,
      Permissions: [orders, financialDetails],
    });
    expect(await bitsOf(id)).toBe(orders + financialDetails);
  });
});

test("removing a person from the staff keeps the account", async () => {
  const { id, email } = await api.aUser({ links: [{ supplier }] });
  await api.ok(operator, suppliers.removeUser, { SupplierId: supplier, UserId: id });
  expect(await bitsOf(id)).toBeUndefined();
  expect(await userWith(email)).toMatchObject({ id, isActive: true });
  expect(await api.call(operator, suppliers.removeUser, { SupplierId: supplier, UserId: id })).toMatchObject({
    status: 404,
  });
});

test("the table of a supplier's users shows each permission separately", async () => {
  const other = await api.aSupplier();
  const { id, email } = await api.aUser({ links: [{ supplier: other, bits: 5 }] });
  expect((await api.ok(operator, suppliers.get, { id: other })).users).toEqual([
    { userId: id, email, fullName: "Kim Doe", permissions: [1, 4] },
  ]);
});
