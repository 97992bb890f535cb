import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listingCategories, marketplaceProducts, marketplaces, users } from "#api/core/database/schema/index.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { approvals } = operations;

type Filters = SentInput<typeof approvals.list>;
type Traits = Parameters<typeof api.aProduct>[1];
type Listing = NonNullable<NonNullable<Traits>["on"]>[number];

let manager: TestUser;
/** Each test uses its own supplier, so that rows of other tests do not matter. */
let supplier: number;
let marketplace: number;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
  await db.update(users).set({ givenName: "Ines", surname: "Moss" }).where(eq(users.id, manager.id));
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia" });
  marketplace = await api.aMarketplace("Harbour & Co");
});

const list = (input: Filters = {}, user = manager) => api.ok(user, approvals.list, { supplierId: supplier, ...input });
const names = async (input: Filters = {}, user = manager) =>
  (await list(input, user)).items.map(({ productName }) => productName);
const listed = (name: string, listing: Partial<Listing> = {}, traits: Traits = {}) =>
  api.aProduct(supplier, { name, ...traits, on: [{ marketplaceId: marketplace, status: 1, ...listing }] });

async function listingOf(product: number): Promise<number> {
  const [row] = await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, product));
  return row?.id ?? 0;
}

test("a row shows the product, its marketplace, its status, and who approved it", async () => {
  const image = randomUUID();
  const listing = {
    status: 4,
    createdAt: new Date("2026-03-04T05:06:07Z"),
    approvedBy: manager.id,
    marketplaceSku: "M-7",
    disableReason: "No barcode",
  };
  const productId = await listed("Linen tray", listing, { defaultImageFileId: image });
  expect(await list()).toEqual({
    items: [
      {
        id: await listingOf(productId),
        productId,
        marketplaceId: marketplace,
        productName: "Linen tray",
        marketplaceName: "Harbour & Co",
        supplierName: "Acacia",
        status: 4,
        created: "2026-03-04T05:06:07.000Z",
        approvedByUserFullName: "Ines Moss",
        marketplaceSKU: "M-7",
        productImageFileId: image,
        disableReason: "No barcode",
      },
    ],
    totalCount: 1,
  });
});

test("a product has one row per marketplace, and none where it was never listed", async () => {
  const other = await api.aMarketplace("Corner Room");
  await api.aProduct(supplier, {
    name: "Tray",
    on: [
      { marketplaceId: marketplace, status: 1 },
      { marketplaceId: other, status: 2 },
    ],
  });
  await api.aProduct(supplier, { name: "Nowhere" });
  expect(
    (await list({ sortFieldName: "marketplaceName" })).items.map(({ marketplaceName }) => marketplaceName),
  ).toEqual(["Corner Room", "Harbour & Co"]);
});

test("supplier staff see only their own rows, with any of the permissions", async () => {
  await listed("Ours");
  const theirs = await api.aProduct(await api.aSupplier(), {
    name: "Theirs",
    on: [{ marketplaceId: marketplace, status: 1 }],
  });
  const user = await api.aUser({ links: [{ supplier, bits: 0 }] });
  expect((await api.ok(user, approvals.list, {})).items.map(({ productName }) => productName)).toEqual(["Ours"]);
  expect(await api.call(user, approvals.get, { id: await listingOf(theirs) })).toMatchObject({ status: 404 });
  expect(await api.ok(user, operations.users.permissions, {})).toMatchObject({
    approvals: { view: true, edit: false },
  });
});

describe("filtering", () => {
  test("by part of the product's name ignores case", async () => {
    for (const name of ["Linen tray", "50% wool throw"]) await listed(name);
    expect(await names({ productName: "LINEN" })).toEqual(["Linen tray"]);
    expect(await names({ productName: "50%" })).toEqual(["50% wool throw"]);
    expect(await names({ productName: "_" })).toEqual([]);
  });

  test("by active products omits disabled ones", async () => {
    await listed("Active");
    await listed("Disabled", {}, { isDisabled: true });
    expect(await names()).toEqual(["Active", "Disabled"]);
    expect(await names({ showActiveOnly: true })).toEqual(["Active"]);
  });

  test("by waiting for approval covers every marketplace", async () => {
    await listed("Again", { status: 3 });
    await listed("Approved", { status: 2 });
    await listed("Elsewhere", { marketplaceId: await api.aMarketplace() });
    await listed("Reviewed", { status: 5 });
    expect(await names({ showWaitingOnly: true })).toEqual(["Again", "Elsewhere"]);
  });

  test("by type includes the types below", async () => {
    const home = await api.aProductType();
    const kitchen = await api.aProductType({ parentId: home });
    await listed("Bowl", {}, { productTypeId: kitchen });
    await listed("Tent");
    expect(await names({ productTypeId: home })).toEqual(["Bowl"]);
  });

  test("by marketplace and by status can be combined", async () => {
    await listed("Waiting");
    await listed("Approved", { status: 2 });
    await listed("Elsewhere", { marketplaceId: await api.aMarketplace() });
    expect(await names({ marketplaceId: marketplace })).toEqual(["Approved", "Waiting"]);
    expect(await names({ marketplaceId: marketplace, status: 1 })).toEqual(["Waiting"]);
    expect(await names({ status: 1 })).toEqual(["Elsewhere", "Waiting"]);
    expect(await api.call(manager, approvals.list, { status: 7 as 5 })).toMatchObject({ status: 422 });
  });
});

