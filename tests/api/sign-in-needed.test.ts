import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { users } from "#api/core/database/schema/index.ts";
import { allOperations, operations } from "#contract/operations.ts";
import { startApi, urlOf } from "#tests/support/api.ts";

const api = await startApi();
const { permissions } = operations.users;
const needToken = allOperations().filter(([, { permission }]) => permission !== "anyone");

test.each(needToken)("%s requires a sign-in", async (_name, operation) => {
  const response = await api.send(undefined, { method: operation.method, url: urlOf(operation) });
  expect(response.statusCode).toBe(401);
  expect(response.headers["www-authenticate"]).toBe("Bearer");
  expect(response.json()).toMatchObject({ status: 401, title: "Not signed in", message: "Please sign in." });
});

test.each(["Bearer", "Bearer ", "Basic dXNlcjpwdw==", "Bearer a b", "user-1"])(
  "“%s” is not a valid token",
  async (authorization) => {
    const response = await api.send(undefined, { url: "/api/v1/users/permissions", headers: { authorization } });
    expect(response.statusCode).toBe(401);
  },
);

test("a token unknown to the authority is refused", async () => {
  const { status, problem } = await api.call({ id: 1, email: "", token: "stolen" }, permissions, {});
  expect([status, problem.message]).toEqual([401, "Your sign-in has ended. Please sign in again."]);
});

test("the word Bearer is case-insensitive", async () => {
  const user = await api.aUser({});
  const response = await api.send(undefined, {
    url: "/api/v1/users/permissions",
    headers: { authorization: `bearer ${user.token}` },
  });
  expect(response.statusCode).toBe(200);
});

describe("the status of the account is checked on every request", () => {
  const words = "This account may not sign in. Please ask an administrator.";

  test("a deactivated user is refused immediately, and accepted again after activation", async () => {
    const user = await api.aUser({ roles: ["Administrator"] });
    const set = (values: Partial<typeof users.$inferInsert>) =>
      api.database.db.update(users).set(values).where(eq(users.id, user.id));
    await set({ isActive: false });
    expect(await api.call(user, permissions, {})).toMatchObject({ status: 401, problem: { message: words } });
    await set({ isActive: true });
    expect((await api.call(user, permissions, {})).status).toBe(200);
  });

  test("a user whose sign-in is locked can continue an existing session", async () => {
    expect((await api.call(await api.aUser({ isLocked: true }), permissions, {})).status).toBe(200);
  });

  test("a user who no longer exists is refused", async () => {
    expect((await api.call({ id: 0, email: "", token: "user-2000000000" }, permissions, {})).status).toBe(401);
  });
});

describe("the permissions of the caller", () => {
  test("are those of the role, as for an administrator and a reader", async () => {
    expect(await api.ok(await api.aUser({ roles: ["Administrator"] }), permissions, {})).toMatchObject({
      suppliers: { view: true, add: true },
      users: { view: true, add: true, edit: true },
    });
    const reader = await api.ok(await api.aUser({ roles: ["Read Only"] }), permissions, {});
    expect(reader).toMatchObject({ suppliers: { view: true, add: false }, users: { view: false } });
    expect(JSON.stringify(reader)).not.toMatch(/"(add|edit)":true/);
  });

  test("include for staff what the permissions on any of their suppliers allow", async () => {
    const user = await api.aUser({
      links: [
        { supplier: await api.aSupplier(), bits: 4 },
        { supplier: await api.aSupplier(), bits: 16 },
      ],
    });
    expect(await api.ok(user, permissions, {})).toMatchObject({
      suppliers: { view: true, add: false },
      products: { view: true, add: true, edit: true },
      orders: { view: true, add: false, edit: false },
      invoices: { view: true, add: false },
      approvals: { view: true, edit: false },
      users: { view: false },
    });
  });

  test("are the union of several roles", async () => {
    expect(await api.ok(await api.aUser({ roles: ["Finance", "Catalogue Manager"] }), permissions, {})).toMatchObject({
      invoices: { view: true, add: true },
      products: { view: true, add: true, edit: true },
    });
  });

  test("show whether any of the visible suppliers has referrals", async () => {
    const [referring, plain, marketplaceId] = [await api.aSupplier(), await api.aSupplier(), await api.aMarketplace()];
    await api.anAgreement({ supplierId: referring, marketplaceId, referralCostPerClick: 0.5 });
    await api.anAgreement({ supplierId: plain, marketplaceId, referralCostPerClick: 0 });
    const seenBy = async (supplier: number) =>
      (await api.ok(await api.aUser({ links: [{ supplier }] }), permissions, {})).enabledForReferrals;
    expect([await seenBy(referring), await seenBy(plain)]).toEqual([true, false]);
  });
});

test("a user known to another authority, but not added here, is told whom to contact", async () => {
  const { status, problem } = await api.call({ id: 0, email: "", token: "mia@elsewhere.example" }, permissions, {});
  expect([status, problem.message]).toEqual([
    401,
    "There is no active account here for mia@elsewhere.example. Please ask an administrator to add a user with this email address, or to activate it.",
  ]);
});

test("a token longer than the usual maximum of all headers is accepted", async () => {
  const url = await api.app.listen({ port: 0, host: "127.0.0.1" });
  const response = await fetch(`${url}/api/v1/users/permissions`, {
    headers: { authorization: `Bearer ${"x".repeat(30_000)}` },
  });
  expect(response.status).toBe(401);
});
