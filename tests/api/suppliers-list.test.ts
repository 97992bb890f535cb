import { beforeAll, describe, expect, test } from "vitest";
import { SupplierPermission } from "#contract/enumerations.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { SupplierTraits, TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { list } = operations.suppliers;

/** Staff of exactly these suppliers, so that their list contains no others. */
async function staffOf(...traits: SupplierTraits[]): Promise<TestUser> {
  const links: { supplier: number }[] = [];
  for (const trait of traits) links.push({ supplier: await api.aSupplier(trait) });
  return api.aUser({ links });
}

async function namesFor(user: TestUser, input: SentInput<typeof list>): Promise<string[]> {
  return (await api.ok(user, list, input)).items.map((item) => item.name);
}

describe("visibility of suppliers", () => {
  test("operators see every supplier", async () => {
    const name = "Seen by operators";
    await api.aSupplier({ name });
    for (const role of ["Administrator", "Operator", "Catalogue Manager", "Finance", "Read Only"] as const) {
      expect(await namesFor(await api.aUser({ roles: [role] }), { name })).toEqual([name]);
    }
  });

  test("staff see only the suppliers they are linked to, also in the total", async () => {
    await api.aSupplier({ name: "Somebody else" });
    const user = await staffOf({ name: "Ours" }, { name: "Ours too" });
    const { items, totalCount } = await api.ok(user, list, {});
    expect(items.map((item) => item.name)).toEqual(["Ours", "Ours too"]);
    expect(totalCount).toBe(2);
  });

  test("a link without any permission still shows the supplier", async () => {
    const supplier = await api.aSupplier({ name: "Only to look at" });
    expect(await namesFor(await api.aUser({ links: [{ supplier, bits: 0 }] }), {})).toEqual(["Only to look at"]);
  });

  test("a link has no effect without the Supplier role", async () => {
    const supplier = await api.aSupplier();
    const user = await api.aUser({ roles: [], links: [{ supplier }] });
    expect((await api.call(user, list, {})).status).toBe(403);
  });

  test("staff without a supplier see an empty list", async () => {
    expect(await api.ok(await api.aUser({}), list, {})).toEqual({ items: [], totalCount: 0 });
  });
});

describe("filters", () => {
  let user: TestUser;
  beforeAll(async () => {
    user = await staffOf(
      { name: "100% Wool", address: { city: "Fremantle", state: "WA" } },
      { name: "1000 Wools", address: { city: "Hobart", state: "TAS" } },
      { name: "snake_case", address: { city: "Perth", state: "WA" } },
      { name: "snakeXcase" },
      { name: "back\\slash" },
      { name: "O'Brien & Söhne" },
    );
  });

  test.each([
    [{ name: "wool" }, ["100% Wool", "1000 Wools"]],
    [{ name: "WOOLS" }, ["1000 Wools"]],
    [{ name: "  wool  " }, ["100% Wool", "1000 Wools"]],
    [{ name: "0%" }, ["100% Wool"]],
    [{ name: "%" }, ["100% Wool"]],
    [{ name: "_" }, ["snake_case"]],
    [{ name: "\\" }, ["back\\slash"]],
    [{ name: "o'brien & s" }, ["O'Brien & Söhne"]],
    [{ name: "'; drop table suppliers; --" }, []],
    [{ city: "mantle" }, ["100% Wool"]],
    [{ state: "wa" }, ["100% Wool", "snake_case"]],
    [{ name: "wool", state: "TAS" }, ["1000 Wools"]],
    [{ name: "" }, ["100% Wool", "1000 Wools", "back\\slash", "O'Brien & Söhne", "snake_case", "snakeXcase"]],
  ])("%j finds %j", async (filters, names) => {
    expect(await namesFor(user, filters)).toEqual(names);
  });
});

