import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderTransactions, products, shipments as table } from "#api/core/database/schema/index.ts";
import { OrderLineItemStatus, ShipmentStatus, TransactionType } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { adjustment, newLineItem, shipmentDetails } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { shipments, orders } = operations;
const { waitingOnStock, processing, partiallyFilled, complete, cancelled } = OrderLineItemStatus;

let operator: TestUser;
let marketplace: number;
let supplier: number;
let order: number;
/** An item ordered three times. */
let item: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace();
});
beforeEach(async () => {
  supplier = await api.aSupplier();
  order = await api.anOrder(supplier, { marketplaceId: marketplace });
  item = await api.aLineItem(order, { quantity: 3 });
});

type Quantities = [lineItem: number, quantity: number][];
const shipping = (...items: Quantities) => ({
  OrderId: order,
  Items: items.map(([LineItemId, QuantityToShip]) => ({ LineItemId, QuantityToShip })),
});
const ship = (...items: Quantities) => api.ok(operator, shipments.add, shipping(...items));
const tryToShip = (...items: Quantities) => api.call(operator, shipments.add, shipping(...items));
const cancel = (ShipmentId: number, user = operator) => api.call(user, shipments.cancel, { ShipmentId });
const shownOrder = () => api.ok(operator, orders.get, { id: order });
const shown = async (id = item) => {
  const line = (await shownOrder()).lineItems.find((each) => each.id === id);
  if (!line) throw new Error("The line item is not in its order.");
  return line;
};
const isOutstanding = async () =>
  (await api.ok(operator, orders.list, { supplierId: supplier, outstandingOrdersOnly: true })).totalCount === 1;
const madeCount = () => db.$count(table, eq(table.orderId, order));

describe("adding a shipment", () => {
  test("ships the selected quantities, once per Id, and leaves the rest owed", async () => {
    const tray = await api.aLineItem(order, { productName: "Tray" });
    const before = Date.now();
    const input = { Id: randomUUID(), ...shipping([item, 2], [tray, 0]) };
    const id = await api.ok(operator, shipments.add, input);
    expect(await api.ok(operator, shipments.add, input)).toBe(id);
    expect(await madeCount()).toBe(1);
    const shipment = await api.ok(operator, shipments.get, { id });
    expect(shipment).toMatchObject({
      orderId: order,
      status: ShipmentStatus.processing,
      courierId: null,
      trackingNumber: "",
      canEdit: true,
    });
    expect(shipment.lineItems).toMatchObject([{ lineItemId: item, quantity: 2 }]);
    expect(Date.parse(shipment.createdDate)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(shipment.createdDate)).toBeLessThanOrEqual(Date.now());
    expect(await shown()).toMatchObject({ quantity: { ordered: 3, adjusted: 3, owed: 1 } });
    expect(await shown(tray)).toMatchObject({ quantity: { owed: 2 }, status: processing });
  });

  test("adds a transaction without amounts to each item, with the user and the time of the shipment", async () => {
    const user = await api.aUser({ links: [{ supplier, bits: 8 }] });
    const id = await api.ok(user, shipments.add, shipping([item, 2]));
    const [, ...later] = (await shown()).transactions;
    expect(later).toMatchObject([
      {
        transactionDate: (await api.ok(operator, shipments.get, { id })).createdDate,
        transactionType: TransactionType.shipment,
        quantity: 2,
        purchaseAmountExTax: 0,
        purchaseAmountTax: 0,
        commissionAmountExTax: 0,
        commissionAmountTax: 0,
        shippingAmountExTax: 0,
        shippingAmountTax: 0,
      },
    ]);
    expect(
      await db.$count(
        orderTransactions,
        and(eq(orderTransactions.lineItemId, item), eq(orderTransactions.userId, user.id)),
      ),
    ).toBe(1);
  });

  test("makes an item partially filled, then complete, and completes the order with its last item", async () => {
    await api.ok(operator, orders.updateLineItem, {
      LineItemId: item,
      Status: waitingOnStock,
      ExpectedInStockDate: "2030-03-09",
    });
    const tray = await api.aLineItem(order);
    await ship([item, 2]);
    expect([await shown(), await isOutstanding()]).toMatchObject([
      { status: partiallyFilled, expectedInStockDate: null },
      true,
    ]);
    await ship([item, 1]);
    expect([(await shown()).status, await isOutstanding()]).toEqual([complete, true]);
    await ship([tray, 2]);
    expect([(await shown(tray)).status, await isOutstanding()]).toEqual([complete, false]);
  });

  test("ships exactly what is owed after adjustments", async () => {
    const adjust = (quantity: number) =>
      api.ok(operator, orders.addLineItemAdjustment, { ...adjustment(item), QuantityAdjustment: quantity });
    await adjust(2);
    await ship([item, 4]);
    await adjust(-1);
    expect((await shown()).status).toBe(complete);
    expect(await tryToShip([item, 1])).toMatchObject({ status: 422 });
    await adjust(1);
    await ship([item, 1]);
    expect(await shown()).toMatchObject({ status: complete, quantity: { adjusted: 5, owed: 0 } });
  });

  test("leaves stock unchanged, because the order already took it", async () => {
    const product = await api.aProduct(supplier, { manageStock: true, stockQuantity: 10 });
    const bought = await api.ok(operator, orders.addLineItem, {
      ...newLineItem(order),
      ProductId: product,
      Quantity: 3,
    });
    const id = await ship([bought, 3]);
    await cancel(id);
    expect(await db.select({ stock: products.stockQuantity }).from(products).where(eq(products.id, product))).toEqual([
      { stock: 7 },
    ]);
  });

  test("is possible for operators in an unassigned order", async () => {
    order = await api.anOrder(null);
    item = await api.aLineItem(order);
    await ship([item, 2]);
    expect((await shown()).status).toBe(complete);
  });
});

