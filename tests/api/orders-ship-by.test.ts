import { eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { DateTime } from "luxon";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { settleMissingShipBy, shipByFilter } from "#api/areas/shared/ship-by.ts";
import { stateZones } from "#api/core/calendar/working-days.ts";
import { orders as table } from "#api/core/database/schema/index.ts";
import { OrderLineItemStatus, SupplierPermission } from "#contract/enumerations.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { shipByFilters } from "#contract/orders/schema.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { dayAfter, endOfWeek } from "#contract/rules/ship-by.ts";
import { startApi } from "#tests/support/api.ts";
import { newLineItem, newOrder, orderDetails, productShipping, supplierDetails } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { orders, products, suppliers } = operations;

let operator: TestUser;
let marketplace: number;
let supplier: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace("Bazaar");
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia", address: { state: "VIC" } });
});

/** A Monday in Victoria, a week before Melbourne Cup Day. */
const monday = "2026-10-26T01:00:00.000Z";
const get = (id: number, user = operator) => api.ok(user, orders.get, { id });
const shipByOf = async (id: number) => (await get(id)).shipBy;
const place = (more: Partial<SentInput<typeof orders.add>> = {}) =>
  api.ok(operator, orders.add, { ...newOrder(supplier, marketplace), OrderDate: monday, ...more });
const buy = (OrderId: number, ProductId: number | null) =>
  api.ok(operator, orders.addLineItem, { ...newLineItem(OrderId), ProductId });
const handle = (HandlingDays: number | null) =>
  api.ok(operator, suppliers.updateDetails, { ...supplierDetails(supplier), HandlingDays });

describe("the ship-by day", () => {
  test("is two working days after the order, unless supplier or product say otherwise", async () => {
    const usual = await place();
    expect(await get(usual)).toMatchObject({
      shipBy: "2026-10-28",
      shipByIsGiven: false,
      shipByTimeZone: "Australia/Melbourne",
    });
    await handle(4);
    const slow = await place();
    expect(await shipByOf(slow)).toBe("2026-10-30");
    await buy(slow, await api.aProduct(supplier));
    expect(await shipByOf(slow)).toBe("2026-10-30");
    // Melbourne Cup Day, a Tuesday, is not a working day.
    await buy(slow, await api.aProduct(supplier, { handlingDays: 7 }));
    expect(await shipByOf(slow)).toBe("2026-11-05");
  });

  test("of items that all have fewer handling days than the supplier is earlier", async () => {
    await handle(4);
    const id = await place();
    await buy(id, await api.aProduct(supplier, { handlingDays: 0 }));
    expect(await shipByOf(id)).toBe("2026-10-26");
    const item = await buy(id, null);
    expect(await shipByOf(id)).toBe("2026-10-30");
    await api.ok(operator, orders.deleteLineItem, { LineItemId: item });
    expect(await shipByOf(id)).toBe("2026-10-26");
  });

  test("does not move when handling days change, but when an item is added", async () => {
    const product = await api.aProduct(supplier);
    const id = await place();
    await buy(id, product);
    await handle(9);
    await api.ok(operator, products.updateShippingMethod, { ...productShipping(product), HandlingDays: 10 });
    expect(await shipByOf(id)).toBe("2026-10-28");
    await buy(id, product);
    expect(await shipByOf(id)).toBe("2026-11-10");
  });

  test("follows the order's date, and the supplier that an order is assigned to", async () => {
    await handle(1);
    const id = await api.anOrder(null, { orderedAt: new Date(monday), marketplaceId: marketplace });
    const details = orderDetails(id, await api.anAddress());
    await api.ok(operator, orders.updateDetails, { ...details, OrderDate: monday, SupplierId: supplier });
    expect(await get(id)).toMatchObject({ shipBy: "2026-10-27", shipByTimeZone: "Australia/Melbourne" });
    await api.ok(operator, orders.updateDetails, { ...details, OrderDate: "2026-10-30T01:00:00.000Z" });
    expect(await shipByOf(id)).toBe("2026-11-02");
  });

  test("that a marketplace gave stays, whatever happens to the order", async () => {
    const id = await place({ ShipBy: "2026-10-31" });
    await buy(id, await api.aProduct(supplier, { handlingDays: 20 }));
    const details = orderDetails(id, await api.anAddress());
    await api.ok(operator, orders.updateDetails, details);
    expect(await get(id)).toMatchObject({ shipBy: "2026-10-31", shipByIsGiven: true });
  });

  test("can be set and cleared, and is unchanged by senders who leave it out", async () => {
    const id = await place();
    const details = { ...orderDetails(id, await api.anAddress()), OrderDate: monday };
    await api.ok(operator, orders.updateDetails, { ...details, ShipBy: "2026-12-24" });
    await api.ok(operator, orders.updateDetails, details);
    expect(await get(id)).toMatchObject({ shipBy: "2026-12-24", shipByIsGiven: true });
    await api.ok(operator, orders.updateDetails, { ...details, ShipBy: null });
    expect(await get(id)).toMatchObject({ shipBy: "2026-10-28", shipByIsGiven: false });
  });

  test("is refused if it is no day, naming the field", async () => {
    const id = await place();
    const details = orderDetails(id, await api.anAddress());
    for (const ShipBy of ["2026-02-30", "soon", "0001-01-01", "2026-10-28T00:00:00Z"])
      expect(await api.call(operator, orders.updateDetails, { ...details, ShipBy })).toMatchObject({
        status: 422,
        problem: { errors: { ShipBy: ["Please enter a date."] } },
      });
  });

  test("is shown to the supplier's staff, who cannot change it", async () => {
    const id = await place();
    const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.orders }] });
    expect(await get(id, staff)).toMatchObject({ shipBy: "2026-10-28" });
    const details = { ...orderDetails(id, await api.anAddress()), ShipBy: "2027-01-01" };
    expect(await api.call(staff, orders.updateDetails, details)).toMatchObject({ status: 403 });
  });

  test("of orders from before there were such days is filled in, unless they are finished", async () => {
    const [open, finished] = [
      await api.anOrder(supplier, { orderedAt: new Date(monday) }),
      await api.anOrder(supplier, { orderedAt: new Date(monday), isOutstanding: false }),
    ];
    await settleMissingShipBy(api.database, { timeZone: "Australia/Sydney" });
    expect(await shipByOf(open)).toBe("2026-10-28");
    expect(await shipByOf(finished)).toBeNull();
    expect(await settleMissingShipBy(api.database, { timeZone: "Australia/Sydney" })).toBe(0);
  });
});

