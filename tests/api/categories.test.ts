import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  categoryGroups,
  listingCategories,
  marketplaceProducts,
  categories as table,
} from "#api/core/database/schema/index.ts";
import { categoryDetails } from "#contract/categories/edits.ts";
import { operations } from "#contract/operations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { categories } = operations;

let manager: TestUser;
let marketplace: number;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
});
beforeEach(async () => {
  marketplace = await api.aMarketplace();
});

/** Stores a tree of these fully qualified names. Returns the id of its classification. */
async function aTree(...names: string[]): Promise<number> {
  const [group] = await api.database.db
    .insert(categoryGroups)
    .values({ marketplaceId: marketplace, name: "Tree" })
    .returning();
  const groupId = group?.id ?? 0;
  if (names.length > 0)
    await api.database.db.insert(table).values(names.map((name, i) => ({ groupId, name, externalId: `X${i}` })));
  return groupId;
}
const list = (filters: object = {}) => api.ok(manager, categories.list, { marketplaceId: marketplace, ...filters });
const namesOf = async (groupId: number) =>
  (await api.database.db.select().from(table).where(eq(table.groupId, groupId))).map(({ name }) => name).sort();

/** A product that has the category. */
async function aProductIn(groupId: number, fullName: string): Promise<number> {
  const product = await api.aProduct(await api.aSupplier(), {
    name: "Blue vase",
    on: [{ marketplaceId: marketplace, status: 2 }],
  });
  const [listing] = await api.database.db
    .select()
    .from(marketplaceProducts)
    .where(eq(marketplaceProducts.productId, product));
  const rows = await api.database.db.select().from(table).where(eq(table.groupId, groupId));
  const categoryId = rows.find(({ name }) => name === fullName)?.id ?? 0;
  await api.database.db.insert(listingCategories).values({ listingId: listing?.id ?? 0, categoryId });
  return product;
}

describe("the tree", () => {
  test("is listed level by level, with what is below and which products have it", async () => {
    const group = await aTree("Home > Decor > Vases", "Home > Decor", "Home > 🪴 Plants", "Garden", "Homewares");
    await aProductIn(group, "Home > Decor > Vases");
    expect((await list()).items).toMatchObject([
      { fullName: "Garden", below: 0, products: 0 },
      { fullName: "Home", name: "Home", externalId: null, below: 3, products: 1 },
      { fullName: "Homewares", below: 0, products: 0 },
    ]);
    const level = await list({ under: "Home", sortDirection: "Descending" });
    expect(level).toMatchObject({
      totalCount: 2,
      items: [
        { fullName: "Home > 🪴 Plants", name: "🪴 Plants", externalId: "X2", below: 0 },
        { fullName: "Home > Decor", externalId: "X1", below: 1, products: 1 },
      ],
    });
    expect((await list({ searchText: "vase" })).items).toMatchObject([{ fullName: "Home > Decor > Vases" }]);
    expect((await list({ pageSize: 1, pageNumber: 2 })).items).toMatchObject([{ fullName: "Home" }]);
    expect((await list({ under: "Nowhere" })).items).toEqual([]);
  });

  test("of 10,000 categories is listed at once", async () => {
    await aTree(...Array.from({ length: 10_000 }, (_, i) => `Top ${i % 20} > Middle ${i % 200} > Leaf ${i}`));
    const begin = performance.now();
    expect((await list()).items).toHaveLength(20);
    expect((await list({ searchText: "Leaf 99" })).totalCount).toBe(111);
    expect(performance.now() - begin).toBeLessThan(5_000);
  }, 60_000);

  test("of a marketplace without any begins with its first category", async () => {
    expect(await list()).toEqual({ items: [], totalCount: 0 });
    const made = await api.ok(manager, categories.add, { MarketplaceId: marketplace, Name: "Home", ExternalId: "1" });
    expect(made.fullName).toBe("Home");
    await api.ok(manager, categories.add, { MarketplaceId: marketplace, Under: "Home", Name: "Decor" });
    expect(await namesOf(made.groupId)).toEqual(["Home", "Home > Decor"]);
    expect(await api.ok(manager, categories.groups, { marketplaceId: marketplace })).toEqual([
      { id: made.groupId, name: "Categories" },
    ]);
  });
});

