import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import {
  commands,
  keys as keysTable,
  orderTransactions,
  supplierUsers,
  users,
} from "#api/core/database/schema/index.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import { maxKeys } from "#contract/keys/schema.ts";
import { allOperations, operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { placedOrder } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { keys, orders, shipments } = operations;

let admin: TestUser;
let supplier: number;
let marketplace: number;
beforeAll(async () => {
  admin = await api.aUser({ roles: ["Administrator"], givenName: "Ana", surname: "Lee" });
  supplier = await api.aSupplier({ name: "Acacia Homewares" });
  marketplace = await api.aMarketplace("Harbour");
});

const aKey = { Name: "Shop", Scopes: ["orders.read" as const] };
const rowOf = async (id: number, user = admin) =>
  (await api.ok(user, keys.list, { pageSize: 200 })).items.find((row) => row.id === id);
const staffWith = (...bits: number[]) =>
  api.aUser({ links: [{ supplier, bits: bits.reduce((sum, bit) => sum + bit, 0) }] });
const { users: manageUsers, orders: manageOrders, products: manageProducts } = SupplierPermission;

describe("a new key", () => {
  test("answers its secret once, and neither the list nor a repeated command answers it again", async () => {
    const Id = crypto.randomUUID();
    const added = await api.ok(admin, keys.add, { ...aKey, Id });
    expect(added).toEqual({
      id: expect.any(Number),
      clientId: `key-${added.id}`,
      secret: expect.stringMatching(/^chk_[\w-]{43}$/),
    });
    expect(await api.ok(admin, keys.add, { ...aKey, Id })).toEqual({ ...added, secret: null });
    expect(await rowOf(added.id)).toMatchObject({
      name: "Shop",
      secretStart: added.secret?.slice(0, 8),
      scopes: ["orders.read"],
      state: "active",
      endsAt: null,
      lastUsedAt: null,
      createdByUserFullName: "Ana Lee",
      isCreatorAllowed: true,
    });
    const { raw } = await api.call(admin, keys.list, { pageSize: 200 });
    expect(raw.body).not.toContain(added.secret);
  });

  test("is stored without its secret", async () => {
    const Id = crypto.randomUUID();
    const { id, secret } = await api.ok(admin, keys.add, { ...aKey, Id });
    const stored = [
      ...(await db.select().from(keysTable).where(eq(keysTable.id, id))),
      ...(await db.select().from(commands).where(eq(commands.id, Id))),
    ];
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  test("works until the end of its last day in the organisation's time zone", async () => {
    const { id } = await api.ok(admin, keys.add, { ...aKey, EndsOn: "2999-01-31" });
    expect((await rowOf(id))?.endsAt).toBe("2999-01-31T12:59:59.999Z");
    const { status, problem } = await api.call(admin, keys.add, { ...aKey, EndsOn: "2020-01-31" });
    expect([status, problem.errors]).toEqual([422, { EndsOn: ["Please enter today or a later day."] }]);
  });

  test.each([
    [{ ...aKey, Name: "x".repeat(61) }, "Name"],
    [{ ...aKey, Name: " " }, "Name"],
    [{ ...aKey, Scopes: [] }, "Scopes"],
    [{ ...aKey, Scopes: ["everything"] as never }, "Scopes.0"],
    [{ ...aKey, EndsOn: "31/01/2999" }, "EndsOn"],
    [{ ...aKey, MarketplaceId: 999_999_999 }, "MarketplaceId"],
  ])("with %j is refused, and %s is named", async (input, field) => {
    const { status, problem } = await api.call(admin, keys.add, input);
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]]);
  });

  test("belongs to one owner, and has only scopes that make sense for it", async () => {
    const errorsOf = async (input: object) => (await api.call(admin, keys.add, { ...aKey, ...input })).problem.errors;
    expect(await errorsOf({ MarketplaceId: marketplace, SupplierId: supplier })).toHaveProperty("SupplierId");
    expect(await errorsOf({ MarketplaceId: marketplace, Scopes: ["stock", "orders.read"] })).toEqual({
      Scopes: ["A key of a marketplace cannot have: Stock and prices."],
    });
    expect(await errorsOf({ SupplierId: supplier, Scopes: ["orders.place"] })).toEqual({
      Scopes: ["A key of a supplier cannot have: Place orders."],
    });
  });

  test(`is refused if its owner has ${maxKeys} keys in use, until one is revoked`, async () => {
    const full = await api.aSupplier();
    const made = [];
    for (let n = 0; n < maxKeys; n++) made.push(await api.aKey({ scopes: ["stock"], supplierId: full }));
    const again = () => api.call(admin, keys.add, { Name: "One more", Scopes: ["stock"], SupplierId: full });
    expect((await again()).problem.errors).toEqual({
      Name: [`There are already ${maxKeys} keys in use. Please revoke one first.`],
    });
    await api.ok(admin, keys.revoke, { KeyId: made[0]?.id ?? 0 });
    expect((await again()).status).toBe(200);
  });
});

