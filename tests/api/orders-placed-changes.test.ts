/** Cancellations and refunds by the marketplace that placed an order. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { products } from "#api/core/database/schema/index.ts";
import { OrderLineItemStatus, TransactionType } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { placedOrder } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { orders } = operations;

let operator: TestUser;
let marketplace: number;
let key: { MarketplaceId: number; MarketplaceOrderId: string };
let sku: string;
let product: number;
let tray: number;
let mug: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace();
});
/** Three trays at $9.95 from stock, with $5.00 of shipping, and one mug of a supplier that nobody knows yet. */
beforeEach(async () => {
  sku = `SKU-${randomUUID()}`;
  const supplier = await api.aSupplier();
  product = await api.aProduct(supplier, { externalSku: sku, manageStock: true, stockQuantity: 10 });
  key = { MarketplaceId: marketplace, MarketplaceOrderId: `S-${randomUUID()}` };
  const { lines } = await api.ok(
    operator,
    orders.place,
    placedOrder(marketplace, {
      ...key,
      Lines: [
        { Sku: sku, ProductName: "Tray", Quantity: 3, PriceIncTax: 9.95, ShippingIncTax: 5 },
        { Sku: `${sku}-MUG`, ProductName: "Mug", Quantity: 1, PriceIncTax: 8 },
      ],
    }),
  );
  [tray, mug] = lines.map(({ lineItemId }) => lineItemId) as [number, number];
});

const cancel = (traits: object = {}) => api.call(operator, orders.cancelPlaced, { ...key, ...traits });
const refund = (Lines: object[], traits: object = {}) =>
  api.call(operator, orders.refundPlaced, { ...key, Lines, ...traits });
const stock = async () => (await db.select().from(products).where(eq(products.id, product)))[0]?.stockQuantity;
const sent = (quantity: number) => api.aTransaction(tray, { type: TransactionType.shipment, quantity });
async function line(id: number) {
  const { items } = await api.ok(operator, orders.list, { searchText: key.MarketplaceOrderId });
  for (const { id: orderId } of items) {
    const { lineItems } = await api.ok(operator, orders.get, { id: orderId });
    const found = lineItems.find((each) => each.id === id);
    if (found) return found;
  }
  throw new Error("The line is in none of the orders.");
}

describe("a cancellation", () => {
  test("of the whole order cancels the lines of all its suppliers, and returns the stock", async () => {
    expect(await stock()).toBe(7);
    expect(await cancel({ Comment: " Changed their mind. " })).toMatchObject({
      status: 200,
      body: {
        lines: [
          { lineItemId: tray, quantity: 0, priceIncTax: 0, shippingIncTax: 0 },
          { lineItemId: mug, quantity: 0, priceIncTax: 0 },
        ],
      },
    });
    expect(await stock()).toBe(10);
    for (const id of [tray, mug])
      expect(await line(id)).toMatchObject({
        status: OrderLineItemStatus.cancelled,
        subTotal: { owed: 0 },
        transactions: [{}, { transactionType: TransactionType.refund, comment: "Changed their mind." }],
      });
  });

  test("of the whole order that is repeated with another Id changes nothing more", async () => {
    await cancel();
    expect(await cancel({ Id: randomUUID() })).toMatchObject({ status: 200, body: { lines: [{ quantity: 0 }, {}] } });
    expect((await line(tray)).transactions).toHaveLength(2);
  });

  test("of some items leaves the rest, with its share of the amounts", async () => {
    expect(await cancel({ Lines: [{ Sku: sku.toLowerCase(), Quantity: 1 }] })).toMatchObject({
      status: 200,
      body: { lines: [{ lineItemId: tray, quantity: 2, priceIncTax: 19.9, shippingIncTax: 3.33 }] },
    });
    expect(await stock()).toBe(8);
    expect(await line(mug)).toMatchObject({ status: OrderLineItemStatus.processing });
  });

  test("is refused whole where goods have left, with words, and possible for what is left", async () => {
    await sent(2);
    const { status, problem } = await cancel();
    expect([status, problem]).toMatchObject([
      409,
      {
        errors: {
          Lines: [
            "2 of 3 of “Tray” have already been sent and cannot be cancelled. Refund it instead, or cancel only what is left.",
          ],
        },
      },
    ]);
    expect(await line(mug)).toMatchObject({ status: OrderLineItemStatus.processing });
    expect((await cancel({ Lines: [{ LineItemId: tray, Quantity: 2 }] })).problem.errors).toHaveProperty([
      "Lines.0.Quantity",
    ]);
    expect(await cancel({ Lines: [{ LineItemId: tray, Quantity: 1 }] })).toMatchObject({ status: 200 });
    expect(await line(tray)).toMatchObject({ status: OrderLineItemStatus.complete });
  });

  test("of more than there is says how many are left", async () => {
    expect((await cancel({ Lines: [{ LineItemId: tray, Quantity: 4 }] })).problem.errors).toEqual({
      "Lines.0.Quantity": ["Only 3 of “Tray” are left to cancel."],
    });
  });
});

