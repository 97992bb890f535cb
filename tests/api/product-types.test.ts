import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  marketplaceProducts,
  products,
  productTypeAttributes,
  productTypes as table,
} from "#api/core/database/schema/index.ts";
import { MarketplaceProductStatus, MarketplaceSyncStatus } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import type { ProductTypeNode } from "#contract/product-types/schema.ts";
import { productTypeMessages } from "#contract/product-types/schema.ts";
import { startApi } from "#tests/support/api.ts";

const api = await startApi();
const { db } = api.database;
const { productTypes } = operations;
const catalogue = await api.aUser({ roles: ["Catalogue Manager"] });
const reader = await api.aUser({ roles: ["Read Only"] });

const aName = () => `Type ${randomUUID()}`;
const add = (Name: string, parent?: number) =>
  api.ok(catalogue, productTypes.add, { Name, ParentProductTypeId: parent });
const stored = async (id: number) => (await db.select().from(table).where(eq(table.id, id)))[0];
const pathOf = async (id: number) => (await stored(id))?.path;
const move = (id: number, Name: string, parent: number | null) =>
  api.call(catalogue, productTypes.updateDetails, { ProductTypeId: id, Name, ParentProductTypeId: parent });
const attributesOf = async (id: number) => (await api.ok(reader, productTypes.get, { id })).attributes;
const attach = (ProductTypeId: number, AttributeId: number) =>
  api.call(catalogue, productTypes.addAttribute, { ProductTypeId, AttributeId });

describe("the list of product types", () => {
  test("can be searched by name, can omit disabled types, and is sorted by every column", async () => {
    const word = randomUUID();
    const make = (name: string, traits = {}) =>
      api.aProductType({ name: `${name} ${word}`, path: `${name} ${word}`, ...traits });
    await make("beta", { path: "Z" });
    await make("Alpha", { isDisabled: true });
    await make("Gamma", { path: "A" });
    const names = async (input: object) =>
      (await api.ok(reader, productTypes.list, { name: word, ...input })).items.map(({ name }) =>
        name.replace(` ${word}`, ""),
      );
    expect(await names({})).toEqual(["Alpha", "beta", "Gamma"]);
    expect(await names({ showActiveOnly: true })).toEqual(["beta", "Gamma"]);
    expect(await names({ sortFieldName: "path" })).toEqual(["Gamma", "Alpha", "beta"]);
    expect(await names({ sortFieldName: "id", sortDirection: "Descending" })).toEqual(["Gamma", "Alpha", "beta"]);
    expect((await names({ sortFieldName: "isDisabled" })).at(-1)).toBe("Alpha");
    expect(await names({ name: `gamma ${word}` })).toEqual(["Gamma"]);
  });

  test("returns as many types as a picker requests", async () => {
    expect(await api.call(reader, productTypes.list, { pageSize: 10_000 })).toMatchObject({ status: 200 });
    expect(await api.call(reader, productTypes.list, { pageSize: 10_001 })).toMatchObject({ status: 422 });
  });
});