describe("staff of a supplier", () => {
  test("give a key only what they may do themselves", async () => {
    const user = await staffWith(manageUsers, manageOrders);
    const add = (Scopes: ("shipments" | "stock" | "orders.read")[]) =>
      api.call(user, keys.add, { Name: "ERP", Scopes, SupplierId: supplier });
    expect((await add(["orders.read", "shipments"])).status).toBe(200);
    const { status, problem } = await add(["shipments", "stock"]);
    expect([status, problem.errors]).toEqual([
      422,
      { Scopes: ["You can only give a key what you may do yourself, so not: Stock and prices."] },
    ]);
  });

  test("see and revoke the keys of their supplier alone, and add none of the organisation", async () => {
    const user = await staffWith(manageUsers, manageProducts);
    const other = await api.aKey({ scopes: ["stock"], supplierId: await api.aSupplier() });
    const ofMarketplace = await api.aKey({ scopes: ["orders.read"], marketplaceId: marketplace });
    const own = await api.aKey({ scopes: ["stock"], supplierId: supplier });
    const seen = (await api.ok(user, keys.list, { pageSize: 200 })).items;
    expect(seen.map(({ id }) => id)).toContain(own.id);
    expect(new Set(seen.map(({ supplierId }) => supplierId))).toEqual(new Set([supplier]));
    for (const { id } of [other, ofMarketplace])
      expect((await api.call(user, keys.revoke, { KeyId: id })).status).toBe(404);
    expect((await api.call(user, keys.revoke, { KeyId: own.id })).status).toBe(200);
    expect((await api.call(user, keys.add, aKey)).status).toBe(403);
    expect((await api.call(user, keys.add, { ...aKey, MarketplaceId: marketplace })).status).toBe(403);
  });

  test("who may no longer manage keys leave theirs valid, and the list says so", async () => {
    const user = await staffWith(manageUsers, manageProducts);
    const { id } = await api.ok(user, keys.add, { Name: "ERP", Scopes: ["stock"], SupplierId: supplier });
    expect((await rowOf(id))?.isCreatorAllowed).toBe(true);
    await db.update(supplierUsers).set({ permissions: manageProducts }).where(eq(supplierUsers.userId, user.id));
    expect(await rowOf(id)).toMatchObject({ state: "active", isCreatorAllowed: false });
    await db.update(supplierUsers).set({ permissions: manageUsers }).where(eq(supplierUsers.userId, user.id));
    await db.update(users).set({ isActive: false }).where(eq(users.id, user.id));
    expect((await rowOf(id))?.isCreatorAllowed).toBe(false);
    expect((await api.call({ ...user, token: `key-${id}` }, keys.current, {})).status).toBe(200);
  });
});