describe("a refund", () => {
  test("gives back money of what has been sent, with its commission, and leaves quantity and stock", async () => {
    await sent(3);
    expect(
      await refund([{ LineItemId: tray, PriceIncTax: 9.95, ShippingIncTax: 5 }], { Comment: "Broken." }),
    ).toMatchObject({
      status: 200,
      body: { lines: [{ lineItemId: tray, quantity: 3, priceIncTax: 19.9, shippingIncTax: 0 }] },
    });
    expect(await line(tray)).toMatchObject({
      purchaseAmount: { adjusted: 19.9 },
      commissionAmount: { adjusted: 5.97 },
      quantity: { adjusted: 3 },
    });
    expect(await stock()).toBe(7);
  });

  test("that takes effect in part is refused whole, naming each amount", async () => {
    const { status, problem } = await refund([
      { LineItemId: tray, PriceIncTax: 1 },
      { Sku: `${sku}-MUG`, PriceIncTax: 8.01, ShippingIncTax: 0.01 },
    ]);
    expect([status, problem.errors]).toEqual([
      409,
      {
        "Lines.1.PriceIncTax": ["The purchase amount is $8.00; you can't refund more than that."],
        "Lines.1.ShippingIncTax": ["The shipping amount is $0.00; you can't refund more than that."],
      },
    ]);
    expect((await line(tray)).transactions).toHaveLength(1);
  });

  test("of everything in parts ends at nothing", async () => {
    for (const PriceIncTax of [9.95, 9.95, 9.95]) await refund([{ LineItemId: tray, PriceIncTax }]);
    await refund([{ LineItemId: tray, ShippingIncTax: 5 }]);
    expect(await line(tray)).toMatchObject({
      purchaseAmount: { adjusted: 0 },
      commissionAmount: { adjusted: 0 },
      shippingAmount: { adjusted: 0 },
    });
  });

  test("with the same Id takes effect once", async () => {
    const Id = randomUUID();
    for (const _ of [1, 2]) await refund([{ LineItemId: tray, PriceIncTax: 1 }], { Id });
    expect((await line(tray)).purchaseAmount.adjusted).toBe(28.85);
  });
});

describe("both refuse", () => {
  test("an order that does not exist", async () => {
    expect(await cancel({ MarketplaceOrderId: "NONE" })).toMatchObject({ status: 404 });
    expect(await cancel({ MarketplaceId: await api.aMarketplace() })).toMatchObject({ status: 404 });
  });

  test.each<[string, object[], string, string]>([
    ["a line that is not in the order", [{ Sku: "NONE" }], "Lines.0.Sku", "This line is not in the order."],
    ["a line without a name", [{ Quantity: 1 }], "Lines.0.LineItemId", "Please give the line's id or its SKU."],
    ["no line", [], "Lines", "Please give at least one line."],
  ])("%s", async (_, Lines, field, message) => {
    expect((await cancel({ Lines })).problem.errors).toMatchObject({ [field]: [message] });
  });

  test("a line that is named twice", async () => {
    expect((await cancel({ Lines: [{ LineItemId: tray }, { Sku: sku }] })).problem.errors).toEqual({
      "Lines.1.LineItemId": ["This line is named twice."],
    });
  });

  test("a SKU that several lines have", async () => {
    const number = `S-${randomUUID()}`;
    const Lines = [1, 2].map((Quantity) => ({ Sku: sku, Quantity, PriceIncTax: 1 }));
    await api.ok(operator, orders.place, placedOrder(marketplace, { MarketplaceOrderId: number, Lines }));
    const { problem } = await cancel({ MarketplaceOrderId: number, Lines: [{ Sku: sku }] });
    expect(problem.errors).toEqual({
      "Lines.0.Sku": [`2 lines of this order have the SKU “${sku}”. Please give the line's id.`],
    });
  });
});