describe("a shipment is refused", () => {
  const refused = async (items: Quantities, errors: Record<string, string[]>) => {
    const before = (await shownOrder()).lineItems;
    const { status, problem } = await tryToShip(...items);
    expect([status, problem.errors]).toEqual([422, errors]);
    expect([(await shownOrder()).lineItems, await madeCount()]).toEqual([before, 0]);
  };

  test("if it exceeds what is owed for any item, also for the other items", async () => {
    const tray = await api.aLineItem(order);
    const gone = await api.aLineItem(order);
    await api.ok(operator, orders.addLineItemAdjustment, {
      ...adjustment(gone),
      QuantityAdjustment: -2,
      AmountsStayOwed: true,
    });
    await refused(
      [
        [tray, 1],
        [item, 4],
        [gone, 1],
      ],
      {
        "Items.1.QuantityToShip": ["Only 3 left to ship."],
        "Items.2.QuantityToShip": ["There is nothing left to ship for this item."],
      },
    );
    expect((await shown(gone)).status).toBe(cancelled);
  });

  test("if it is empty", async () => {
    const tray = await api.aLineItem(order);
    await refused([], { Items: ["Select at least one item"] });
    await refused(
      [
        [item, 0],
        [tray, 0],
      ],
      { "Items.0.QuantityToShip": ["Please enter how many to ship: all quantities are 0."] },
    );
  });

  test.each([
    [-1, "Please enter a whole number, at least 0."],
    [0.5, "Please enter a whole number, at least 0."],
    ["2", "Please enter a whole number, at least 0."],
    [null, "Please enter a whole number, at least 0."],
    [10_000, "Please enter at most 9,999."],
  ])("with a quantity of %j", async (quantity, message) => {
    await refused([[item, quantity as number]], { "Items.0.QuantityToShip": [message] });
  });

  test("if it names an item twice", async () => {
    await refused(
      [
        [item, 1],
        [item, 1],
      ],
      { "Items.1.LineItemId": ["This item is listed twice."] },
    );
  });

  test("for an item of another order, a deleted item and an unknown item", async () => {
    const elsewhere = await api.aLineItem(await api.anOrder(supplier));
    const gone = await api.aLineItem(order);
    await api.ok(operator, orders.deleteLineItem, { LineItemId: gone });
    for (const stray of [elsewhere, gone, 2_000_000_000]) {
      await refused(
        [
          [item, 1],
          [stray, 1],
        ],
        { "Items.1.LineItemId": ["This item is no longer in the order."] },
      );
    }
  });

  test("with 403 for users without permission who see the order, and with 404 for others", async () => {
    const status = async (user: TestUser) => (await api.call(user, shipments.add, shipping([item, 1]))).status;
    expect(await status(await api.aUser({ links: [{ supplier, bits: 63 - 8 }] }))).toBe(403);
    expect(await status(await api.aUser({ roles: ["Finance"] }))).toBe(403);
    expect(await status(await api.aUser({ links: [{ supplier: await api.aSupplier() }] }))).toBe(404);
    order = 2_000_000_000;
    expect(await status(operator)).toBe(404);
  });
});

