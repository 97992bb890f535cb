/** Cancelling removes what has not been shipped from an item or from an order. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { OrderLineItemStatus, TransactionType } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { adjustment, newLineItem } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { orders } = operations;
const { cancelled, complete, processing } = OrderLineItemStatus;

let operator: TestUser;
let marketplace: number;
let order: number;
/** Two units at $9.95 with $5.00 of shipping, inc GST, and $5.97 of commission. */
let first: number;
let second: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace();
});
beforeEach(async () => {
  order = await api.anOrder(null, { marketplaceId: marketplace });
  first = await api.aLineItem(order);
  second = await api.aLineItem(order);
});

const cancel = (LineItemIds: number[] | null, more: object = {}) =>
  api.call(operator, orders.cancelLineItems, { OrderId: order, LineItemIds, ...more });
const lines = async () => (await api.ok(operator, orders.get, { id: order })).lineItems;
const line = async (id: number) => (await lines()).find((item) => item.id === id);
const nothingOwed = {
  quantity: { owed: 0 },
  purchaseAmount: { owed: 0 },
  shippingAmount: { owed: 0 },
  commissionAmount: { owed: 0 },
  subTotal: { owed: 0 },
};

describe("cancelling", () => {
  test("an item leaves no amount owed, records the reason, spares other items, and takes effect once", async () => {
    const Id = randomUUID();
    for (const _ of [1, 2])
      expect(await cancel([first], { Id, Comment: " The customer changed their mind. " })).toMatchObject({
        status: 200,
        body: 1,
      });
    expect(await line(first)).toMatchObject({ status: cancelled, ...nothingOwed });
    expect(await line(second)).toMatchObject({ status: processing, subTotal: { owed: 18.93 } });
    const entries = await api.ok(operator, orders.lineItemTransactions, { orderId: order, lineItemId: first });
    expect(entries.map(({ comment, quantity }) => [quantity, comment])).toEqual([
      [2, expect.anything()],
      [-2, "The customer changed their mind."],
    ]);
  });

  test("an order cancels everything left in it", async () => {
    expect(await cancel(null)).toMatchObject({ status: 200, body: 2 });
    for (const item of await lines()) expect(item).toMatchObject({ status: cancelled, ...nothingOwed });
    expect(await cancel(null)).toMatchObject({
      status: 409,
      problem: { message: "There is nothing left to cancel: everything has been shipped or cancelled already." },
    });
  });

  test("keeps what was shipped, with its share of the amounts", async () => {
    await api.aTransaction(first, { type: TransactionType.shipment, quantity: 1 });
    expect(await cancel(null)).toMatchObject({ body: 2 });
    expect(await line(first)).toMatchObject({
      status: complete,
      quantity: { adjusted: 1, owed: 0 },
      purchaseAmount: { adjusted: 9.95 },
      shippingAmount: { adjusted: 2.5 },
      commissionAmount: { adjusted: 2.99 },
    });
  });

  test("after refunds refunds only what is left", async () => {
    const refund = {
      ...adjustment(first),
      QuantityAdjustment: 0,
      PurchaseAmountExTaxAdjustment: -3.03,
      PurchaseAmountTaxAdjustment: -0.3,
    };
    expect(await api.call(operator, orders.addLineItemAdjustment, refund)).toMatchObject({ status: 200 });
    await cancel([first]);
    expect(await line(first)).toMatchObject({ status: cancelled, ...nothingOwed });
  });

  test("by two people at once takes effect once", async () => {
    const statuses = (await Promise.all([cancel(null), cancel(null), cancel(null)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409]);
    for (const item of await lines()) expect(item).toMatchObject(nothingOwed);
  });

  test("returns managed stock", async () => {
    const supplier = await api.aSupplier();
    const product = await api.aProduct(supplier, { manageStock: true, stockQuantity: 3 });
    order = await api.anOrder(supplier, { marketplaceId: marketplace });
    const sold = await api.ok(operator, orders.addLineItem, { ...newLineItem(order), ProductId: product });
    const stock = async () => (await api.ok(operator, operations.products.get, { id: product })).stockQuantity;
    expect(await stock()).toBe(1);
    await cancel([sold]);
    expect(await stock()).toBe(3);
  });

  test("refuses items of other orders, excessive quantities and overlong comments", async () => {
    const other = await api.aLineItem(await api.anOrder(null, { marketplaceId: marketplace }));
    expect(await cancel([first, other])).toMatchObject({ status: 404 });
    expect(await line(first)).toMatchObject({ status: processing });
    expect(await cancel(Array.from({ length: 1_001 }, (_, i) => i + 1))).toMatchObject({ status: 422 });
    expect(await cancel([first], { Comment: "x".repeat(1_001) })).toMatchObject({ status: 422 });
  });
});