describe("a call with a key", () => {
  test("is told about the key, and a person that there is none", async () => {
    const key = await api.aKey({
      name: "Web shop",
      scopes: ["orders.place", "orders.read"],
      marketplaceId: marketplace,
    });
    expect(await api.ok(key, keys.current, {})).toEqual({
      id: key.id,
      name: "Web shop",
      scopes: ["orders.place", "orders.read"],
      marketplaceId: marketplace,
      supplierId: null,
      endsAt: null,
      callsPerMinute: 600,
    });
    expect(await api.ok(admin, keys.current, {})).toBeNull();
  });

  test("is refused with the missing scope, or because the operation is for people", async () => {
    const key = await api.aKey({ scopes: ["orders.read"] });
    const { status, problem } = await api.call(key, shipments.list, {});
    expect([status, problem.message]).toEqual([
      403,
      "This key may not do this. It needs the scope “Shipments” (shipments).",
    ]);
    expect((await api.call(key, operations.invoices.list, {})).problem.message).toBe(
      "Keys may not call this operation. It is for people who have signed in.",
    );
  });

  test("is refused from the moment at which the key is revoked, also by two people at once", async () => {
    const key = await api.aKey({ scopes: ["orders.read"] });
    expect((await api.call(key, orders.list, {})).status).toBe(200);
    const other = await api.aUser({ roles: ["Administrator"] });
    const revoked = await Promise.all([admin, other].map((user) => api.call(user, keys.revoke, { KeyId: key.id })));
    expect(revoked.map(({ status }) => status)).toEqual([200, 200]);
    const { status, problem, raw } = await api.call(key, orders.list, {});
    expect([status, problem.message, raw.headers["www-authenticate"]]).toEqual([
      401,
      "This key has been revoked or has ended. Please ask for a new one.",
      "Bearer",
    ]);
    const row = await rowOf(key.id);
    expect(row).toMatchObject({
      state: "revoked",
      revokedByUserFullName: expect.stringMatching(/^(Ana Lee|Kim Doe)$/),
    });
    await api.ok(admin, keys.revoke, { KeyId: key.id });
    expect((await rowOf(key.id))?.revokedAt).toBe(row?.revokedAt);
  });

  test("is refused when the key has ended, and the list has it no longer among those in use", async () => {
    const key = await api.aKey({ scopes: ["orders.read"], endsAt: new Date(Date.now() - 1) });
    expect((await api.call(key, orders.list, {})).status).toBe(401);
    expect((await rowOf(key.id))?.state).toBe("ended");
    const inUse = await api.ok(admin, keys.list, { showActiveOnly: true, pageSize: 200 });
    expect(inUse.items.filter(({ id }) => id === key.id)).toEqual([]);
  });

  test("is the last use that the list shows", async () => {
    const key = await api.aKey({ scopes: ["orders.read"] });
    const before = Date.now();
    await api.ok(key, orders.list, {});
    expect(Math.abs(Date.parse((await rowOf(key.id))?.lastUsedAt ?? "") - before)).toBeLessThan(10_000);
  });

  test("places an order, which is recorded as the key's, and may be repeated", async () => {
    const key = await api.aKey({ scopes: ["orders.place", "orders.read"], marketplaceId: marketplace });
    const order = placedOrder(marketplace);
    const answer = await api.ok(key, orders.place, order);
    expect(await api.ok(key, orders.place, order)).toEqual(answer);
    const [item] = answer.lines;
    const [entry] = await db
      .select()
      .from(orderTransactions)
      .where(eq(orderTransactions.lineItemId, item?.lineItemId ?? 0));
    expect(entry?.userId).toBe(key.id);
    expect(await api.ok(key, orders.get, { id: answer.orders[0]?.id ?? 0 })).toMatchObject({
      marketplaceOrderId: order.MarketplaceOrderId,
    });
  });

  test("of a marketplace neither places nor sees orders of another one", async () => {
    const other = await api.aMarketplace();
    const order = await api.anOrder(supplier, { marketplaceId: other });
    const own = await api.anOrder(supplier, { marketplaceId: marketplace });
    const key = await api.aKey({ scopes: ["orders.place", "orders.read"], marketplaceId: marketplace });
    expect((await api.call(key, orders.place, placedOrder(other))).status).toBe(403);
    expect((await api.call(key, orders.get, { id: order })).status).toBe(404);
    expect((await api.call(key, orders.get, { id: own })).status).toBe(200);
    const { items } = await api.ok(key, orders.list, { pageSize: 200 });
    expect(new Set(items.map(({ marketplaceId }) => marketplaceId))).toEqual(new Set([marketplace]));
  });
});

test("operations that ask for a recent authentication are for people alone", () => {
  const marked = allOperations().filter(([, { stepUp, scope }]) => stepUp && scope !== undefined);
  expect(marked.map(([name]) => name)).toEqual([]);
});
