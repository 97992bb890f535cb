import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shipments as table } from "#api/core/database/schema/index.ts";
import { ShipmentStatus } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { shipments, orders } = operations;

let operator: TestUser;
let marketplace: number;
let supplier: number;
let order: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace("Bazaar");
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia", address: { city: "Fremantle" } });
  order = await api.anOrder(supplier, { marketplaceId: marketplace, marketplaceOrderId: "MK-1" });
});

const aShipment = async (traits: Parameters<typeof api.aShipment>[2] = {}, of = order) =>
  api.aShipment(of, [{ item: await api.aLineItem(of), quantity: 1 }], traits);
const get = (id: number, user = operator) => api.ok(user, shipments.get, { id });

test("a shipment shows its destination, sender, courier and contents", async () => {
  const shippingAddressId = await api.anAddress({
    streetAddress: "5 Queen Street",
    state: "",
    postCode: "1010",
    countryCode: "NZ",
  });
  const sent = await api.anOrder(supplier, {
    marketplaceId: marketplace,
    marketplaceOrderId: "MK-2",
    companyName: "Lee & Co",
    customerPhoneNumber: "(08) 5550 1234",
    orderNotes: "Ring twice.",
    shippingAddressId,
  });
  const basket = await api.aLineItem(sent, { quantity: 3, options: [{ name: "Colour", value: "Red" }] });
  const tray = await api.aLineItem(sent, { productName: "Tray", productSku: "TRAY" });
  await api.aLineItem(sent, { productName: "Another" });
  const items = [
    { item: tray, quantity: 1 },
    { item: basket, quantity: 2 },
  ];
  const createdAt = new Date("2026-03-02T04:05:06.789Z");
  const id = await api.aShipment(sent, items, {
    createdAt,
    courierId: 1,
    trackingNumber: "33 XYZ/1",
    status: ShipmentStatus.dispatched,
  });
  expect(await get(id)).toEqual({
    id,
    orderId: sent,
    marketplaceOrderId: "MK-2",
    createdDate: "2026-03-02T04:05:06.789Z",
    cancelledDate: null,
    customerFirstName: "Ana",
    customerSurname: "Lee",
    companyName: "Lee & Co",
    customerPhoneNumber: "(08) 5550 1234",
    orderNotes: "Ring twice.",
    shippingAddress: expect.objectContaining({ streetAddress: "5 Queen Street", countryName: "New Zealand" }),
    supplierId: supplier,
    supplierName: "Acacia",
    supplierAddress: expect.objectContaining({ city: "Fremantle", countryName: "Australia" }),
    marketplaceId: marketplace,
    marketplaceName: "Bazaar",
    marketplaceLogoId: null,
    slipPrintedDate: null,
    slipPrintedByUserFullName: null,
    courierId: 1,
    courierName: "Australia Post",
    trackingNumber: "33 XYZ/1",
    trackingUrl: "https://auspost.com.au/mypost/track/details/33%20XYZ%2F1",
    status: ShipmentStatus.dispatched,
    canEdit: true,
    lineItems: [
      {
        lineItemId: basket,
        productName: "Woven basket",
        productSku: "BASKET",
        options: [{ id: 1, name: "Colour", value: "Red" }],
        quantity: 2,
      },
      { lineItemId: tray, productName: "Tray", productSku: "TRAY", options: [], quantity: 1 },
    ],
  });
});

test("a new shipment has no tracking, and one with another courier has no tracking page", async () => {
  expect(await get(await aShipment())).toMatchObject({
    courierId: null,
    trackingNumber: "",
    trackingUrl: null,
    status: ShipmentStatus.processing,
  });
  const other = await get(await aShipment({ courierId: 9, trackingNumber: "A-1" }));
  expect(other).toMatchObject({ courierName: "Other", trackingUrl: null });
});

test("a shipment goes to the address of its order, also when that is corrected later", async () => {
  const id = await aShipment();
  expect(await get(id)).toMatchObject({ shippingAddress: null, customerFirstName: "Ana" });
  await api.ok(operator, orders.updateDetails, {
    OrderId: order,
    ShippingAddressId: await api.anAddress({ city: "Perth" }),
    MarketplaceOrderId: "MK-1",
    OrderDate: "2026-03-02T04:05:06Z",
    CustomerFirstName: "Anna",
    CustomerSurname: "Lee",
    CustomerEmail: "ana@example.com",
  });
  expect(await get(id)).toMatchObject({ shippingAddress: { city: "Perth" }, customerFirstName: "Anna" });
});

test("the contents of a cancelled shipment stay readable, also after the items were deleted", async () => {
  const item = await api.aLineItem(order, { productName: "Tray" });
  const id = await api.aShipment(order, [{ item, quantity: 1 }]);
  await api.ok(operator, shipments.cancel, { ShipmentId: id });
  await api.ok(operator, orders.deleteLineItem, { LineItemId: item });
  expect(await get(id)).toMatchObject({
    cancelledDate: expect.any(String),
    canEdit: false,
    lineItems: [{ productName: "Tray", quantity: 1 }],
  });
});

describe("permission to change a shipment", () => {
  const canEdit = async (user: TestUser, id: number) => (await get(id, user)).canEdit;

  test.each([
    ["Administrator", true],
    ["Operator", true],
    ["Finance", false],
    ["Read Only", false],
  ] as const)("%s", async (role, expected) => {
    expect(await canEdit(await api.aUser({ roles: [role] }), await aShipment())).toBe(expected);
  });

  test("of supplier staff follows their permission for orders", async () => {
    const id = await aShipment();
    expect(await canEdit(await api.aUser({ links: [{ supplier, bits: 8 }] }), id)).toBe(true);
    expect(await canEdit(await api.aUser({ links: [{ supplier, bits: 63 - 8 }] }), id)).toBe(false);
  });

  test("is denied to everybody once it is delivered or cancelled", async () => {
    const id = await aShipment();
    for (const traits of [
      { status: ShipmentStatus.delivered },
      { status: ShipmentStatus.dispatched, cancelledAt: new Date() },
    ]) {
      await db.update(table).set(traits).where(eq(table.id, id));
      expect(await canEdit(operator, id)).toBe(false);
    }
  });

  test("is missing for others, who do not find the shipment, nor do staff find unassigned ones", async () => {
    const stranger = await api.aUser({ links: [{ supplier: await api.aSupplier() }] });
    for (const id of [await aShipment(), await aShipment({}, await api.anOrder(null)), 2_000_000_000]) {
      expect(await api.call(stranger, shipments.get, { id })).toMatchObject({ status: 404 });
    }
  });
});

test("the couriers are listed for every signed-in user, each with its tracking page", async () => {
  const couriers = await api.ok(await api.aUser({ roles: [] }), shipments.couriers, {});
  expect(couriers.map(({ name }) => name)).toEqual([
    "Australia Post",
    "StarTrack",
    "Sendle",
    "Aramex",
    "CouriersPlease",
    "TNT",
    "DHL Express",
    "Direct Freight Express",
    "Other",
  ]);
  expect(new Set(couriers.map(({ id }) => id)).size).toBe(9);
  expect(couriers.filter(({ trackingUrl }) => !trackingUrl).map(({ name }) => name)).toEqual(["Other"]);
});