describe("handling days", () => {
  test.each([-1, 91, 1.5, "two"])("of %j are refused, naming the field", async (HandlingDays) => {
    const wrong = { status: 422, problem: { errors: { HandlingDays: ["Please enter whole days, from 0 to 90."] } } };
    const input = { ...supplierDetails(supplier), HandlingDays } as never;
    expect(await api.call(operator, suppliers.updateDetails, input)).toMatchObject(wrong);
    const product = { ...productShipping(await api.aProduct(supplier)), HandlingDays } as never;
    expect(await api.call(operator, products.updateShippingMethod, product)).toMatchObject(wrong);
  });

  test("can be changed by the supplier's staff who may edit its details", async () => {
    const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.generalDetails }] });
    await api.ok(staff, suppliers.updateDetails, { ...supplierDetails(supplier), HandlingDays: 0 });
    expect(await api.ok(staff, suppliers.get, { id: supplier })).toMatchObject({ handlingDays: 0 });
    await api.ok(staff, suppliers.updateDetails, { ...supplierDetails(supplier), HandlingDays: null });
    expect(await api.ok(staff, suppliers.get, { id: supplier })).toMatchObject({ handlingDays: null });
  });
});

describe("the status of an order", () => {
  const { processing, waitingOnStock, partiallyFilled, complete, cancelled } = OrderLineItemStatus;
  const statusOf = async (id: number) => (await get(id)).status;
  const listed = async (status: number) =>
    (await api.ok(operator, orders.list, { supplierId: supplier, status })).items.map(({ id }) => id);

  test("follows its items, and the list can be filtered by it", async () => {
    const id = await place();
    const other = await place();
    expect(await statusOf(id)).toBe(processing);
    const item = await buy(id, null);
    const waiting = { Status: waitingOnStock, ExpectedInStockDate: "2030-12-01", OrderNotes: "", SupplierNotes: "" };
    await api.ok(operator, orders.updateLineItem, { LineItemId: item, ...waiting });
    expect(await statusOf(id)).toBe(waitingOnStock);
    expect(await listed(waitingOnStock)).toEqual([id]);
    expect(await listed(processing)).toEqual([other]);
    await api.ok(operator, operations.shipments.add, {
      OrderId: id,
      Items: [{ LineItemId: item, QuantityToShip: 1 }],
    });
    expect(await statusOf(id)).toBe(partiallyFilled);
    await api.ok(operator, orders.cancelLineItems, { OrderId: id });
    expect(await statusOf(id)).toBe(complete);
    const gone = await buy(other, null);
    await api.ok(operator, orders.cancelLineItems, { OrderId: other, LineItemIds: [gone] });
    expect(await listed(cancelled)).toEqual([other]);
  });
});

