import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { supplierUsers, users } from "../../api/database/schema/index.ts";
import { SupplierPermission } from "../../contract/enumerations.ts";
import { operations } from "../../contract/operations.ts";
import { startApi } from "../support/api.ts";
import { everyBit } from "../support/world.ts";

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

describe("adding somebody to a supplier's staff", () => {
  test("makes an account where the address has none, and writes one mail", async () => {
    const input = { Id: randomUUID(), SupplierId: supplier, UserEmail: address(), Permissions: [4, 8] };
    const added = await api.ok(operator, suppliers.addUser, input);
    expect(await api.ok(operator, suppliers.addUser, input)).toEqual(added);
    expect(added).toEqual({ userId: added.userId, email: input.UserEmail, permissions: [4, 8] });
    expect(await userWith(input.UserEmail)).toMatchObject({ id: added.userId, roles: ["Supplier"], passwordHash: null });
    expect(await bitsOf(added.userId)).toBe(12);
    const mails = await api.mailsTo(input.UserEmail);
    expect(mails).toMatchObject([{ subject: "You can now work for Acacia & Sons in Countinghouse", html: expect.stringContaining("Acacia &amp; Sons") }]);
  });

  test("takes the account that is there, whatever the capitals, and answers the same way", async () => {
    const { id, email } = await api.aUser({ roles: ["Finance"] });
    const added = await api.ok(operator, suppliers.addUser, { SupplierId: supplier, UserEmail: email.toUpperCase(), Permissions: [1] });
    expect(added).toEqual({ userId: id, email, permissions: [1] });
    expect(await userWith(email)).toMatchObject({ id, roles: ["Finance", "Supplier"] });
    expect(await api.mailsTo(email)).toHaveLength(1);
  });

  test.each([
    ["UserEmail", { UserEmail: "" }, "Please enter a valid email address"],
    ["UserEmail", { UserEmail: "nobody" }, "Please enter a valid email address"],
    ["Permissions", { Permissions: [] }, "Please select at least one user permission"],
  ])("refuses a wrong %s: %o", async (field, traits, message) => {
    const answer = await api.call(operator, suppliers.addUser, { SupplierId: supplier, UserEmail: address(), Permissions: [1], ...traits });
    expect(answer).toMatchObject({ status: 422, problem: { errors: { [field]: [message] } } });
  });

  test.each([[[3]], [[64]], [[0]]])("refuses permissions that there are not: %o", async (Permissions) => {
    expect(await api.call(operator, suppliers.addUser, { SupplierId: supplier, UserEmail: address(), Permissions })).toMatchObject({ status: 422 });
  });

  test("refuses who is there already", async () => {
    const { email } = await api.aUser({ links: [{ supplier, bits: 1 }] });
    const answer = await api.call(operator, suppliers.addUser, { SupplierId: supplier, UserEmail: email, Permissions: [2] });
    expect(answer.problem.errors).toEqual({ UserEmail: [`${email} is already one of this supplier's users.`] });
  });

  test("50 times at once makes one account and one mail", async () => {
    const UserEmail = address();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api.call(operator, suppliers.addUser, { SupplierId: supplier, UserEmail, Permissions: [1] })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await db.$count(users, eq(users.email, UserEmail))).toBe(1);
    expect(await api.mailsTo(UserEmail)).toHaveLength(1);
  });
});

describe("staff who manage users", () => {
  const { users: manageUsers, orders, financialDetails } = SupplierPermission;
  const ownOnly = { errors: { Permissions: ["You can only give permissions that you have yourself."] } };

  test("give what they have, and not what they have not", async () => {
    const manager = await api.aUser({ links: [{ supplier, bits: manageUsers + orders }] });
    const give = (Permissions: number[]) => api.call(manager, suppliers.addUser, { SupplierId: supplier, UserEmail: address(), Permissions });
    expect(await give([orders])).toMatchObject({ status: 200 });
    expect(await give([financialDetails])).toMatchObject({ status: 422, problem: ownOnly });
    expect(await api.call(manager, suppliers.updateUser, { SupplierId: supplier, UserId: manager.id, Permissions: [1, 2, 4, 8, 16, 32] })).toMatchObject({
      status: 422,
      problem: ownOnly,
    });
    expect(await bitsOf(manager.id)).toBe(manageUsers + orders);
  });

  test("leave others what they have, or take it", async () => {
    const manager = await api.aUser({ links: [{ supplier, bits: manageUsers }] });
    const { id } = await api.aUser({ links: [{ supplier, bits: everyBit }] });
    await api.ok(manager, suppliers.updateUser, { SupplierId: supplier, UserId: id, Permissions: [orders, financialDetails] });
    expect(await bitsOf(id)).toBe(orders + financialDetails);
  });
});

test("removing somebody keeps the account", async () => {
  const { id, email } = await api.aUser({ links: [{ supplier }] });
  await api.ok(operator, suppliers.removeUser, { SupplierId: supplier, UserId: id });
  expect(await bitsOf(id)).toBeUndefined();
  expect(await userWith(email)).toMatchObject({ id, isActive: true });
  expect(await api.call(operator, suppliers.removeUser, { SupplierId: supplier, UserId: id })).toMatchObject({ status: 404 });
});

test("the table of a supplier's users shows each permission by itself", async () => {
  const other = await api.aSupplier();
  const { id, email } = await api.aUser({ links: [{ supplier: other, bits: 5 }] });
  expect((await api.ok(operator, suppliers.get, { id: other })).users).toEqual([{ userId: id, email, permissions: [1, 4] }]);
});
