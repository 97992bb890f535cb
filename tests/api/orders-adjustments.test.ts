import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderLineItems, orderTransactions } from "#api/core/database/schema/index.ts";
import { OrderLineItemStatus, TransactionType } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { adjustment } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { orders } = operations;
const { waitingOnStock, processing, partiallyFilled, complete, cancelled } = OrderLineItemStatus;

let operator: TestUser;
let marketplace: number;
let order: number;
/** Two units at $9.95 with $5.00 of shipping, inc GST, and $5.97 of commission. */
let item: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace();
});
beforeEach(async () => {
  order = await api.anOrder(null, { marketplaceId: marketplace });
  item = await api.aLineItem(order);
});

const adjust = (traits: object) => api.call(operator, orders.addLineItemAdjustment, { ...adjustment(item), ...traits });
const shown = async () => {
  const { lineItems } = await api.ok(operator, orders.get, { id: order });
  const [line] = lineItems.filter(({ id }) => id === item);
  if (!line) throw new Error("The line item is not in its order.");
  return line;
};
const shipped = (quantity: number) => api.aTransaction(item, { type: TransactionType.shipment, quantity });

describe("an adjustment", () => {
  test("adds one transaction per Id, with the user who made it", async () => {
    const Id = randomUUID();
    const traits = {
      Id,
      QuantityAdjustment: -1,
      PurchaseAmountExTaxAdjustment: -9.05,
      PurchaseAmountTaxAdjustment: -0.9,
      CommissionAmountExTaxAdjustment: -2.72,
      CommissionAmountTaxAdjustment: -0.27,
      ShippingAmountExTaxAdjustment: -2.27,
      ShippingAmountTaxAdjustment: -0.23,
      Comment: " One was broken. ",
    };
    for (const _ of [1, 2]) expect(await adjust(traits)).toMatchObject({ status: 200 });
    const line = await shown();
    expect(line).toMatchObject({
      quantity: { ordered: 2, adjusted: 1, owed: 1 },
      purchaseAmount: { ordered: 19.9, adjusted: 9.95, owed: 9.95 },
      commissionAmount: { ordered: 5.97, adjusted: 2.98, owed: 2.98 },
      shippingAmount: { ordered: 5, adjusted: 2.5, owed: 2.5 },
      subTotal: { ordered: 18.93, adjusted: 9.47, owed: 9.47 },
    });
    expect(line.transactions.slice(1)).toMatchObject([
      {
        transactionType: TransactionType.refund,
        quantity: -1,
        // GST of $1.81 on $19.90, and of $0.90 on the rest.
        purchaseAmountExTax: -9.04,
        purchaseAmountTax: -0.91,
        commissionAmountExTax: -2.72,
        commissionAmountTax: -0.27,
        shippingAmountExTax: -2.28,
        shippingAmountTax: -0.22,
        comment: "One was broken.",
      },
    ]);
    const ofOperator = and(eq(orderTransactions.lineItemId, item), eq(orderTransactions.userId, operator.id));
    expect(await db.$count(orderTransactions, ofOperator)).toBe(1);
  });

  test.each([
    ["fewer items", { QuantityAdjustment: -1 }, TransactionType.refund],
    ["a lower price", { PurchaseAmountExTaxAdjustment: -0.01 }, TransactionType.refund],
    [
      "a lower shipping amount, though the price rises",
      { PurchaseAmountExTaxAdjustment: 5, ShippingAmountTaxAdjustment: -0.01 },
      TransactionType.refund,
    ],
    ["more items", { QuantityAdjustment: 1, PurchaseAmountExTaxAdjustment: 9.05 }, TransactionType.adjustment],
    ["a lower commission only", { CommissionAmountExTaxAdjustment: -1 }, TransactionType.adjustment],
  ])("is recorded as a refund or as an adjustment: %s", async (_, traits, transactionType) => {
    await adjust(traits);
    expect((await shown()).transactions[1]).toMatchObject({ transactionType });
  });

  test("changes nothing else in the order", async () => {
    const other = await api.aLineItem(order);
    const before = (await api.ok(operator, orders.lineItemTransactions, { orderId: order, lineItemId: other })).length;
    await adjust({ QuantityAdjustment: -2, AmountsStayOwed: true });
    expect(await api.ok(operator, orders.lineItemTransactions, { orderId: order, lineItemId: other })).toHaveLength(
      before,
    );
    expect((await api.ok(operator, orders.get, { id: order })).lineItems.map(({ status }) => status)).toEqual([
      cancelled,
      processing,
    ]);
  });
});