describe("changing a shipment", () => {
  let shipment: number;
  beforeEach(async () => {
    shipment = await ship([item, 2]);
  });
  const update = (traits: object = {}, user = operator) =>
    api.call(user, shipments.update, { ...shipmentDetails(shipment), ...traits } as never);
  const stored = () => api.ok(operator, shipments.get, { id: shipment });

  test("stores courier, tracking number and status, trimmed, and leaves the ledger unchanged", async () => {
    const before = (await shown()).transactions;
    expect(await update({ CourierId: "3", TrackingNumber: " S-1 ", Status: "2" })).toMatchObject({ status: 200 });
    expect(await stored()).toMatchObject({
      courierId: 3,
      courierName: "Sendle",
      trackingNumber: "S-1",
      status: ShipmentStatus.dispatched,
    });
    expect((await shown()).transactions).toEqual(before);
  });

  test("shows the courier of the last shipment on each item of the order", async () => {
    const tracking = async () => {
      const { courierId, trackingNumber } = await shown();
      return [courierId, trackingNumber];
    };
    expect(await tracking()).toEqual([undefined, undefined]);
    await update();
    const last = await ship([item, 1]);
    expect(await tracking(), "the last one has no courier yet").toEqual([1, "33XYZ0001"]);
    await api.ok(operator, shipments.update, { ...shipmentDetails(last), CourierId: 3, TrackingNumber: "S-1" });
    expect(await tracking()).toEqual([3, "S-1"]);
    await cancel(last);
    expect(await tracking()).toEqual([1, "33XYZ0001"]);
  });

  test("can advance the status up to delivered, and not back", async () => {
    for (const Status of [ShipmentStatus.dispatched, ShipmentStatus.processing, ShipmentStatus.delivered]) {
      expect(await update({ Status })).toMatchObject({ status: 200 });
    }
    const before = await stored();
    const closed = { status: 409, problem: { message: "This shipment is delivered, so it can no longer be changed." } };
    expect(await update({ Status: ShipmentStatus.dispatched })).toMatchObject(closed);
    expect(await cancel(shipment)).toMatchObject(closed);
    expect(await stored()).toEqual(before);
  });

  test("keeps the status Awaiting Pickup until another one is selected", async () => {
    await db.update(table).set({ status: ShipmentStatus.awaitingPickup }).where(eq(table.id, shipment));
    expect(await update({ Status: ShipmentStatus.awaitingPickup, TrackingNumber: "A-2" })).toMatchObject({
      status: 200,
    });
    expect(await stored()).toMatchObject({ status: ShipmentStatus.awaitingPickup, trackingNumber: "A-2" });
    expect(await update()).toMatchObject({ status: 200 });
    expect(await update({ Status: ShipmentStatus.awaitingPickup })).toMatchObject({ status: 422 });
  });

  test.each([
    ["CourierId", { CourierId: undefined }, "Please select the courier."],
    ["CourierId", { CourierId: "" }, "Please select the courier."],
    ["CourierId", { CourierId: 10 }, "Please select the courier."],
    ["TrackingNumber", { TrackingNumber: "  " }, "This is a required field"],
    ["TrackingNumber", { TrackingNumber: undefined }, "This is a required field"],
    ["TrackingNumber", { TrackingNumber: "1".repeat(51) }, "Please use no more than 50 characters."],
    ["TrackingNumber", { TrackingNumber: "Ü-1" }, "A barcode holds plain letters, digits and signs only."],
    ["Status", { Status: undefined }, "Please choose one from the list."],
    ["Status", { Status: 1 }, "Please choose one from the list."],
    ["Status", { Status: 4 }, "Please choose one from the list."],
  ])("refuses an invalid %s: %o", async (field, traits, message) => {
    const answer = await update(traits);
    expect(answer).toMatchObject({ status: 422, problem: { errors: { [field]: [message] } } });
    expect(Object.keys(answer.problem.errors ?? {})).toEqual([field]);
    expect(await stored()).toMatchObject({ courierId: null, trackingNumber: "" });
  });

  test("is allowed only to users who manage the orders of its supplier", async () => {
    expect(await update({}, await api.aUser({ links: [{ supplier, bits: 8 }] }))).toMatchObject({ status: 200 });
    expect(await update({}, await api.aUser({ links: [{ supplier, bits: 63 - 8 }] }))).toMatchObject({ status: 403 });
    expect(await update({}, await api.aUser({ links: [{ supplier: await api.aSupplier() }] }))).toMatchObject({
      status: 404,
    });
    expect(await update({ ShipmentId: 2_000_000_000 })).toMatchObject({ status: 404 });
  });
});