describe("a category", () => {
  const add = (input: object) =>
    api.call(manager, categories.add, { MarketplaceId: marketplace, Name: "Home", ...input });

  test.each([
    [{ Name: "" }, "Name", "This is a required field"],
    [{ Name: "Home > Decor" }, "Name", "Please enter one name without “>”."],
    [{ Name: "x".repeat(256) }, "Name", "Please use no more than 255 characters."],
    [{ Name: "x".repeat(1_000_000) }, "Name", "Please use no more than 255 characters."],
    [{ Name: "garden tools", Under: "Nowhere" }, "Under", "This category no longer exists. Please choose another one."],
    [{ Name: "Garden" }, "Name", "There is already a category with this name here."],
    [
      { Name: "y", Under: Array.from({ length: 10 }, () => "x").join(" > ") },
      "Name",
      "A category can be at most 10 levels deep",
    ],
  ])("is refused with %.60j", async (input, field, message) => {
    await aTree("Garden > Tools");
    const { status, problem } = await add(input);
    expect([status, problem.errors?.[field]?.[0]]).toEqual([422, expect.stringContaining(message)]);
  });

  test("is made once by two people who add the same one at once", async () => {
    const group = await aTree();
    const answers = await Promise.all([add({}), add({})]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await namesOf(group)).toEqual(["Home"]);
  });

  test("of another marketplace's classification is not made", async () => {
    const group = await aTree("Garden");
    marketplace = await api.aMarketplace();
    expect((await add({ GroupId: group })).status).toBe(404);
    expect((await add({ MarketplaceId: 999_999 })).status).toBe(404);
  });

  test("is renamed and moved with everything below it, whose products stay", async () => {
    const group = await aTree("Home > Decor", "Home > Decor > Vases", "Home > Decorations", "Garden");
    const product = await aProductIn(group, "Home > Decor > Vases");
    await api.ok(manager, categories.update, {
      GroupId: group,
      FullName: "Home > Decor",
      Under: "Garden",
      Name: "Décor",
      ExternalId: "D-1",
    });
    expect(await namesOf(group)).toEqual(["Garden", "Garden > Décor", "Garden > Décor > Vases", "Home > Decorations"]);
    expect(await api.ok(manager, categories.get, { groupId: group, fullName: "Garden > Décor" })).toMatchObject({
      externalId: "D-1",
      products: 1,
      below: 1,
    });
    expect(product).toBeGreaterThan(0);
  });

  test("without a record of its own can be renamed, and gets one with an external id", async () => {
    const group = await aTree("Home > Decor");
    const update = { GroupId: group, FullName: "Home", Under: "", Name: "House", ExternalId: "H" };
    await api.ok(manager, categories.update, update);
    expect(await namesOf(group)).toEqual(["House", "House > Decor"]);
    expect((await api.call(manager, categories.update, update)).status).toBe(404);
  });

  test("cannot be moved below itself, nor to a name that is taken", async () => {
    const group = await aTree("Home", "Home > Decor", "Garden");
    const move = (Under: string, Name: string) =>
      api.call(manager, categories.update, { GroupId: group, FullName: "Home", Under, Name, ExternalId: "" });
    expect((await move("Home > Decor", "Home")).problem.errors?.Under).toEqual([
      "A category cannot be moved below itself.",
    ]);
    expect((await move("Home", "Home")).problem.errors?.Under).toEqual(["A category cannot be moved below itself."]);
    expect((await move("", "Garden")).problem.errors?.Name).toEqual([
      "There is already a category with this name here.",
    ]);
    expect(await namesOf(group)).toEqual(["Garden", "Home", "Home > Decor"]);
  });

  test("keeps what two people changed in it", async () => {
    const group = await aTree("Home");
    const Shown = shownText(
      categoryDetails(await api.ok(manager, categories.get, { groupId: group, fullName: "Home" })),
    );
    const key = { GroupId: group, FullName: "Home", Under: "", Shown };
    await api.ok(manager, categories.update, { ...key, Name: "Home", ExternalId: "NEW" });
    await api.ok(manager, categories.update, { ...key, Name: "House", ExternalId: "X0" });
    expect(await api.ok(manager, categories.get, { groupId: group, fullName: "House" })).toMatchObject({
      externalId: "NEW",
    });
  });

  test("that products have is not deleted, and they are named; otherwise it goes with all below it", async () => {
    const group = await aTree("Home > Decor", "Home > Decor > Vases", "Home", "Homewares");
    const product = await aProductIn(group, "Home > Decor > Vases");
    const refused = await api.call(manager, categories.remove, { GroupId: group, FullName: "Home" });
    // The status that the contract names for records in use.
    expect(refused.status).toBe(500);
    expect(JSON.parse(refused.raw.body)).toEqual([{ id: product, name: "Blue vase" }]);
    await api.database.db.delete(listingCategories);
    await api.ok(manager, categories.remove, { GroupId: group, FullName: "Home" });
    expect(await namesOf(group)).toEqual(["Homewares"]);
    expect((await api.call(manager, categories.remove, { GroupId: group, FullName: "Home" })).status).toBe(404);
  });
});