describe("sorting", () => {
  test("is by product name unless requested, and works by every column in both directions", async () => {
    const b = { status: 1, createdAt: new Date("2026-01-01"), marketplaceSku: "a" };
    const a = { status: 2, createdAt: new Date("2026-01-02"), marketplaceSku: "B", approvedBy: manager.id };
    await listed("b", b);
    await listed("A", a);
    expect(await names()).toEqual(["A", "b"]);
    for (const sortFieldName of ["status", "created", "approvedByUserFullName", "marketplaceSKU"] as const) {
      expect(await names({ sortFieldName }), sortFieldName).toEqual(["b", "A"]);
      expect(await names({ sortFieldName, sortDirection: "Descending" }), sortFieldName).toEqual(["A", "b"]);
    }
  });

  test("works by supplier", async () => {
    const word = `w${randomUUID()}`;
    const on = [{ marketplaceId: marketplace, status: 1 }];
    for (const name of ["z", "B", "a"]) await api.aProduct(await api.aSupplier({ name }), { name: word, on });
    const { items } = await api.ok(manager, approvals.list, { productName: word, sortFieldName: "supplierName" });
    expect(items.map(({ supplierName }) => supplierName)).toEqual(["a", "B", "z"]);
  });

  test("pages equal names without repeating a row, at most 200 per page", async () => {
    for (const _ of [1, 2, 3]) await listed("Same");
    const page = async (pageNumber: number) => (await list({ pageSize: 2, pageNumber })).items.map(({ id }) => id);
    const ids = [...(await page(1)), ...(await page(2)), ...(await page(3))];
    expect(new Set(ids).size).toBe(3);
    expect(await api.call(manager, approvals.list, { pageSize: 201 })).toMatchObject({ status: 422 });
  });
});

describe("a single row", () => {
  test("includes its dates and all groups of its marketplace, with its own categories selected", async () => {
    const { group, categories } = await api.aCategoryGroup(marketplace, ["Home > Kitchen", "Home > Bedding"]);
    const { group: empty } = await api.aCategoryGroup(marketplace, ["Spring"], "Departments");
    await api.aCategoryGroup(await api.aMarketplace(), ["Elsewhere"]);
    const from = new Date("2026-05-01T00:00:00Z");
    const id = await listingOf(await listed("Tray", { status: 2, availableFrom: from }));
    await db.insert(listingCategories).values({ listingId: id, categoryId: categories[0] ?? 0 });
    expect(await api.ok(manager, approvals.get, { id })).toMatchObject({
      id,
      productName: "Tray",
      availableFromDate: "2026-05-01T00:00:00.000Z",
      availableToDate: null,
      categoryGroups: [
        {
          id: group,
          name: "Categories",
          categories: [
            { id: categories[1], name: "Home > Bedding", externalId: "X-Home > Bedding", selected: false },
            { id: categories[0], name: "Home > Kitchen", externalId: "X-Home > Kitchen", selected: true },
          ],
        },
        { id: empty, name: "Departments", categories: [{ name: "Spring", selected: false }] },
      ],
    });
  });

  test("can limit the categories of large groups to those of the product, those asked for and those found", async () => {
    const names = Array.from({ length: 10_000 }, (_, i) => `Home > Kitchen and dining > Shelf ${i}`);
    const { group, categories } = await api.aCategoryGroup(marketplace, names);
    await api.aCategoryGroup(marketplace, ["Spring"], "Departments");
    const id = await listingOf(await listed("Tray"));
    await db.insert(listingCategories).values({ listingId: id, categoryId: categories[3] ?? 0 });
    const limited = async (limits: object) => {
      const answer = await api.ok(manager, approvals.get, { id, mostCategories: 200, ...limits });
      expect(JSON.stringify(answer).length).toBeLessThan(10_000);
      return answer.categoryGroups;
    };
    expect(await limited({})).toMatchObject([
      { id: group, categoryCount: 10_000, categories: [{ id: categories[3], selected: true }] },
      { name: "Departments", categoryCount: 1, categories: [{ name: "Spring" }] },
    ]);
    const [found] = await limited({ categoryIds: `${categories[7]}`, categoryWords: "SHELF 9998 dining" });
    expect(found).toMatchObject({ foundCount: 1 });
    expect(found?.categories.map(({ name }) => name.replace(/.* /, ""))).toEqual(["3", "7", "9998"]);
    const [all] = await limited({ categoryWords: "" });
    expect([all?.foundCount, all?.categories.length]).toEqual([10_000, 51]);
    expect((await limited({ categoryWords: "100%_\\" }))[0]).toMatchObject({ foundCount: 0 });
    expect(await api.call(manager, approvals.get, { id, categoryWords: "\u0000" })).toMatchObject({ status: 422 });
  }, 30_000);

  test("of another supplier is not found", async () => {
    expect(await api.call(manager, approvals.get, { id: 2_000_000_000 })).toMatchObject({ status: 404 });
    await db.update(marketplaces).set({ name: "Renamed" }).where(eq(marketplaces.id, marketplace));
    const id = await listingOf(await listed("Tray"));
    expect(await api.ok(manager, approvals.get, { id })).toMatchObject({
      marketplaceName: "Renamed",
      categoryGroups: [],
    });
  });
});
