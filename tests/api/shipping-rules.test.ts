import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commands, shippingRates, shippingRules as table } from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { shippingRuleMessages } from "#contract/shipping-rules/schema.ts";
import { startApi } from "#tests/support/api.ts";
import { aRate, shippingRuleDetails } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { shippingRules } = operations;

let manager: TestUser;
let supplier: number;
let rule: number;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia" });
  rule = await api.aShippingRule({ supplierId: supplier, name: "Before" });
});

const stored = async (id = rule) => (await db.select().from(table).where(eq(table.id, id)))[0];
const rates = () =>
  db.select().from(shippingRates).where(eq(shippingRates.shippingRuleId, rule)).orderBy(asc(shippingRates.id));
const staff = (bits: number, of = supplier) => api.aUser({ links: [{ supplier: of, bits }] });

describe("the list of shipping rules", () => {
  const word = `w${randomUUID()}`;
  const names = async (input: object, user = manager) =>
    (await api.ok(user, shippingRules.list, { name: word, ...input })).items.map((row) => row.name);

  test("can be filtered by name and supplier, is sorted by every column, and shows the supplier", async () => {
    const other = await api.aSupplier({ name: "Zamia" });
    await api.aShippingRule({
      supplierId: supplier,
      name: `b ${word}`,
      defaultDomesticRate: 4,
      sellAnywhereInternationally: true,
      defaultInternationalRate: 9,
    });
    await api.aShippingRule({
      supplierId: other,
      name: `A ${word}`,
      defaultDomesticRate: 6,
      sellAnywhereDomestically: false,
      defaultInternationalRate: 12,
    });
    const [b, a] = [`b ${word}`, `A ${word}`];
    expect(await names({})).toEqual([a, b]);
    expect(await names({ name: word.toUpperCase(), supplierId: other })).toEqual([a]);
    for (const sortFieldName of [
      "id",
      "supplierName",
      "defaultDomesticShippingRate",
      "defaultInternationalShippingRate",
      "sellAnywhereInternationally",
    ] as const) {
      expect(await names({ sortFieldName, sortDirection: "Descending" }), sortFieldName).toEqual(
        sortFieldName === "sellAnywhereInternationally" ? [b, a] : [a, b],
      );
    }
    expect(await names({ sortFieldName: "sellAnywhereDomestically" })).toEqual([a, b]);
    await db.update(table).set({ defaultInternationalRate: null }).where(eq(table.name, b));
    for (const sortDirection of ["Ascending", "Descending"] as const) {
      expect(
        await names({ sortFieldName: "defaultInternationalShippingRate", sortDirection }),
        "a rule without the rate comes last",
      ).toEqual([a, b]);
    }
    const { items, totalCount } = await api.ok(manager, shippingRules.list, { name: word, pageSize: 1 });
    expect([items, totalCount]).toMatchObject([
      [{ supplierId: other, supplierName: "Zamia", defaultDomesticShippingRate: 6, isDisabled: false }],
      2,
    ]);
  });

  test("shows supplier staff only rules of their own suppliers", async () => {
    expect((await api.ok(await staff(0), shippingRules.list, {})).items).toMatchObject([{ id: rule, name: "Before" }]);
    expect(await api.ok(await api.aUser({}), shippingRules.list, {})).toEqual({ items: [], totalCount: 0 });
  });

  test("refuses a supplier id that is not a number", async () => {
    expect(await api.call(manager, shippingRules.list, { supplierId: "all" })).toMatchObject({ status: 422 });
  });
});

describe("a shipping rule", () => {
  test("includes its rates by place, worldwide ones last, with the names of countries and states", async () => {
    const places = [
      {},
      { countryCode: "NZ" },
      { countryCode: "AU" },
      { countryCode: "AU", state: "VIC", quantityFrom: 5 },
      { countryCode: "AU", state: "VIC", quantityTo: 4 },
    ];
    const id = await api.aShippingRule({ supplierId: supplier }, [...places, { countryCode: "AU", state: "NSW" }]);
    const { shippingRates: shown } = await api.ok(manager, shippingRules.get, { id });
    expect(shown.map((rate) => [rate.countryName, rate.stateShortName, rate.stateId, rate.quantityFrom])).toEqual([
      ["Australia", "NSW", 1, 1],
      ["Australia", "VIC", 2, 1],
      ["Australia", "VIC", 2, 5],
      ["Australia", null, null, 1],
      ["New Zealand", null, null, 1],
      [null, null, null, 1],
    ]);
  });

  test("shows who may change it", async () => {
    const canEdit = async (user: TestUser) => (await api.ok(user, shippingRules.get, { id: rule })).canEdit;
    expect(await canEdit(manager)).toBe(true);
    expect(await canEdit(await staff(4))).toBe(true);
    expect(await canEdit(await staff(59))).toBe(false);
    expect(await canEdit(await api.aUser({ roles: ["Read Only"] }))).toBe(false);
    expect(
      await canEdit(
        await api.aUser({ roles: ["Read Only", "Supplier"], links: [{ supplier: await api.aSupplier(), bits: 4 }] }),
      ),
    ).toBe(false);
  });

  test("is not found if it is unknown or another supplier's", async () => {
    const stranger = await staff(63, await api.aSupplier());
    for (const id of [rule, 2_000_000_000])
      expect(await api.call(stranger, shippingRules.get, { id })).toMatchObject({ status: 404 });
  });
});

