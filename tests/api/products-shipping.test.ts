import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { marketplaceProducts, products as table } from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { productShipping } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { products } = operations;

let manager: TestUser;
let supplier: number;
let product: number;
beforeAll(async () => {
  manager = await api.aUser({ roles: ["Catalogue Manager"] });
});
beforeEach(async () => {
  supplier = await api.aSupplier();
  product = await api.aProduct(supplier);
});

const measured = {
  shippingPackageWeight: 0.5,
  shippingPackageHeight: 10,
  shippingPackageWidth: 20,
  shippingPackageDepth: 30,
};

const send = (traits: object, id = product) =>
  api.call(manager, products.updateShippingMethod, { ...productShipping(id), ...traits });
const refused = async (traits: object, id = product) => {
  const { status, problem } = await send(traits, id);
  expect(status).toBe(422);
  return problem.errors;
};
const shown = async (id = product) => (await api.ok(manager, products.get, { id })).shippingMethod;

describe("a flat rate", () => {
  test("is stored with its domestic and international rate", async () => {
    expect(await send({ AllowShippingInternationally: true, InternationalFlatRate: 18.1818 })).toMatchObject({
      status: 200,
    });
    expect(await shown()).toMatchObject({
      shippingMethod: 0,
      domesticFlatRate: 9.0455,
      allowShippingInternationally: true,
      internationalFlatRate: 18.1818,
      shippingRuleId: null,
      shippingNotes: "Leaves within two days.",
    });
  });

  test("may be 0, but must be entered", async () => {
    expect(
      await send({ DomesticFlatRate: 0, AllowShippingInternationally: true, InternationalFlatRate: 0 }),
    ).toMatchObject({ status: 200 });
    expect(await refused({ DomesticFlatRate: null, AllowShippingInternationally: true })).toEqual({
      DomesticFlatRate: ["Please enter the default shipping rate for Australian orders"],
      InternationalFlatRate: ["This is a required field"],
    });
  });

  test("without international shipping stores no international rate and no rule", async () => {
    const ShippingRuleId = await api.aShippingRule({ supplierId: supplier });
    expect(await send({ InternationalFlatRate: 18, ShippingRuleId })).toMatchObject({ status: 200 });
    expect(await shown()).toMatchObject({
      allowShippingInternationally: false,
      internationalFlatRate: null,
      shippingRuleId: null,
    });
  });
});

describe("a carrier", () => {
  const carrier = { ShippingMethod: 1 };
  const noCarrier = {
    ShippingMethod: [
      "In order to use shippit, the supplier this product belongs to must have a shippit account configured.",
      "No carrier is connected, so please choose another shipping method.",
    ],
  };
  const noSize = {
    ShippingMethod: [
      "To use shippit, some additional information is required: the weight and the dimensions of the package.",
    ],
  };

  test("requires a Shippit account of the supplier", async () => {
    const id = await api.aProduct(await api.aSupplier({ carrierKeySealed: null }), measured);
    expect(await refused(carrier, id)).toEqual(noCarrier);
    expect(await shown(id)).toMatchObject({ shippingMethod: null, enabledForShippit: false });
  });

  test("requires the product's dimensions, and stores no rates", async () => {
    const packing = await api.aSupplier({ carrierKeySealed: "sealed" });
    const traits = { domesticFlatRate: 5, shippingMethod: 0 };
    expect(
      await refused(carrier, await api.aProduct(packing, { ...measured, ...traits, shippingPackageDepth: null })),
    ).toEqual(noSize);
    const id = await api.aProduct(packing, { ...measured, ...traits });
    expect(await send({ ...carrier, AllowShippingInternationally: true, InternationalFlatRate: 18 }, id)).toMatchObject(
      { status: 200 },
    );
    expect(await shown(id)).toMatchObject({
      shippingMethod: 1,
      domesticFlatRate: null,
      allowShippingInternationally: false,
      internationalFlatRate: null,
      enabledForShippit: true,
    });
  });

  test("requires at least one variant, and the dimensions of every variant", async () => {
    const id = await api.aProduct(await api.aSupplier({ carrierKeySealed: "sealed" }), { hasVariants: true });
    expect(await refused(carrier, id)).toEqual(noSize);
    await api.aVariant(id, { combination: "1", ...measured });
    expect(await send(carrier, id)).toMatchObject({ status: 200 });
    await api.aVariant(id, { combination: "2", ...measured, shippingPackageWeight: null });
    expect(await refused(carrier, id)).toEqual(noSize);
  });
});

describe("a shipping rule", () => {
  const refusal = { ShippingRuleId: ["Please select a shipping rule or create a new one here."] };

  test("must belong to the same supplier and must not be disabled", async () => {
    const own = await api.aShippingRule({ supplierId: supplier, name: "Parcels" });
    const others = await api.aShippingRule({ supplierId: await api.aSupplier() });
    const disabled = await api.aShippingRule({ supplierId: supplier, isDisabled: true });
    for (const ShippingRuleId of [null, others, disabled, 2_000_000_000])
      expect(await refused({ ShippingMethod: 2, ShippingRuleId })).toEqual(refusal);
    expect(await send({ ShippingMethod: 2, ShippingRuleId: own })).toMatchObject({ status: 200 });
    expect(await shown()).toMatchObject({
      shippingMethod: 2,
      shippingRuleId: own,
      shippingRuleName: "Parcels",
      domesticFlatRate: null,
    });
  });
});

test("shipping notes are required", async () => {
  expect(await refused({ ShippingNotes: " " })).toEqual({
    ShippingNotes: [
      "Please enter information about how long it takes to ship the product once an order is received and any other special delivery instructions.",
    ],
  });
});

test("a referral product has no shipping", async () => {
  const id = await api.aProduct(supplier, { isReferralProduct: true });
  expect(await send({}, id)).toMatchObject({
    status: 409,
    problem: { message: expect.stringContaining("referral product") },
  });
});

test("an approved product stays approved, and its marketplace is synchronised once", async () => {
  const marketplaceId = await api.aMarketplace();
  const id = await api.aProduct(supplier, { on: [{ marketplaceId, status: 2 }] });
  const user = await api.aUser({ links: [{ supplier, bits: 4 }] });
  const listing = async () =>
    (await db.select().from(marketplaceProducts).where(eq(marketplaceProducts.productId, id)))[0];
  await api.ok(user, products.updateShippingMethod, productShipping(id));
  expect(await listing()).toMatchObject({ status: 2, syncStatus: 1 });
  await db.update(marketplaceProducts).set({ syncStatus: 0 }).where(eq(marketplaceProducts.productId, id));
  await api.ok(user, products.updateShippingMethod, productShipping(id));
  expect(await listing()).toMatchObject({ status: 2, syncStatus: 0 });
});

test("a refused change has no effect", async () => {
  const before = await db.select().from(table).where(eq(table.id, product));
  await refused({ ShippingMethod: 1 });
  expect(await db.select().from(table).where(eq(table.id, product))).toEqual(before);
});
