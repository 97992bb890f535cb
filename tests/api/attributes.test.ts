import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import {
  attributeOptions,
  productAttributeOptions,
  productTypeAttributes,
  attributes as table,
} from "#api/core/database/schema/index.ts";
import { attributeMessages, maxOptions } from "#contract/attributes/schema.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";

const api = await startApi();
const { db } = api.database;
const { attributes } = operations;
const catalogue = await api.aUser({ roles: ["Catalogue Manager"] });
const reader = await api.aUser({ roles: ["Read Only"] });

const details = (traits = {}) => ({
  InternalName: `Attribute ${randomUUID()}`,
  DisplayName: "Colour",
  SelectionType: 1,
  ...traits,
});
const stored = async (id: number) => (await db.select().from(table).where(eq(table.id, id)))[0];
const optionsOf = async (id: number) => (await api.ok(reader, attributes.get, { id })).values;
const save = (AttributeId: number, ...texts: string[]) => {
  const Values = texts.map((text) => {
    const [code = "", value = ""] = text.split(":");
    return { code, value };
  });
  return api.call(catalogue, attributes.upsertOptionValues, { AttributeId, Values });
};

let aProduct: (name?: string) => Promise<number>;
beforeAll(async () => {
  const [supplierId, productTypeId] = [await api.aSupplier(), await api.aProductType()];
  aProduct = (name = "Trail Tent") => api.aProduct(supplierId, { productTypeId, name });
});

describe("the list of attributes", () => {
  test("can be searched by both names, can omit disabled ones, and is sorted by every column", async () => {
    const word = randomUUID();
    await api.anAttribute({ internalName: `b ${word}`, displayName: "Zoo" });
    await api.anAttribute({ internalName: `A ${word}`, displayName: "Yak", isDisabled: true });
    await api.anAttribute({ internalName: `other ${randomUUID()}`, displayName: `c ${word}` });
    const names = async (input: object) =>
      (await api.ok(reader, attributes.list, { name: word, ...input })).items.map(({ name }) => name[0]);
    expect(await names({})).toEqual(["A", "b", "o"]);
    expect(await names({ showActiveOnly: true })).toEqual(["b", "o"]);
    expect(await names({ sortFieldName: "displayName" })).toEqual(["o", "A", "b"]);
    expect(await names({ sortFieldName: "id" })).toEqual(["b", "A", "o"]);
    expect(await names({ sortFieldName: "isDisabled", sortDirection: "Descending" })).toEqual(["A", "o", "b"]);
  });

  test("returns as many attributes as a picker requests", async () => {
    expect(await api.call(reader, attributes.list, { pageSize: 10_000 })).toMatchObject({ status: 200 });
  });

  test("does not include attributes of single products", async () => {
    const name = randomUUID();
    const id = await api.anAttribute({ internalName: name, productId: await aProduct() });
    expect(await api.ok(catalogue, attributes.list, { name })).toEqual({ items: [], totalCount: 0 });
    expect(await api.call(catalogue, attributes.get, { id })).toMatchObject({ status: 404 });
    expect(await api.call(catalogue, attributes.updateDetails, { ...details(), AttributeId: id })).toMatchObject({
      status: 404,
    });
    expect(await save(id, "a:A")).toMatchObject({ status: 404 });
    expect(await api.call(catalogue, attributes.deactivate, { AttributeId: id })).toMatchObject({ status: 404 });
  });
});

test("the option info lists the enumerations", async () => {
  expect(await api.ok(reader, attributes.optionInfo, {})).toEqual({
    selectionTypeOptions: [
      { value: 0, displayName: "Boolean" },
      { value: 1, displayName: "SingleSelect" },
      { value: 2, displayName: "MultiSelect" },
      { value: 3, displayName: "Text" },
    ],
    optionDataTypes: [
      { value: 0, displayName: "Text" },
      { value: 1, displayName: "Number" },
    ],
  });
});