describe("adding a shipping rule", () => {
  test("creates one that ships within Australia, once per Id", async () => {
    const input = { Id: randomUUID(), Name: " Parcels ", SupplierId: supplier };
    const id = await api.ok(manager, shippingRules.add, input);
    expect(await api.ok(manager, shippingRules.add, input)).toBe(id);
    expect(await stored(id)).toMatchObject({
      name: "Parcels",
      supplierId: supplier,
      sellAnywhereDomestically: true,
      defaultDomesticRate: null,
      isDisabled: false,
    });
    expect(await db.$count(table, eq(table.supplierId, supplier))).toBe(2);
  });

  test.each([
    ["Name", { Name: "" }, "This is a required field"],
    ["Name", { Name: "x".repeat(256) }, "Please use no more than 255 characters."],
    ["SupplierId", { SupplierId: "" }, "Please select the supplier for this shipping rule"],
    ["SupplierId", { SupplierId: undefined }, "Please select the supplier for this shipping rule"],
    ["SupplierId", { SupplierId: 0 }, "Please select the supplier for this shipping rule"],
  ])("refuses an invalid %s: %o", async (field, traits, message) => {
    const answer = await api.call(manager, shippingRules.add, {
      Name: "Parcels",
      SupplierId: supplier,
      ...traits,
    } as never);
    expect(answer).toMatchObject({ status: 422, problem: { errors: { [field]: [message] } } });
  });

  test("is allowed to staff with the permission for products of that supplier", async () => {
    const own = await api.aSupplier();
    const user = await api.aUser({
      links: [
        { supplier: own, bits: 4 },
        { supplier, bits: 59 },
      ],
    });
    expect(await api.call(user, shippingRules.add, { Name: "New", SupplierId: own })).toMatchObject({ status: 200 });
    expect(await api.call(user, shippingRules.add, { Name: "New", SupplierId: supplier })).toMatchObject({
      status: 403,
    });
    expect(await api.call(user, shippingRules.add, { Name: "New", SupplierId: await api.aSupplier() })).toMatchObject({
      status: 404,
    });
    expect(await api.call(manager, shippingRules.add, { Name: "New", SupplierId: 2_000_000_000 })).toMatchObject({
      status: 404,
    });
  });
});

describe("changing a rule's details", () => {
  const update = (traits: object = {}) =>
    api.call(manager, shippingRules.updateDetails, { ...shippingRuleDetails, ShippingRuleId: rule, ...traits });

  test("stores them, ex GST with four decimals", async () => {
    expect(
      await update({ Name: " Heavy parcels ", SellAnywhereInternationally: true, DefaultInternationalShippingRate: 0 }),
    ).toMatchObject({ status: 200 });
    expect(await stored()).toMatchObject({
      name: "Heavy parcels",
      defaultDomesticRate: 9.0455,
      sellAnywhereInternationally: true,
      defaultInternationalRate: 0,
    });
  });

  test("does not store a rate whose option is off", async () => {
    await update({ DefaultInternationalShippingRate: 12 });
    expect(await stored()).toMatchObject({ sellAnywhereInternationally: false, defaultInternationalRate: null });
    expect(await update({ SellAnywhereDomestically: false, DefaultDomesticShippingRate: null })).toMatchObject({
      status: 200,
    });
    expect(await stored()).toMatchObject({ defaultDomesticRate: null });
  });

  test.each([
    ["Name", { Name: " " }, "This is a required field"],
    ["DefaultDomesticShippingRate", { DefaultDomesticShippingRate: null }, "This is a required field"],
    ["DefaultDomesticShippingRate", { DefaultDomesticShippingRate: -0.01 }, "This must not be less than 0."],
    ["DefaultDomesticShippingRate", { DefaultDomesticShippingRate: 1.23456 }, "Please use no more than four decimals."],
    ["DefaultDomesticShippingRate", { DefaultDomesticShippingRate: 1_000_001 }, "Please enter at most 1,000,000."],
    ["DefaultInternationalShippingRate", { SellAnywhereInternationally: true }, "This is a required field"],
  ])("refuses an invalid %s: %o", async (field, traits, message) => {
    expect(await update(traits)).toMatchObject({ status: 422, problem: { errors: { [field]: [message] } } });
    expect(await stored()).toMatchObject({ name: "Before" });
  });
});

