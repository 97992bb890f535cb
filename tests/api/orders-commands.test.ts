import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orders as table } from "#api/core/database/schema/index.ts";
import { noId } from "#contract/fields.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { newOrder, orderDetails } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { orders } = operations;

let operator: TestUser;
let marketplace: number;
let supplier: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace("Bazaar");
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia" });
});

const stored = async (id: number) => (await db.select().from(table).where(eq(table.id, id)))[0];

describe("adding an order", () => {
  test("creates an outstanding order with the current date, once per Id", async () => {
    const before = Date.now();
    const input = {
      Id: randomUUID(),
      ...newOrder(supplier, marketplace),
      Name: " PHONE-7 ",
      CustomerFirstName: " Ana ",
    };
    const id = await api.ok(operator, orders.add, input);
    expect(await api.ok(operator, orders.add, input)).toBe(id);
    const order = await stored(id);
    expect(order).toMatchObject({
      name: "PHONE-7",
      marketplaceOrderId: "PHONE-7",
      supplierId: supplier,
      marketplaceId: marketplace,
      customerFirstName: "Ana",
      customerSurname: "Lee",
      customerEmail: "ana@example.com",
      customerPhoneNumber: "(08) 5550 1234",
      shippingAddressId: null,
      supplierNotifiedAt: null,
      isOutstanding: true,
    });
    expect(Number(order?.orderedAt)).toBeGreaterThanOrEqual(before);
    expect(Number(order?.orderedAt)).toBeLessThanOrEqual(Date.now());
    expect(await db.$count(table, eq(table.supplierId, supplier))).toBe(1);
  });

  test.each([
    ["in the morning, when it is the day before in UTC", "2026-11-22T15:38:00Z", "20261123"],
    ["at the last moment of a day", "2026-11-22T12:59:59.999Z", "20261122"],
    ["at the first moment of a day", "2026-11-22T13:00:00Z", "20261123"],
    ["at the last moment before the night when daylight saving begins", "2026-10-03T13:59:59.999Z", "20261003"],
    ["in the night when daylight saving begins", "2026-10-03T16:30:00Z", "20261004"],
    ["at the end of the day on which daylight saving began", "2026-10-04T12:59:59.999Z", "20261004"],
    ["at the first moment of the night when daylight saving ends", "2027-04-03T13:00:00Z", "20270404"],
    ["at the end of the day on which daylight saving ended", "2027-04-04T13:59:59.999Z", "20270404"],
  ])("names it after its date in Sydney: %s", async (_, OrderDate, day) => {
    const id = await api.ok(operator, orders.add, { ...newOrder(supplier, marketplace), Name: "", OrderDate });
    expect(await stored(id)).toMatchObject({ name: `M-${day}-${id}`, marketplaceOrderId: `M-${day}-${id}` });
  });

  test("names it after its date and its id when no name is given", async () => {
    for (const Name of [undefined, "  "]) {
      const id = await api.ok(operator, orders.add, {
        ...newOrder(supplier, marketplace),
        Name,
        OrderDate: "2026-03-02T08:30:00.5+10:00",
      });
      expect(await stored(id)).toMatchObject({
        name: `M-20260302-${id}`,
        marketplaceOrderId: `M-20260302-${id}`,
        orderedAt: new Date("2026-03-01T22:30:00.500Z"),
      });
    }
  });

  test.each([
    ["SupplierId", { SupplierId: undefined }, "Please select the supplier for this order"],
    ["SupplierId", { SupplierId: "" }, "Please select the supplier for this order"],
    ["SupplierId", { SupplierId: 2_000_000_000 }, "Please select the supplier for this order"],
    ["MarketplaceId", { MarketplaceId: null }, "Please select the marketplace for this order"],
    ["MarketplaceId", { MarketplaceId: 2_000_000_000 }, "Please select the marketplace for this order"],
    ["Name", { Name: "x".repeat(51) }, "Please use no more than 50 characters."],
    ["OrderDate", { OrderDate: "tomorrow" }, "Please enter a date and a time."],
    ["OrderDate", { OrderDate: "0000-01-01T00:00:00Z" }, "Please enter a date and a time."],
    ["OrderDate", { OrderDate: "9999-12-31T23:59:59-10:00" }, "Please enter a date and a time."],
    ["CustomerFirstName", { CustomerFirstName: " " }, "This is a required field"],
    ["CustomerFirstName", { CustomerFirstName: "x".repeat(101) }, "Please use no more than 100 characters."],
    ["CustomerSurname", { CustomerSurname: undefined }, "This is a required field"],
    ["CustomerSurname", { CustomerSurname: "x".repeat(101) }, "Please use no more than 100 characters."],
    ["CustomerEmail", { CustomerEmail: "" }, "Please enter a valid email address"],
    ["CustomerEmail", { CustomerEmail: "ana" }, "Please enter a valid email address"],
    ["CustomerEmail", { CustomerEmail: "ana@example.com,bo@example.com" }, "Please enter a valid email address"],
    ["CustomerEmail", { CustomerEmail: `${"x".repeat(250)}@a.example` }, "Please use no more than 256 characters."],
    ["CustomerPhoneNumber", { CustomerPhoneNumber: "" }, "This is a required field"],
    ["CustomerPhoneNumber", { CustomerPhoneNumber: "0".repeat(26) }, "Please use no more than 25 characters."],
  ])("refuses an invalid %s: %o", async (field, traits, message) => {
    const answer = await api.call(operator, orders.add, { ...newOrder(supplier, marketplace), ...traits } as never);
    expect(answer).toMatchObject({ status: 422, problem: { errors: { [field]: expect.arrayContaining([message]) } } });
    expect(Object.keys(answer.problem.errors ?? {})).toEqual([field]);
    expect(await db.$count(table, eq(table.supplierId, supplier))).toBe(0);
  });
});