describe("the status of a line item after an adjustment", () => {
  const statusAfter = async (quantity: number) => {
    expect(await adjust({ QuantityAdjustment: quantity, AmountsStayOwed: true })).toMatchObject({ status: 200 });
    return (await shown()).status;
  };
  const isOutstanding = async () => {
    const { items } = await api.ok(operator, orders.list, { outstandingOrdersOnly: true, pageSize: 200 });
    return items.some(({ id }) => id === order);
  };

  test("is cancelled without an expected date at quantity 0, and processing again if items are added", async () => {
    await api.ok(operator, orders.updateLineItem, {
      LineItemId: item,
      Status: waitingOnStock,
      ExpectedInStockDate: "2030-03-09",
    });
    expect([await statusAfter(-1), await isOutstanding()]).toEqual([waitingOnStock, true]);
    expect([await statusAfter(-1), await isOutstanding()]).toEqual([cancelled, false]);
    expect(await shown()).toMatchObject({ expectedInStockDate: null, purchaseAmount: { owed: 19.9 } });
    expect([await statusAfter(1), await isOutstanding()]).toEqual([processing, true]);
  });

  test("is complete if everything left is already shipped, until more is ordered", async () => {
    await shipped(1);
    expect([await statusAfter(-1), await isOutstanding()]).toEqual([complete, false]);
    expect([await statusAfter(1), await isOutstanding()]).toEqual([partiallyFilled, true]);
  });
});

describe("an item that is reduced to nothing", () => {
  const refund = {
    QuantityAdjustment: -2,
    PurchaseAmountExTaxAdjustment: -18.1,
    PurchaseAmountTaxAdjustment: -1.8,
    CommissionAmountExTaxAdjustment: -5.43,
    CommissionAmountTaxAdjustment: -0.54,
    ShippingAmountExTaxAdjustment: -4.55,
    ShippingAmountTaxAdjustment: -0.45,
  };

  test("keeps its amounts only if that is confirmed", async () => {
    const { status, problem } = await adjust({ QuantityAdjustment: -2 });
    const amounts = "$19.90 of purchase amount and $5.97 of commission and $5.00 of shipping amount";
    const message = `The quantity would be 0, but ${amounts} would stay and be invoiced. Refund it as well, or confirm that it stays.`;
    expect([status, problem.errors]).toEqual([422, { AmountsStayOwed: [message] }]);
    expect(await shown()).toMatchObject({ status: processing, quantity: { adjusted: 2 } });
    expect(await adjust({ QuantityAdjustment: -2, AmountsStayOwed: true })).toMatchObject({ status: 200 });
    expect(await shown()).toMatchObject({ status: cancelled, subTotal: { owed: 18.93 } });
  });

  test("needs no confirmation if all its amounts are refunded, then or later", async () => {
    expect(await adjust(refund)).toMatchObject({ status: 200 });
    expect(await shown()).toMatchObject({ status: cancelled, subTotal: { owed: 0 } });
    item = await api.aLineItem(order);
    await adjust({ QuantityAdjustment: -2, AmountsStayOwed: true });
    expect(await adjust({ ...refund, QuantityAdjustment: 0 })).toMatchObject({ status: 200 });
    expect(await shown()).toMatchObject({ subTotal: { owed: 0 } });
  });
});