describe("the filter of suppliers to which the caller may add products", () => {
  test("leaves out those whose products the caller may not change, also in the total", async () => {
    const [products, orders] = [
      await api.aSupplier({ name: "With products" }),
      await api.aSupplier({ name: "With orders" }),
    ];
    const user = await api.aUser({
      links: [
        { supplier: products, bits: SupplierPermission.products },
        { supplier: orders, bits: SupplierPermission.orders },
      ],
    });
    expect(await namesFor(user, {})).toEqual(["With orders", "With products"]);
    expect(await namesFor(user, { canManageProducts: "false" })).toEqual(["With orders", "With products"]);
    const { items, totalCount } = await api.ok(user, list, { canManageProducts: "true" });
    expect([items.map(({ name }) => name), totalCount]).toEqual([["With products"], 1]);
    expect(await namesFor(user, { canManageProducts: "true", name: "orders" })).toEqual([]);
  });

  test("finds every supplier for those who manage all of them, and none for those who manage none", async () => {
    const name = "Managed by the catalogue";
    await api.aSupplier({ name });
    const found = async (role: "Catalogue Manager" | "Finance") =>
      namesFor(await api.aUser({ roles: [role] }), { name, canManageProducts: "true" });
    expect(await found("Catalogue Manager")).toEqual([name]);
    expect(await found("Finance")).toEqual([]);
  });
});

describe("sorting", () => {
  let user: TestUser;
  beforeAll(async () => {
    user = await staffOf(
      { name: "beta", address: { city: "Albany", state: "WA" } },
      { name: "Alpha", address: { city: "Zeehan", state: "TAS" } },
      { name: "Gamma", address: { city: "hobart", state: "TAS" } },
      { name: "delta" },
    );
  });

  test.each([
    ["name", ["Alpha", "beta", "delta", "Gamma"]],
    ["city", ["beta", "Gamma", "Alpha"], ["delta"]],
    ["state", ["Alpha", "Gamma", "beta"], ["delta"]],
  ] as const)(
    "by %s ignores case, works in both directions, and puts suppliers without a value last",
    async (sortFieldName, names, none: readonly string[] = []) => {
      expect(await namesFor(user, { sortFieldName })).toEqual([...names, ...none]);
      expect(await namesFor(user, { sortFieldName, sortDirection: "Descending" })).toEqual([
        ...[...names].reverse(),
        ...none,
      ]);
    },
  );

  test.each(["id", "abn", "notes", "name; drop table suppliers", "Name", "__proto__"])(
    "refuses to sort by “%s”",
    async (sortFieldName) => {
      const response = await api.send(user, { url: "/api/v1/Suppliers", query: { sortFieldName } });
      expect(response.statusCode).toBe(422);
      expect(response.json()).toMatchObject({ errors: { sortFieldName: ["This is not a valid value."] } });
    },
  );
});

describe("paging", () => {
  test("pages do not overlap, also among equal names", async () => {
    const user = await staffOf(...Array.from({ length: 7 }, () => ({ name: "The same" })));
    const ids: number[] = [];
    for (const pageNumber of [1, 2, 3]) {
      const { items, totalCount } = await api.ok(user, list, { pageSize: 3, pageNumber });
      ids.push(...items.map((item) => item.id));
      expect(totalCount).toBe(7);
    }
    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(7);
  });

  test("the default page has 20 rows, and a page after the last is empty", async () => {
    const user = await staffOf(...Array.from({ length: 21 }, () => ({})));
    expect((await api.ok(user, list, {})).items).toHaveLength(20);
    expect(await api.ok(user, list, { pageNumber: 3 })).toEqual({ items: [], totalCount: 21 });
  });

  test("the total is null unless it was requested", async () => {
    const user = await staffOf({});
    const { items, totalCount } = await api.ok(user, list, { includeTotalCount: false });
    expect([items.length, totalCount]).toEqual([1, null]);
  });

  test.each([
    ["pageSize", 0],
    ["pageSize", 10_001],
    ["pageSize", 1.5],
    ["pageNumber", 0],
    ["pageNumber", -1],
    ["pageNumber", 1e9],
  ])("%s %d is refused", async (name, value) => {
    const { status, problem } = await api.call(await staffOf(), list, { [name]: value });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [name]]);
  });

  test.each([
    "pageSize=5&pageSize=6",
    "name=a&name=b",
    "sortFieldName=name&sortFieldName=city",
    "includeTotalCount=true&includeTotalCount=false",
  ])("a repeated parameter is refused: %s", async (query) => {
    expect((await api.send(await staffOf(), { url: `/api/v1/Suppliers?${query}` })).statusCode).toBe(422);
  });
});