describe("changing the details of an order", () => {
  let order: number;
  let address: string;
  beforeEach(async () => {
    order = await api.anOrder(supplier, { marketplaceId: marketplace, name: "M-1", marketplaceOrderId: "Before" });
    address = await api.anAddress();
  });
  const update = (traits: object = {}, user = operator) =>
    api.call(user, orders.updateDetails, { ...orderDetails(order, address), ...traits });

  test("stores all of them trimmed, and leaves the name, supplier and marketplace unchanged", async () => {
    expect(
      await update({
        MarketplaceOrderId: " MK-1001 ",
        CustomerSurname: " Lee-Moe ",
        CompanyName: " Lee & Co ",
        OrderNotes: " Ring twice.\n",
      }),
    ).toMatchObject({
      status: 200,
    });
    expect(await stored(order)).toMatchObject({
      name: "M-1",
      supplierId: supplier,
      marketplaceId: marketplace,
      marketplaceOrderId: "MK-1001",
      orderedAt: new Date("2026-03-02T04:05:06.000Z"),
      customerFirstName: "Ana",
      customerSurname: "Lee-Moe",
      customerEmail: "ana@example.com",
      customerPhoneNumber: "(08) 5550 1234",
      companyName: "Lee & Co",
      orderNotes: "Ring twice.",
      shippingAddressId: address,
    });
  });

  test("clears optional fields", async () => {
    await update({ CompanyName: "Lee & Co" });
    expect(await update({ CustomerPhoneNumber: "", CompanyName: null, OrderNotes: undefined })).toMatchObject({
      status: 200,
    });
    expect(await stored(order)).toMatchObject({ customerPhoneNumber: "", companyName: "", orderNotes: "" });
  });

  test.each([
    ["MarketplaceOrderId", { MarketplaceOrderId: " " }, "This is a required field"],
    ["MarketplaceOrderId", { MarketplaceOrderId: "x".repeat(51) }, "Please use no more than 50 characters."],
    ["OrderDate", { OrderDate: "" }, "Please enter a date and a time."],
    ["OrderDate", { OrderDate: null }, "Please enter a date and a time."],
    ["CustomerFirstName", { CustomerFirstName: "" }, "This is a required field"],
    ["CustomerFirstName", { CustomerFirstName: "x".repeat(101) }, "Please use no more than 100 characters."],
    ["CustomerSurname", { CustomerSurname: "" }, "This is a required field"],
    ["CustomerSurname", { CustomerSurname: "x".repeat(101) }, "Please use no more than 100 characters."],
    ["CustomerEmail", { CustomerEmail: "ana@" }, "Please enter a valid email address"],
    ["CustomerEmail", { CustomerEmail: `${"x".repeat(250)}@a.example` }, "Please use no more than 256 characters."],
    ["CustomerPhoneNumber", { CustomerPhoneNumber: "0".repeat(26) }, "Please use no more than 25 characters."],
    ["CompanyName", { CompanyName: "x".repeat(101) }, "Please use no more than 100 characters."],
    ["ShippingAddressId", { ShippingAddressId: noId }, "This is a required field"],
    ["ShippingAddressId", { ShippingAddressId: randomUUID() }, "Please enter the address."],
    ["OrderNotes", { OrderNotes: "x".repeat(2_001) }, "Please use no more than 2,000 characters."],
  ])("refuses an invalid %s: %o", async (field, traits, message) => {
    const answer = await update(traits);
    expect(answer).toMatchObject({ status: 422, problem: { errors: { [field]: expect.arrayContaining([message]) } } });
    expect(await stored(order)).toMatchObject({ marketplaceOrderId: "Before" });
  });

  test("is allowed to operators, also for an unassigned order", async () => {
    expect(await update({}, await api.aUser({ links: [{ supplier }] }))).toMatchObject({ status: 403 });
    expect(await update({}, await api.aUser({ links: [{ supplier: await api.aSupplier() }] }))).toMatchObject({
      status: 404,
    });
    expect(await update({ OrderId: 2_000_000_000 })).toMatchObject({ status: 404 });
    const orphan = await api.anOrder(null);
    expect(await update({ OrderId: orphan })).toMatchObject({ status: 200 });
    expect(await stored(orphan)).toMatchObject({ supplierId: null, marketplaceOrderId: "MK-1001" });
  });

  describe("of an unassigned order", () => {
    test("assigns a supplier once", async () => {
      const orphan = await api.anOrder(null);
      await api.aShipment(orphan, [{ item: await api.aLineItem(orphan), quantity: 1 }]);
      const assign = (SupplierId: number) => update({ OrderId: orphan, SupplierId });
      expect(await assign(2_000_000_000)).toMatchObject({
        status: 422,
        problem: { errors: { SupplierId: ["Please select the supplier for this order"] } },
      });
      expect(await assign(supplier)).toMatchObject({ status: 200 });
      expect(await assign(supplier)).toMatchObject({ status: 200 });
      const taken = { SupplierId: ["This order already has a supplier, which cannot be changed."] };
      expect(await assign(await api.aSupplier())).toMatchObject({ status: 422, problem: { errors: taken } });
      expect(await update({ OrderId: orphan })).toMatchObject({ status: 200 });
      expect(await stored(orphan)).toMatchObject({ supplierId: supplier });
      const { items } = await api.ok(await api.aUser({ links: [{ supplier }] }), operations.shipments.list, {});
      expect(items).toMatchObject([{ orderId: orphan, supplierId: supplier }]);
    });

    test("refuses a supplier whose products are not in the order", async () => {
      const orphan = await api.anOrder(null);
      await api.aLineItem(orphan, {
        productId: await api.aProduct(await api.aSupplier()),
        productName: "Woven basket",
      });
      const wrong = { SupplierId: ["“Woven basket” in this order belongs to another supplier."] };
      expect(await update({ OrderId: orphan, SupplierId: supplier })).toMatchObject({
        status: 422,
        problem: { errors: wrong },
      });
      expect(await stored(orphan)).toMatchObject({ supplierId: null });
    });
  });
});