describe("the filter of what is late or due", () => {
  /** One outstanding order for each time zone and day, and a finished one for each day. */
  const days = ["2026-10-02", "2026-10-03", "2026-10-04", "2026-10-05", "2026-10-06", "2026-10-11", "2026-10-12"];
  const zones = [...new Set(Object.values(stateZones)), "Pacific/Auckland"];
  const made: { id: number; shipBy: string; zone: string; isOutstanding: boolean }[] = [];
  beforeAll(async () => {
    const wanted = days.flatMap((shipBy) =>
      [true, false].flatMap((isOutstanding) => zones.map((zone) => ({ shipBy, zone, isOutstanding }))),
    );
    for (const each of wanted) {
      const { zone: shipByTimeZone, ...row } = each;
      made.push({ ...each, id: await api.anOrder(null, { ...row, shipByTimeZone, marketplaceId: marketplace }) });
    }
  });

  const isWanted = {
    late: (day: string, today: string) => day < today,
    today: (day: string, today: string) => day === today,
    week: (day: string, today: string) => day >= today && day <= endOfWeek(today),
  };

  test("compares each order with the day of its own time zone, also in the nights of daylight saving", async () => {
    const night = Date.parse("2026-10-04");
    const moments = fc.integer({ min: -40 * 60, max: 40 * 60 }).map((minutes) => new Date(night + minutes * 60_000));
    await fc.assert(
      fc.asyncProperty(moments, fc.constantFrom(...shipByFilters), async (now, which) => {
        const found = await db
          .select({ id: table.id })
          .from(table)
          .where(shipByFilter(which, now, { timeZone: "Pacific/Auckland" }));
        const expected = made.filter(
          ({ shipBy, zone, isOutstanding }) =>
            isOutstanding && isWanted[which](shipBy, DateTime.fromJSDate(now).setZone(zone).toISODate() ?? ""),
        );
        const ofThese = found.filter(({ id }) => made.some((order) => order.id === id));
        expect(new Set(ofThese)).toEqual(new Set(expected.map(({ id }) => ({ id }))));
      }),
      { numRuns: 60 },
    );
  });

  test("of the list uses today", async () => {
    const today = dayOf(new Date().toISOString(), "Australia/Perth");
    const [late, due] = [dayAfter(today, -1), today].map((shipBy) => ({
      shipBy,
      shipByTimeZone: "Australia/Perth",
      marketplaceId: marketplace,
    }));
    const lateId = await api.anOrder(supplier, late);
    const dueId = await api.anOrder(supplier, due);
    const listed = async (shipBy: (typeof shipByFilters)[number]) =>
      (await api.ok(operator, orders.list, { supplierId: supplier, shipBy })).items.map(({ id }) => id);
    expect(await listed("late")).toEqual([lateId]);
    expect(await listed("today")).toEqual([dueId]);
    expect(await listed("week")).toEqual([dueId]);
    await db
      .update(table)
      .set({ isOutstanding: false })
      .where(inArray(table.id, [lateId]));
    expect(await listed("late")).toEqual([]);
    await db.delete(table).where(eq(table.id, dueId));
  });
});