describe("cancelling a shipment", () => {
  test("returns everything in it to what is owed, and records that in the ledger", async () => {
    const tray = await api.aLineItem(order);
    const kept = await ship([item, 1]);
    const id = await ship([item, 2], [tray, 2]);
    expect(await isOutstanding()).toBe(false);
    expect(await cancel(id)).toMatchObject({ status: 200 });
    expect(await shown()).toMatchObject({ status: partiallyFilled, quantity: { ordered: 3, adjusted: 3, owed: 2 } });
    expect(await shown(tray)).toMatchObject({ status: processing, quantity: { owed: 2 } });
    expect(await isOutstanding()).toBe(true);
    expect((await shown()).transactions.slice(1)).toMatchObject([
      { transactionType: TransactionType.shipment, quantity: 1 },
      { transactionType: TransactionType.shipment, quantity: 2 },
      { transactionType: TransactionType.shipment, quantity: -2, comment: `Shipment ${id} was cancelled.` },
    ]);
    expect((await api.ok(operator, shipments.get, { id: kept })).cancelledDate).toBeNull();
    await ship([item, 2], [tray, 2]);
    expect(await isOutstanding()).toBe(false);
  });

  test("takes effect once: the same command succeeds again, and a new one is refused", async () => {
    const id = await ship([item, 2]);
    const input = { Id: randomUUID(), ShipmentId: id };
    for (const _ of [1, 2]) await api.ok(operator, shipments.cancel, input);
    const cancelledTwice = {
      status: 409,
      problem: { message: "This shipment was cancelled, so it can no longer be changed." },
    };
    expect(await cancel(id)).toMatchObject(cancelledTwice);
    expect(await api.call(operator, shipments.update, shipmentDetails(id))).toMatchObject(cancelledTwice);
    expect(await shown()).toMatchObject({
      quantity: { owed: 3 },
      transactions: [{}, { quantity: 2 }, { quantity: -2 }],
    });
  });

  test("allows the quantity to be reduced again, which is refused while it is shipped", async () => {
    const id = await ship([item, 3]);
    const adjust = () =>
      api.call(operator, orders.addLineItemAdjustment, {
        ...adjustment(item),
        QuantityAdjustment: -3,
        AmountsStayOwed: true,
      });
    expect(await adjust()).toMatchObject({ status: 422 });
    await cancel(id);
    expect(await adjust()).toMatchObject({ status: 200 });
    expect(await shown()).toMatchObject({ status: cancelled, quantity: { adjusted: 0, owed: 0 } });
  });

  test("is allowed only to users who manage the orders of its supplier", async () => {
    const id = await ship([item, 1]);
    expect(await cancel(id, await api.aUser({ links: [{ supplier, bits: 63 - 8 }] }))).toMatchObject({ status: 403 });
    expect(await cancel(id, await api.aUser({ links: [{ supplier: await api.aSupplier() }] }))).toMatchObject({
      status: 404,
    });
    expect(await cancel(2_000_000_000)).toMatchObject({ status: 404 });
    expect(await cancel(id, await api.aUser({ links: [{ supplier, bits: 8 }] }))).toMatchObject({ status: 200 });
  });
});