describe("adding a product type", () => {
  test("puts it at the root or below its parent, once per Id", async () => {
    const [root, child] = [aName(), aName()];
    const rootId = await add(`  ${root} `);
    expect(await stored(rootId)).toMatchObject({ name: root, path: root, parentId: null, isDisabled: false });
    const input = { Id: randomUUID(), Name: child, ParentProductTypeId: rootId };
    const id = await api.ok(catalogue, productTypes.add, input);
    expect(await api.ok(catalogue, productTypes.add, input)).toBe(id);
    expect(await db.$count(table, eq(table.name, child))).toBe(1);
    expect(await api.ok(reader, productTypes.get, { id })).toMatchObject({
      id,
      parentId: rootId,
      path: `${root} > ${child}`,
    });
  });

  test.each([
    ["Name", { Name: " " }, "This is a required field"],
    ["Name", { Name: "x".repeat(256) }, "Please use no more than 255 characters."],
    ["ParentProductTypeId", { ParentProductTypeId: "x" }, "Please choose one from the list."],
  ])("refuses an invalid %s: %o", async (field, traits, message) => {
    const answer = await api.call(catalogue, productTypes.add, { Name: aName(), ...(traits as object) });
    expect(answer).toMatchObject({ status: 422, problem: { errors: { [field]: [message] } } });
  });

  test("refuses the name of a sibling, ignoring case, also when two people submit it at once", async () => {
    const [parent, name] = [await add(aName()), aName()];
    const answers = await Promise.all(
      [name, name.toUpperCase()].map((Name) =>
        api.call(catalogue, productTypes.add, { Name, ParentProductTypeId: parent }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await api.call(catalogue, productTypes.add, { Name: name })).toMatchObject({ status: 200 });
  });

  test("refuses a parent that does not exist", async () => {
    const name = aName();
    expect(await api.call(catalogue, productTypes.add, { Name: name, ParentProductTypeId: 99_999_999 })).toMatchObject({
      status: 404,
    });
    expect(await db.$count(table, eq(table.name, name))).toBe(0);
  });
});

describe("renaming and moving a product type", () => {
  test("updates the paths of all its descendants", async () => {
    const [a, b, c, d] = [aName(), aName(), aName(), aName()];
    const top = await add(a);
    const middle = await add(b, top);
    const leaf = await add(c, middle);
    const elsewhere = await add(d);
    expect(await move(top, `${a}!`, null)).toMatchObject({ status: 200 });
    expect(await pathOf(leaf)).toBe(`${a}! > ${b} > ${c}`);
    expect(await move(middle, b, elsewhere)).toMatchObject({ status: 200 });
    expect([await pathOf(top), await pathOf(middle), await pathOf(leaf)]).toEqual([
      `${a}!`,
      `${d} > ${b}`,
      `${d} > ${b} > ${c}`,
    ]);
    expect(await move(middle, b, null)).toMatchObject({ status: 200 });
    expect(await pathOf(leaf)).toBe(`${b} > ${c}`);
  });

  test("cannot create a cycle", async () => {
    const [top, name] = [await add(aName()), aName()];
    const below = await add(name, top);
    const message = "A product type cannot be below itself. Please choose another parent.";
    for (const parent of [top, below]) {
      expect(await move(top, aName(), parent)).toMatchObject({
        status: 422,
        problem: { errors: { ParentProductTypeId: [message] } },
      });
    }
    expect(await stored(top)).toMatchObject({ parentId: null });
  });

  test("cannot create a cycle when two people move types at once", async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [aName(), aName()];
      const [first, second] = [await add(a), await add(b)];
      const answers = await Promise.all([move(first, a, second), move(second, b, first)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });
});

test("the hierarchy is a tree sorted by name on each level, with disabled types marked", async () => {
  const [root, z, a] = [aName(), `z ${aName()}`, `A ${aName()}`];
  const rootId = await add(root);
  await add(z, rootId);
  const aId = await add(a, rootId);
  const leaf = await add(aName(), aId);
  await api.ok(catalogue, productTypes.deactivate, { ProductTypeId: leaf });
  const find = (nodes: ProductTypeNode[], id: number) => nodes.find((node) => node.id === id);
  const tree = find(await api.ok(reader, productTypes.hierarchy, {}), rootId);
  expect(tree?.children.map(({ name }) => name)).toEqual([a, z]);
  expect(tree?.children[0]?.children).toMatchObject([{ id: leaf, isDisabled: true, children: [] }]);
});

test("a type names the types directly below it, sorted by name, with disabled types marked", async () => {
  const [root, z, a] = [aName(), `Z ${randomUUID()}`, `A ${randomUUID()}`];
  const rootId = await add(root);
  const zId = await add(z, rootId);
  const aId = await add(a, rootId);
  const grandchild = await add(aName(), aId);
  await api.ok(catalogue, productTypes.deactivate, { ProductTypeId: zId });
  const childrenOf = async (id: number) => (await api.ok(reader, productTypes.get, { id })).children;
  expect(await childrenOf(rootId)).toEqual([
    { id: aId, name: a, isDisabled: false },
    { id: zId, name: z, isDisabled: true },
  ]);
  expect(await childrenOf(grandchild)).toEqual([]);
});

describe("deactivating a product type", () => {
  test("disables its products, synchronises them to their marketplaces, and spares the types below", async () => {
    const top = await add(aName());
    const below = await add(aName(), top);
    const [supplierId, marketplaceId] = [await api.aSupplier(), await api.aMarketplace()];
    const of = (productTypeId: number, traits = {}) => api.aProduct(supplierId, { productTypeId, ...traits });
    const [approved, pending, ofBelow] = [await of(top), await of(top), await of(below)];
    await of(top, { isDisabled: true });
    const sync = { marketplaceId, syncStatus: MarketplaceSyncStatus.inSync };
    await db.insert(marketplaceProducts).values([
      { productId: approved, status: MarketplaceProductStatus.approved, ...sync },
      { productId: pending, status: MarketplaceProductStatus.pendingApproval, ...sync },
      { productId: ofBelow, status: MarketplaceProductStatus.approved, ...sync },
    ]);
    expect(await api.ok(catalogue, productTypes.get, { id: top })).toMatchObject({ activeProducts: 2 });
    expect(await api.ok(reader, productTypes.get, { id: top })).toMatchObject({ activeProducts: null });

    await api.ok(catalogue, productTypes.deactivate, { ProductTypeId: top });
    expect([await stored(top), await stored(below)]).toMatchObject([{ isDisabled: true }, { isDisabled: false }]);
    const disabled = async (id: number) => (await db.select().from(products).where(eq(products.id, id)))[0]?.isDisabled;
    expect([await disabled(approved), await disabled(pending), await disabled(ofBelow)]).toEqual([true, true, false]);
    const told = await db
      .select()
      .from(marketplaceProducts)
      .where(eq(marketplaceProducts.marketplaceId, marketplaceId))
      .orderBy(asc(marketplaceProducts.productId));
    expect(told.map(({ status, syncStatus }) => [status, syncStatus])).toEqual([
      [MarketplaceProductStatus.approved, MarketplaceSyncStatus.updatesPending],
      [MarketplaceProductStatus.pendingApproval, MarketplaceSyncStatus.inSync],
      [MarketplaceProductStatus.approved, MarketplaceSyncStatus.inSync],
    ]);

    await api.ok(catalogue, productTypes.activate, { ProductTypeId: top });
    expect(await stored(top)).toMatchObject({ isDisabled: false });
    expect(await disabled(approved)).toBe(true);
  });
});

describe("the attributes of a product type", () => {
  async function line() {
    const top = await add(aName());
    const middle = await add(aName(), top);
    return { top, middle, leaf: await add(aName(), middle) };
  }
  const shown = async (id: number) =>
    (await attributesOf(id)).map(({ attributeId, isInherited, sourceProductTypeId, order }) => [
      attributeId,
      isInherited ? sourceProductTypeId : "own",
      order,
    ]);

  test("are inherited from the types above, listed first, and marked with their origin", async () => {
    const { top, middle, leaf } = await line();
    const [a, b, c, d] = await Promise.all([1, 2, 3, 4].map(() => api.anAttribute()));
    for (const [type, attribute] of [
      [leaf, d],
      [top, b],
      [middle, c],
      [top, a],
    ] as [number, number][]) {
      expect(await attach(type, attribute)).toMatchObject({ status: 200 });
    }
    expect(await shown(leaf)).toEqual([
      [b, top, 1],
      [a, top, 2],
      [c, middle, 3],
      [d, "own", 4],
    ]);
    expect(await shown(top)).toEqual([
      [b, "own", 1],
      [a, "own", 2],
    ]);
    expect((await attributesOf(leaf))[0]?.sourceProductType).toBe((await stored(top))?.name);

    await move(middle, (await stored(middle))?.name ?? "", null);
    expect(await shown(leaf)).toEqual([
      [c, middle, 1],
      [d, "own", 2],
    ]);
  });

  test("can be added if they are active and not attached yet", async () => {
    const { top, leaf } = await line();
    const [own, inherited, free] = [await api.anAttribute(), await api.anAttribute(), await api.anAttribute()];
    const disabled = await api.anAttribute({ isDisabled: true });
    const product = await api.aProduct(await api.aSupplier(), { productTypeId: leaf });
    const ofProduct = await api.anAttribute({ productId: product });
    await attach(top, inherited);
    await attach(leaf, own);
    const available = (await api.ok(reader, productTypes.get, { id: leaf })).availableAttributes.map(({ id }) => id);
    expect(available).toContain(free);
    for (const id of [own, inherited, disabled, ofProduct]) expect(available).not.toContain(id);

    const name = (await stored(top))?.name;
    expect(await attach(leaf, own)).toMatchObject({ status: 200 });
    expect(await attach(leaf, inherited)).toMatchObject({
      status: 422,
      problem: { message: `This product type already has it, from ${name}.` },
    });
    expect(await attach(leaf, disabled)).toMatchObject({
      status: 422,
      problem: { message: "This attribute is disabled. Activate it first." },
    });
    expect(await attach(leaf, ofProduct)).toMatchObject({ status: 404 });
    expect(await attach(leaf, 99_999_999)).toMatchObject({ status: 404 });
    expect(await attach(99_999_999, free)).toMatchObject({ status: 404 });
    expect(await shown(leaf)).toEqual([
      [inherited, top, 1],
      [own, "own", 2],
    ]);
  });

  test("that are both inherited and attached can be removed from the type itself", async () => {
    const { top, leaf } = await line();
    const attribute = await api.anAttribute();
    await attach(leaf, attribute);
    await attach(top, attribute);
    expect(await shown(leaf)).toEqual([[attribute, "own", 1]]);
    await api.ok(catalogue, productTypes.removeAttribute, { ProductTypeId: leaf, AttributeId: attribute });
    expect(await shown(leaf)).toEqual([[attribute, top, 1]]);
  });

  test("can only be removed from the type they are attached to", async () => {
    const { top, leaf } = await line();
    const attribute = await api.anAttribute();
    await attach(top, attribute);
    const remove = (ProductTypeId: number) =>
      api.call(catalogue, productTypes.removeAttribute, { ProductTypeId, AttributeId: attribute });
    expect(await remove(leaf)).toMatchObject({
      status: 409,
      problem: { message: expect.stringContaining((await stored(top))?.name ?? "-") },
    });
    expect(await remove(top)).toMatchObject({ status: 200 });
    expect(await remove(top)).toMatchObject({ status: 404 });
    expect(await shown(leaf)).toEqual([]);
  });

  test("can be reordered; inherited ones may be included but do not move", async () => {
    const { top, leaf } = await line();
    const [inherited, a, b, c] = await Promise.all([1, 2, 3, 4].map(() => api.anAttribute()));
    await attach(top, inherited as number);
    for (const attribute of [a, b, c]) await attach(leaf, attribute as number);
    const order = (AttributeIds: unknown[]) =>
      api.call(catalogue, productTypes.reorderAttributes, {
        ProductTypeId: leaf,
        AttributeIds: AttributeIds as number[],
      });
    expect(await order([c, a, b])).toMatchObject({ status: 200 });
    expect((await shown(leaf)).map(([id]) => id)).toEqual([inherited, c, a, b]);
    expect(await order([b, inherited, a, c])).toMatchObject({ status: 200 });
    expect((await shown(leaf)).map(([id]) => id)).toEqual([inherited, b, a, c]);
    for (const wrong of [[a, b], [a, b, b], [a, b, c, 99_999_999], []]) {
      expect(await order(wrong)).toMatchObject({
        status: 409,
        problem: { message: expect.stringContaining("have changed in the meantime") },
      });
    }
    expect(await order(["x"])).toMatchObject({ status: 422 });
    const positions = await db
      .select()
      .from(productTypeAttributes)
      .where(eq(productTypeAttributes.productTypeId, leaf));
    expect(positions.map(({ position }) => position).sort()).toEqual([1, 2, 3]);
  });
});

test("users who may only view are refused changes with a clear message", async () => {
  const type = await api.aProductType();
  const answer = await api.call(reader, productTypes.updateDetails, { ProductTypeId: type, Name: "Taken over" });
  expect(answer).toMatchObject({ status: 403, problem: { message: expect.stringContaining("You may not do this") } });
  const finance = await api.aUser({ roles: ["Finance"] });
  expect(await api.call(finance, productTypes.get, { id: type })).toMatchObject({ status: 403 });
});

test("success messages match the specification", () => {
  expect(productTypeMessages).toEqual({
    saved: "Product type details updated successfully.",
    reordered: "Attributes were re-ordered successfully.",
    notSaved: "Oh dear, we could not save the product type details due to an unexpected error.",
  });
});