describe("replacing a rule's rates", () => {
  const send = (ShippingRates: object[], user = manager) =>
    api.call(user, shippingRules.upsertRates, { ShippingRuleId: rule, ShippingRates: ShippingRates as never });

  test("stores exactly the submitted rates instead of the previous ones", async () => {
    await send([aRate({ CountryCode: "nz" })]);
    const nsw = { CountryCode: "AU", State: "NSW" };
    expect(
      await send([
        aRate({ ...nsw, QuantityTo: 4, ShippingRatePerItem: 9.0909 }),
        aRate({ ...nsw, QuantityFrom: 5 }),
        aRate(),
      ]),
    ).toMatchObject({
      status: 200,
    });
    expect(await rates()).toMatchObject([
      { countryCode: "AU", state: "NSW", quantityFrom: 1, quantityTo: 4, ratePerItem: 9.0909 },
      { countryCode: "AU", state: "NSW", quantityFrom: 5, quantityTo: null, ratePerItem: 5 },
      { countryCode: null, state: null, quantityFrom: 1, quantityTo: null, ratePerItem: 5 },
    ]);
    expect(await send([])).toMatchObject({ status: 200 });
    expect(await rates()).toEqual([]);
  });

  test.each([
    [
      "a start below 1",
      [aRate({ QuantityFrom: 0 })],
      "0.QuantityFrom",
      "This must be at least 1.",
      "The first tier of a country and state starts at 1.",
    ],
    [
      "a start after 1",
      [aRate({ QuantityFrom: 2 })],
      "0.QuantityFrom",
      "The first tier of a country and state starts at 1.",
    ],
    ["a fraction of an item", [aRate({ QuantityTo: 1.5 })], "0.QuantityTo", "Please enter a whole number."],
    [
      "an end before its start",
      [aRate({ CountryCode: "NZ" }), aRate({ QuantityTo: 0 })],
      "1.QuantityTo",
      "Must be greater than or equal to Quantity From",
    ],
    [
      "an end before its start",
      [aRate({ QuantityTo: 4 }), aRate({ QuantityFrom: 5, QuantityTo: 3 })],
      "1.QuantityTo",
      "Must be greater than or equal to Quantity From",
    ],
    ["two tiers without an end", [aRate(), aRate({ QuantityFrom: 5 })], "0.QuantityTo", "This is required"],
    [
      "a gap",
      [aRate({ QuantityTo: 4 }), aRate({ QuantityFrom: 6 })],
      "1.QuantityFrom",
      expect.stringMatching(/^Must be 5, /),
    ],
    [
      "overlap",
      [aRate({ QuantityTo: 4 }), aRate({ QuantityFrom: 4 })],
      "1.QuantityFrom",
      expect.stringMatching(/^Must be 5, /),
    ],
    [
      "a missing rate",
      [aRate({ ShippingRatePerItem: null })],
      "0.ShippingRatePerItem",
      "Please enter the shipping rate per item ex GST",
    ],
    ["a rate below 0", [aRate({ ShippingRatePerItem: -1 })], "0.ShippingRatePerItem", "This must not be less than 0."],
    [
      "an unknown country",
      [aRate(), aRate({ CountryCode: "XX" })],
      "1.CountryCode",
      "There is no country with the code “XX”.",
    ],
    [
      "a state of another country",
      [aRate({ CountryCode: "AU", State: "OTA" })],
      "0.State",
      "There is no state or territory “OTA” in Australia.",
    ],
    [
      "a state in another letter case",
      [aRate({ CountryCode: "AU", State: "nsw" })],
      "0.State",
      "There is no state or territory “nsw” in Australia.",
    ],
    ["a state without its country", [aRate({ State: "NSW" })], "0.State", "A state needs its country."],
  ])("refuses %s, and reports the row", async (_, list, field, ...messages) => {
    await send([aRate({ ShippingRatePerItem: 7 })]);
    expect(await send(list)).toMatchObject({
      status: 422,
      problem: { errors: { [`ShippingRates.${field}`]: messages } },
    });
    expect(await rates()).toMatchObject([{ ratePerItem: 7 }]);
  });

  test("refuses more than 300", async () => {
    const many = Array.from({ length: 301 }, (_, i) => aRate({ QuantityFrom: i + 1, QuantityTo: i + 1 }));
    expect(await send(many)).toMatchObject({
      status: 422,
      problem: { errors: { ShippingRates: ["A shipping rule has at most 300 rates."] } },
    });
    expect(
      await send(many.slice(1).map((rate, i) => ({ ...rate, QuantityFrom: i + 1, QuantityTo: i + 1 }))),
    ).toMatchObject({ status: 200 });
  });
});