describe("adding and changing an attribute", () => {
  test("stores the input trimmed, once per Id", async () => {
    const input = { ...details({ InternalName: ` Colour ${randomUUID()} ` }), OptionDataType: 1, Id: randomUUID() };
    const id = await api.ok(catalogue, attributes.add, input);
    expect(await api.ok(catalogue, attributes.add, input)).toBe(id);
    expect(await stored(id)).toMatchObject({
      internalName: input.InternalName.trim(),
      displayName: "Colour",
      selectionType: 1,
      optionDataType: 1,
    });
    await api.ok(catalogue, attributes.updateDetails, {
      AttributeId: id,
      ...details({ DisplayName: "Farbe", SelectionType: 2 }),
    });
    expect(await api.ok(reader, attributes.get, { id })).toMatchObject({
      displayName: "Farbe",
      selectionType: 2,
      optionDataType: 1,
      values: [],
    });
  });

  test.each([
    ["InternalName", { InternalName: "" }, "This is a required field"],
    ["InternalName", { InternalName: "x".repeat(256) }, "Please use no more than 255 characters."],
    ["DisplayName", { DisplayName: " " }, "This is a required field"],
    ["DisplayName", { DisplayName: "x".repeat(51) }, "Please use no more than 50 characters."],
    ["SelectionType", { SelectionType: 4 }, "Please choose one from the list."],
    ["SelectionType", { SelectionType: "" }, "Please choose one from the list."],
    ["OptionDataType", { OptionDataType: 9 }, "Please choose one from the list."],
  ])("refuses an invalid %s: %o", async (field, traits, message) => {
    const answer = await api.call(catalogue, attributes.add, {
      ...details(),
      OptionDataType: 0,
      ...(traits as object),
    });
    expect(answer).toMatchObject({ status: 422, problem: { errors: { [field]: [message] } } });
  });

  test("refuses the internal name of another attribute, also under concurrency, but accepts its own", async () => {
    const taken = details({ InternalName: `Size ${randomUUID()}` });
    const answers = await Promise.all(
      [taken.InternalName, taken.InternalName.toUpperCase()].map((InternalName) =>
        api.call(catalogue, attributes.add, { ...taken, InternalName, OptionDataType: 0 }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const id = answers.find(({ status }) => status === 200)?.body ?? 0;
    expect(await api.call(catalogue, attributes.updateDetails, { ...taken, AttributeId: id })).toMatchObject({
      status: 200,
    });
    const other = await api.anAttribute();
    expect(await api.call(catalogue, attributes.updateDetails, { ...taken, AttributeId: other })).toMatchObject({
      status: 422,
      problem: { errors: { InternalName: ["Another attribute has this internal name."] } },
    });
  });
});

test("deactivating an attribute keeps its options; activating restores it", async () => {
  const id = await api.anAttribute({ options: ["Red", "Green"] });
  await api.ok(catalogue, attributes.deactivate, { AttributeId: id });
  expect(await api.ok(reader, attributes.get, { id })).toMatchObject({
    isDisabled: true,
    values: [{ value: "Red" }, { value: "Green" }],
  });
  await api.ok(catalogue, attributes.activate, { AttributeId: id });
  expect(await stored(id)).toMatchObject({ isDisabled: false });
});

describe("saving options", () => {
  test("adds, renames, moves and removes options, and remaining ones keep their ids", async () => {
    const id = await api.anAttribute();
    expect(await save(id, "r:Red", "g:Green", ":Blue")).toMatchObject({ status: 200 });
    const [red, green, blue] = await optionsOf(id);
    expect([red, green, blue]).toMatchObject([
      { code: "r", value: "Red" },
      { code: "g", value: "Green" },
      { code: "", value: "Blue" },
    ]);

    expect(await save(id, "b:Blue", "r:Crimson", "t:Tan")).toMatchObject({ status: 200 });
    const now = await optionsOf(id);
    expect(now).toMatchObject([
      { id: blue?.id, code: "b", value: "Blue" },
      { id: red?.id, value: "Crimson" },
      { value: "Tan" },
    ]);
    expect([red?.id, green?.id, blue?.id]).not.toContain(now[2]?.id);
    expect(await save(id)).toMatchObject({ status: 200 });
    expect(await optionsOf(id)).toEqual([]);
  });

  test("takes effect once per Id, and does not undo later changes", async () => {
    const id = await api.anAttribute();
    const input = { Id: randomUUID(), AttributeId: id, Values: [{ code: "r", value: "Red" }] };
    await api.ok(catalogue, attributes.upsertOptionValues, input);
    await save(id, "r:Red", "g:Green");
    await api.ok(catalogue, attributes.upsertOptionValues, input);
    expect((await optionsOf(id)).map(({ value }) => value)).toEqual(["Red", "Green"]);
  });

  test.each([
    ["Values.1.value", ["a:A", "b:"], "This is a required field"],
    ["Values.0.value", [`a:${"x".repeat(256)}`], "Please use no more than 255 characters."],
    ["Values.0.code", [`${"x".repeat(51)}:A`], "Please use no more than 50 characters."],
    ["Values.2.code", ["a:A", "b:B", "A:C"], "Another option has this code."],
    ["Values.1.value", [":Red", ":red"], "Another option has this name."],
  ])("refuses %s in %j", async (field, texts, message) => {
    const id = await api.anAttribute({ options: ["Kept"] });
    expect(await save(id, ...texts)).toMatchObject({ status: 422, problem: { errors: { [field]: [message] } } });
    expect(await optionsOf(id)).toMatchObject([{ value: "Kept" }]);
  });

  test("of a numeric attribute accepts only numbers", async () => {
    const id = await api.anAttribute({ optionDataType: 1 });
    expect(await save(id, ":1", ":-2.5", ":three")).toMatchObject({
      status: 422,
      problem: { errors: { "Values.2.value": ["Please enter a number, for example 12 or 0.5."] } },
    });
    expect(await save(id, ":1", ":-2.5")).toMatchObject({ status: 200 });
  });

  test("is fast for the maximum number of options, and refuses more", async () => {
    const id = await api.anAttribute();
    const many = Array.from({ length: maxOptions }, (_, i) => `c${i}:Option ${i}`);
    expect(await save(id, ...many)).toMatchObject({ status: 200 });
    const before = await optionsOf(id);
    expect(await save(id, ...many.toReversed())).toMatchObject({ status: 200 });
    expect((await optionsOf(id)).map((option) => option.id)).toEqual(before.map((option) => option.id).reverse());
    expect(await save(id, ...many, "more:More")).toMatchObject({
      status: 422,
      problem: { errors: { Values: [`An attribute can have ${maxOptions} options at the most.`] } },
    });
  });
});

describe("an option used by a product", () => {
  const use = async (productId: number, optionId: number | null | undefined) =>
    db.insert(productAttributeOptions).values({ productId, optionId: optionId ?? 0 });

  test("cannot be removed, and the response lists the products that use it", async () => {
    const id = await api.anAttribute({ options: ["Red", "Blue"] });
    const [, blue] = await optionsOf(id);
    for (const name of ["Trail Tent", "Beach Tent", "Dome Tent", "Igloo", "Yurt"])
      await use(await aProduct(name), blue?.id);
    const answer = await save(id, "red:Scarlet");
    expect(answer).toMatchObject({
      status: 409,
      problem: {
        message:
          "“Blue” cannot be removed: it is used by Beach Tent, Dome Tent, Igloo and 2 more. Choose another one there first.",
      },
    });
    expect(await optionsOf(id)).toMatchObject([{ value: "Red" }, { value: "Blue" }]);
  });

  test("cannot be turned into another option", async () => {
    const id = await api.anAttribute({ options: ["Red", "Blue"] });
    const [, blue] = await optionsOf(id);
    await use(await aProduct(), blue?.id);
    const answer = await save(id, "red:Red", "violet:Violet");
    expect(answer).toMatchObject({
      status: 409,
      problem: { message: expect.stringContaining("“Blue” cannot be removed: it is used by Trail Tent.") },
    });
  });

  test("is renamed for its products, matched by code or by position", async () => {
    const product = await aProduct();
    const withCode = await api.anAttribute({ options: ["Blue"] });
    const without = await api.anAttribute();
    await save(without, ":Gray", ":Tan");
    await use(product, (await optionsOf(withCode))[0]?.id);
    await use(product, (await optionsOf(without))[0]?.id);
    expect(await save(withCode, "blue:Navy")).toMatchObject({ status: 200 });
    expect(await save(without, ":Grey", ":Tan")).toMatchObject({ status: 200 });
    const names = await db
      .select({ value: attributeOptions.value })
      .from(productAttributeOptions)
      .innerJoin(attributeOptions, eq(attributeOptions.id, productAttributeOptions.optionId))
      .where(eq(productAttributeOptions.productId, product));
    expect(names.map(({ value }) => value).sort()).toEqual(["Grey", "Navy"]);
  });
});

test("users who may only view are refused changes", async () => {
  const id = await api.anAttribute();
  expect(await api.call(reader, attributes.upsertOptionValues, { AttributeId: id, Values: [] })).toMatchObject({
    status: 403,
  });
  const staff = await api.aUser({ links: [{ supplier: await api.aSupplier() }] });
  expect(await api.call(staff, attributes.get, { id })).toMatchObject({ status: 200 });
  expect(await api.call(staff, attributes.updateDetails, { ...details(), AttributeId: id })).toMatchObject({
    status: 403,
  });
});

test("messages match the specification", () => {
  expect(attributeMessages).toEqual({
    saved: "Attribute details updated successfully.",
    notSaved: "Oh dear, we could not save the attribute details due to an unexpected error.",
  });
});

test("an attribute lists the product types that include it, by their full names", async () => {
  const id = await api.anAttribute({ internalName: `used ${randomUUID()}`, displayName: "Finish" });
  expect(await api.ok(reader, attributes.get, { id })).toMatchObject({ productTypes: [] });
  const types = [await api.aProductType({ name: "Zinc" }), await api.aProductType({ name: "Ash" })];
  await db
    .insert(productTypeAttributes)
    .values(types.map((productTypeId) => ({ productTypeId, attributeId: id, position: 0 })));
  const shown = await api.ok(reader, attributes.get, { id });
  expect(shown.productTypes.map((type) => type.id)).toEqual([types[1], types[0]]);
});