describe("a shipment created with tracking", () => {
  test("has the courier and the tracking number", async () => {
    const id = await api.ok(operator, shipments.add, { ...shipping([item, 1]), CourierId: 3, TrackingNumber: "SD-1" });
    expect(await api.ok(operator, shipments.get, { id })).toMatchObject({
      courierId: 3,
      trackingNumber: "SD-1",
      status: ShipmentStatus.processing,
    });
  });

  test("may have only one of them, or neither", async () => {
    const id = await api.ok(operator, shipments.add, { ...shipping([item, 1]), CourierId: null, TrackingNumber: "" });
    expect(await api.ok(operator, shipments.get, { id })).toMatchObject({ courierId: null, trackingNumber: "" });
    const withCourier = await api.ok(operator, shipments.add, { ...shipping([item, 1]), CourierId: 3 });
    expect(await api.ok(operator, shipments.get, { id: withCourier })).toMatchObject({
      courierId: 3,
      trackingNumber: "",
    });
  });

  test("is refused with an unknown courier, or a tracking number that cannot be a barcode", async () => {
    for (const [wrong, field] of [
      [{ CourierId: 99 }, "CourierId"],
      [{ TrackingNumber: "\u{1f4e6}" }, "TrackingNumber"],
      [{ TrackingNumber: "1".repeat(51) }, "TrackingNumber"],
    ] as const) {
      const { status, problem } = await api.call(operator, shipments.add, { ...shipping([item, 1]), ...wrong });
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]]);
    }
    expect(await madeCount()).toBe(0);
  });
});

describe("marking shipments as dispatched", () => {
  const tracked = (quantity: number) =>
    api.ok(operator, shipments.add, { ...shipping([item, quantity]), CourierId: 3, TrackingNumber: "SD-1" });
  const mark = (ids: number[]) => api.call(operator, shipments.markDispatched, { ShipmentIds: ids });
  const statusOf = async (id: number) => (await api.ok(operator, shipments.get, { id })).status;

  test("marks all of them, and accepts those already marked", async () => {
    const [one, other] = [await tracked(1), await tracked(1)];
    expect((await mark([one])).status).toBe(200);
    expect((await mark([other, one])).status).toBe(200);
    expect([await statusOf(one), await statusOf(other)]).toEqual([
      ShipmentStatus.dispatched,
      ShipmentStatus.dispatched,
    ]);
  });

  test("marks none if one lacks tracking, is cancelled or is delivered, and names it", async () => {
    const one = await tracked(1);
    const untracked = await ship([item, 1]);
    const refused = await mark([one, untracked]);
    expect([refused.status, refused.problem.message]).toEqual([
      409,
      `Shipment ${untracked} has no courier or no tracking number yet.`,
    ]);
    await cancel(untracked);
    expect((await mark([one, untracked])).problem.message).toBe(
      `Shipment ${untracked}: This shipment was cancelled, so it can no longer be changed.`,
    );
    expect(await statusOf(one)).toBe(ShipmentStatus.processing);
  });
});
