import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { OrderLineItemStatus } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { adjustment } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { shipments, orders } = operations;

let operator: TestUser;
let marketplace: number;
let order: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace();
});
beforeEach(async () => {
  order = await api.anOrder(null, { marketplaceId: marketplace });
});

const ship = (item: number, quantity: number) =>
  api.call(operator, shipments.add, { OrderId: order, Items: [{ LineItemId: item, QuantityToShip: quantity }] });
const cancel = (ShipmentId: number) => api.call(operator, shipments.cancel, { ShipmentId });
const adjust = (item: number, quantity: number) =>
  api.call(operator, orders.addLineItemAdjustment, {
    ...adjustment(item),
    QuantityAdjustment: quantity,
    AmountsStayOwed: true,
  });
const shown = async (item: number) => {
  const line = (await api.ok(operator, orders.get, { id: order })).lineItems.find(({ id }) => id === item);
  if (!line) throw new Error("The line item is not in its order.");
  return line;
};
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
const times = <T>(count: number, act: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => act(i)));

describe("under concurrency", () => {
  test("thirty shipments of two out of twenty: ten succeed, and nothing ships twice", async () => {
    const item = await api.aLineItem(order, { quantity: 20 });
    const answers = await times(30, () => ship(item, 2));
    expect(statuses(answers)).toEqual([...Array(10).fill(200), ...Array(20).fill(422)]);
    const line = await shown(item);
    expect(line).toMatchObject({
      status: OrderLineItemStatus.complete,
      quantity: { ordered: 20, adjusted: 20, owed: 0 },
    });
    expect(line.transactions).toHaveLength(11);
  });

  test("ten cancellations of one shipment: one succeeds, and the items are returned once", async () => {
    const item = await api.aLineItem(order, { quantity: 5 });
    const { body: id } = await ship(item, 5);
    expect(statuses(await times(10, () => cancel(id)))).toEqual([200, ...Array(9).fill(409)]);
    expect(await shown(item)).toMatchObject({ status: OrderLineItemStatus.processing, quantity: { owed: 5 } });
  });

  test("cancellations, shipments and adjustments never ship more than was ordered", async () => {
    const item = await api.aLineItem(order, { quantity: 12 });
    const made = await times(6, () => ship(item, 2));
    await Promise.all([
      ...made.map(({ body }) => cancel(body)),
      times(12, () => ship(item, 1)),
      times(4, () => adjust(item, -1)),
    ]);
    const { quantity, transactions } = await shown(item);
    const shipped = transactions
      .filter(({ transactionType }) => transactionType === 3)
      .reduce((sum, entry) => sum + entry.quantity, 0);
    expect(quantity.owed).toBe(quantity.adjusted - shipped);
    expect(quantity.owed).toBeGreaterThanOrEqual(0);
    expect(shipped).toBe(await inShipments(item));
  });
});

/** The quantity of the item in shipments that are not cancelled. */
async function inShipments(item: number): Promise<number> {
  const { items } = await api.ok(operator, shipments.list, { marketplaceId: marketplace, pageSize: 200 });
  const live = items.filter(({ orderId, cancelledDate }) => orderId === order && !cancelledDate);
  const read = await Promise.all(live.map(({ id }) => api.ok(operator, shipments.get, { id })));
  return read
    .flatMap(({ lineItems }) => lineItems.filter(({ lineItemId }) => lineItemId === item))
    .reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The events, in any order. */
const event = fc.oneof(
  fc.record({ kind: fc.constant("ship" as const), quantity: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ kind: fc.constant("cancel" as const), nth: fc.nat(5) }),
  fc.record({
    kind: fc.constant("adjust" as const),
    quantity: fc.integer({ min: -3, max: 3 }).filter((quantity) => quantity !== 0),
  }),
);
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

/** The expected state, computed independently of the API. */
interface Expected {
  adjusted: number;
  shipped: number;
  made: { id: number; quantity: number; isCancelled: boolean }[];
}

async function happens(item: number, is: Expected, given: Event): Promise<void> {
  if (given.kind === "ship") {
    const { status, body } = await ship(item, given.quantity);
    const isRight = given.quantity > 0 && given.quantity <= is.adjusted - is.shipped;
    expect(status).toBe(isRight ? 200 : 422);
    if (!isRight) return;
    is.shipped += given.quantity;
    is.made.push({ id: body, quantity: given.quantity, isCancelled: false });
  } else if (given.kind === "adjust") {
    const isRight = is.adjusted + given.quantity >= is.shipped;
    expect((await adjust(item, given.quantity)).status).toBe(isRight ? 200 : 422);
    if (isRight) is.adjusted += given.quantity;
  } else {
    const shipment = is.made[given.nth];
    if (!shipment) return;
    expect((await cancel(shipment.id)).status).toBe(shipment.isCancelled ? 409 : 200);
    if (!shipment.isCancelled) is.shipped -= shipment.quantity;
    shipment.isCancelled = true;
  }
}

function statusFor({ adjusted, shipped }: Expected): number {
  if (adjusted === 0) return OrderLineItemStatus.cancelled;
  if (shipped === adjusted) return OrderLineItemStatus.complete;
  return shipped > 0 ? OrderLineItemStatus.partiallyFilled : OrderLineItemStatus.processing;
}

test("after any sequence, owed equals adjusted less shipped, and shipped equals the shipments' contents", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(event, { maxLength: 12 }), async (quantity, events) => {
      order = await api.anOrder(null, { marketplaceId: marketplace });
      const item = await api.aLineItem(order, { quantity });
      const is: Expected = { adjusted: quantity, shipped: 0, made: [] };
      for (const each of events) await happens(item, is, each);
      const line = await shown(item);
      expect(line).toMatchObject({
        status: statusFor(is),
        quantity: { ordered: quantity, adjusted: is.adjusted, owed: is.adjusted - is.shipped },
      });
      expect(await inShipments(item)).toBe(is.shipped);
    }),
    { numRuns: 25 },
  );
});
