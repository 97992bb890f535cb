import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { marketplaceProducts, products, productVariants } from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { adjustment, newLineItem } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { orders } = operations;

let operator: TestUser;
let marketplace: number;
let supplier: number;
let order: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace();
});
beforeEach(async () => {
  supplier = await api.aSupplier();
  order = await api.anOrder(supplier, { marketplaceId: marketplace });
});

const aProduct = (stockQuantity: number | null, manageStock = true) =>
  api.aProduct(supplier, { manageStock, stockQuantity });
const stock = async (id: number) => (await db.select().from(products).where(eq(products.id, id)))[0]?.stockQuantity;
const buy = (ProductId: number, Quantity: number, traits: object = {}) =>
  api.ok(operator, orders.addLineItem, { ...newLineItem(order), ProductId, Quantity, ...traits });
/** Sends the command again with its Id while the API says that it is too busy, as callers are asked to. */
async function adjust(LineItemId: number, QuantityAdjustment: number) {
  const command = { ...adjustment(LineItemId), Id: randomUUID(), QuantityAdjustment, AmountsStayOwed: true };
  let answer = await api.call(operator, orders.addLineItemAdjustment, command);
  while (answer.status === 503) answer = await api.call(operator, orders.addLineItemAdjustment, command);
  return answer;
}
const remove = (LineItemId: number) => api.ok(operator, orders.deleteLineItem, { LineItemId });

describe("managed stock", () => {
  test("is reduced once per Id by an order, and returned when the item is deleted", async () => {
    const product = await aProduct(10);
    const Id = randomUUID();
    const item = await buy(product, 3, { Id });
    await buy(product, 3, { Id });
    expect(await stock(product)).toBe(7);
    await remove(item);
    expect(await stock(product)).toBe(10);
  });

  test("follows the quantity, and no other adjustment", async () => {
    const product = await aProduct(10);
    const item = await buy(product, 3);
    const stockAfter = async (quantity: number) => {
      await adjust(item, quantity);
      return stock(product);
    };
    expect([await stockAfter(2), await stockAfter(-4), await stockAfter(-1)]).toEqual([5, 9, 10]);
    expect(await stockAfter(-1), "refused").toBe(10);
    await adjust(item, 2);
    await api.ok(operator, orders.addLineItemAdjustment, { ...adjustment(item), ShippingAmountExTaxAdjustment: -1 });
    expect(await stock(product)).toBe(8);
    await remove(item);
    expect(await stock(product)).toBe(10);
  });

  test("is that of the variant that was bought", async () => {
    const product = await api.aProduct(supplier, { hasVariants: true, manageStock: true, stockQuantity: 10 });
    const variant = await api.aVariant(product, { externalSku: "RED", manageStock: true, stockQuantity: 4 });
    const ofVariant = async () =>
      (await db.select().from(productVariants).where(eq(productVariants.id, variant)))[0]?.stockQuantity;
    const item = await buy(product, 3, { ProductSku: "RED" });
    expect([await ofVariant(), await stock(product)]).toEqual([1, 10]);
    await remove(item);
    expect([await ofVariant(), await stock(product)]).toEqual([4, 10]);
  });

  test("of a deleted variant is not returned to the product", async () => {
    const product = await api.aProduct(supplier, { hasVariants: true, manageStock: true, stockQuantity: 10 });
    const variant = await api.aVariant(product, { externalSku: "RED", manageStock: true, stockQuantity: 4 });
    const item = await buy(product, 3, { ProductSku: "RED" });
    await db.delete(productVariants).where(eq(productVariants.id, variant));
    await remove(item);
    expect(await stock(product)).toBe(10);
  });

  test("is synchronised to the marketplaces where the product is sold", async () => {
    const on = [
      { marketplaceId: marketplace, status: 2 },
      { marketplaceId: await api.aMarketplace(), status: 4, disableReason: "No barcode" },
    ];
    const product = await api.aProduct(supplier, { manageStock: true, stockQuantity: 3, on });
    await buy(product, 1);
    const listings = await db
      .select()
      .from(marketplaceProducts)
      .where(eq(marketplaceProducts.productId, product))
      .orderBy(marketplaceProducts.id);
    expect(listings).toMatchObject([
      { status: 2, syncStatus: 1 },
      { status: 4, syncStatus: 0 },
    ]);
  });

  test("never falls below 0, and never returns to more than before", async () => {
    const product = await aProduct(3);
    const item = await buy(product, 5);
    expect(await stock(product)).toBe(0);
    await adjust(item, -1);
    expect(await stock(product), "four are still wanted, and three were taken").toBe(0);
    await adjust(item, -2);
    expect(await stock(product)).toBe(1);
    await remove(item);
    expect(await stock(product)).toBe(3);
  });

  test("counts as 0 if it was never entered", async () => {
    const product = await aProduct(null);
    await remove(await buy(product, 5));
    expect((await stock(product)) ?? 0).toBe(0);
  });
});

test("stock that is not managed stays unchanged, also when it is managed later", async () => {
  const product = await aProduct(10, false);
  const item = await buy(product, 3);
  expect(await stock(product)).toBe(10);
  await db.update(products).set({ manageStock: true }).where(eq(products.id, product));
  await remove(item);
  expect(await stock(product)).toBe(10);
});

describe("under concurrency", () => {
  test("fifty reductions of an item ordered thirty times: thirty succeed, and everything adds up", async () => {
    const product = await aProduct(40);
    const item = await buy(product, 30);
    const answers = await Promise.all(Array.from({ length: 50 }, () => adjust(item, -1)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(20);
    for (const { status, problem } of refused) {
      expect([status, problem.errors]).toEqual([422, { QuantityAdjustment: ["The quantity is already 0."] }]);
    }
    const { lineItems } = await api.ok(operator, orders.get, { id: order });
    expect(lineItems).toMatchObject([{ status: 4, quantity: { ordered: 30, adjusted: 0, owed: 0 } }]);
    expect(lineItems[0]?.transactions).toHaveLength(31);
    expect(await stock(product)).toBe(40);
  });

  test("ten orders of one product take at most the stock, and return as much", async () => {
    const product = await aProduct(25);
    const ordersOfOne = await Promise.all(
      Array.from({ length: 10 }, () => api.anOrder(supplier, { marketplaceId: marketplace })),
    );
    const items = await Promise.all(ordersOfOne.map((OrderId) => buy(product, 3, { OrderId })));
    expect(await stock(product)).toBe(0);
    await Promise.all(items.map(remove));
    expect(await stock(product)).toBe(25);
  });

  test("a command sent ten times takes effect once", async () => {
    const product = await aProduct(40);
    const item = await buy(product, 30);
    const command = { ...adjustment(item), Id: randomUUID(), QuantityAdjustment: -2, AmountsStayOwed: true };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.call(operator, orders.addLineItemAdjustment, command)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const added = { ...newLineItem(order), Id: randomUUID(), ProductId: product, Quantity: 1 };
    const ids = await Promise.all(Array.from({ length: 10 }, () => api.ok(operator, orders.addLineItem, added)));
    expect(new Set(ids).size).toBe(1);
    const { lineItems } = await api.ok(operator, orders.get, { id: order });
    expect(lineItems.map(({ quantity }) => quantity.adjusted)).toEqual([28, 1]);
    expect(await stock(product)).toBe(11);
  });
});