describe("deleting a shipping rule", () => {
  const remove = (user = manager, Id = randomUUID()) =>
    api.call(user, shippingRules.delete, { ShippingRuleId: rule, Id });

  test("removes it with its rates, once", async () => {
    await api.ok(manager, shippingRules.upsertRates, { ShippingRuleId: rule, ShippingRates: [aRate()] });
    const Id = randomUUID();
    for (const _ of [1, 2]) expect(await remove(manager, Id)).toMatchObject({ status: 200 });
    expect(await remove()).toMatchObject({ status: 404 });
    expect([await stored(), await rates()]).toEqual([undefined, []]);
  });

  test("in use is refused with 500 and the list of products, as the contract says, and is not recorded", async () => {
    const ids = [
      await api.aProduct(supplier, { name: "Tray", shippingRuleId: rule }),
      await api.aProduct(supplier, { name: "basket", shippingRuleId: rule }),
    ];
    const user = await staff(4);
    const { status, raw } = await remove(user);
    expect(status).toBe(500);
    expect(raw.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(raw.json()).toEqual([
      { id: ids[1], name: "basket" },
      { id: ids[0], name: "Tray" },
    ]);
    expect(await stored()).toMatchObject({ name: "Before" });
    expect(await db.$count(commands, eq(commands.userId, user.id))).toBe(0);
  });

  test("does not name products of another supplier that use it", async () => {
    await api.aProduct(await api.aSupplier(), { name: "Foreign", shippingRuleId: rule });
    expect(await remove(await staff(4))).toMatchObject({ status: 500, body: [] });
  });
});

describe("a disabled shipping rule", () => {
  test("is shown, but cannot be changed or deleted", async () => {
    await db.update(table).set({ isDisabled: true }).where(eq(table.id, rule));
    expect(await api.ok(manager, shippingRules.get, { id: rule })).toMatchObject({ isDisabled: true, canEdit: true });
    for (const answer of [
      await api.call(manager, shippingRules.updateDetails, { ...shippingRuleDetails, ShippingRuleId: rule }),
      await api.call(manager, shippingRules.upsertRates, { ShippingRuleId: rule, ShippingRates: [] }),
      await api.call(manager, shippingRules.delete, { ShippingRuleId: rule }),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        problem: { message: "This shipping rule is disabled, so it cannot be changed." },
      });
    }
  });
});

test("the list of suppliers shows where a rule can be added", async () => {
  const other = await api.aSupplier({ name: "Banksia" });
  const user = await api.aUser({
    links: [
      { supplier, bits: 4 },
      { supplier: other, bits: 59 },
    ],
  });
  const flags = async (caller: TestUser) =>
    (await api.ok(caller, operations.suppliers.list, { pageSize: 10_000 })).items
      .filter(({ id }) => [supplier, other].includes(id))
      .map(({ name, canManageProducts }) => [name, canManageProducts]);
  expect(await flags(user)).toEqual([
    ["Acacia", true],
    ["Banksia", false],
  ]);
  expect(await flags(manager)).toEqual([
    ["Acacia", true],
    ["Banksia", true],
  ]);
  expect(await flags(await api.aUser({ roles: ["Finance"] }))).toEqual([
    ["Acacia", false],
    ["Banksia", false],
  ]);
});

test("success messages match the specification", () => {
  expect(shippingRuleMessages).toMatchObject({
    saved: "Shipping rule details updated successfully.",
    notSaved: "Oh dear, we could not save the shipping rule details due to an unexpected error.",
    notDeleted: "Oh no - an unexpected error has occurred.",
  });
});