describe("a reduction", () => {
  const refused = async (traits: object) => {
    const { status, problem } = await adjust(traits);
    expect(status).toBe(422);
    expect(
      (await shown()).transactions.filter(({ transactionType }) => transactionType !== TransactionType.shipment),
    ).toHaveLength(1);
    return problem.errors;
  };

  test("cannot exceed any of the amounts, and each message states the maximum", async () => {
    const all = {
      QuantityAdjustment: -3,
      PurchaseAmountExTaxAdjustment: -19.91,
      CommissionAmountExTaxAdjustment: -5.97,
      CommissionAmountTaxAdjustment: -0.01,
      ShippingAmountExTaxAdjustment: -5,
      ShippingAmountTaxAdjustment: -0.01,
    };
    expect(await refused(all)).toEqual({
      QuantityAdjustment: ["The quantity is 2, so it can't be reduced by more than that."],
      PurchaseAmountExTaxAdjustment: ["The purchase amount is $19.90; you can't refund more than that."],
      CommissionAmountExTaxAdjustment: ["The commission is $5.97; you can't refund more than that."],
      ShippingAmountExTaxAdjustment: ["The shipping amount is $5.00; you can't refund more than that."],
    });
  });

  test("cannot exceed the quantity that has not shipped yet", async () => {
    await shipped(1);
    expect(await refused({ QuantityAdjustment: -2 })).toEqual({
      QuantityAdjustment: ["1 of 2 has already shipped, so the quantity can't be reduced by more than 1."],
    });
  });

  test("can be exact to the cent", async () => {
    expect(await adjust({ PurchaseAmountExTaxAdjustment: -18.1, PurchaseAmountTaxAdjustment: -1.8 })).toMatchObject({
      status: 200,
    });
    expect((await shown()).purchaseAmount).toEqual({ ordered: 19.9, adjusted: 0, owed: 0 });
  });
});

test.each([
  ["QuantityAdjustment", {}, "Enter at least one amount to adjust."],
  ["QuantityAdjustment", { Comment: "Only words" }, "Enter at least one amount to adjust."],
  ["QuantityAdjustment", { QuantityAdjustment: 0.5 }, "Please enter a whole number."],
  ["QuantityAdjustment", { QuantityAdjustment: 10_000 }, "Please enter at most 9,999."],
  ["QuantityAdjustment", { QuantityAdjustment: -10_000 }, "Please enter at least −9,999."],
  ["PurchaseAmountExTaxAdjustment", { PurchaseAmountExTaxAdjustment: null }, "This is a required field"],
  ["PurchaseAmountTaxAdjustment", { PurchaseAmountTaxAdjustment: 0.005 }, "Please use no more than two decimals."],
  ["CommissionAmountTaxAdjustment", { CommissionAmountTaxAdjustment: -1.234 }, "Please use no more than two decimals."],
  ["ShippingAmountExTaxAdjustment", { ShippingAmountExTaxAdjustment: "5" }, "This is a required field"],
  ["Comment", { QuantityAdjustment: 1, Comment: "x".repeat(1_001) }, "Please use no more than 1,000 characters."],
])("refuses an invalid %s: %o", async (field, traits, message) => {
  expect(await adjust(traits)).toMatchObject({
    status: 422,
    problem: { errors: { [field]: expect.arrayContaining([message]) } },
  });
  expect((await shown()).transactions).toHaveLength(1);
});

test("the ledger of a line item is preserved when the item is deleted", async () => {
  await adjust({ QuantityAdjustment: 1, Comment: "One more" });
  await api.ok(operator, orders.deleteLineItem, { LineItemId: item });
  const kept = await db
    .select()
    .from(orderTransactions)
    .where(eq(orderTransactions.lineItemId, item))
    .orderBy(orderTransactions.id);
  expect(kept.map(({ type, quantity, comment }) => [type, quantity, comment])).toEqual([
    [TransactionType.purchase, 2, ""],
    [TransactionType.adjustment, 1, "One more"],
  ]);
  expect(await db.$count(orderLineItems, eq(orderLineItems.id, item))).toBe(1);
});
