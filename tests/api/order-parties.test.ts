/** The copies of an order's supplier, marketplace and date in its line items, transactions and shipments. */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fillOrderParties, queryOfParts } from "#api/areas/shared/order-parties.ts";
import {
  orderLineItems,
  orders as orderRows,
  orderTransactions,
  unfinishedUpgrades,
} from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { adjustment, newLineItem, newOrder, orderDetails, placedOrder } from "#tests/support/forms.ts";
import { strayParts } from "#tests/support/order-parties.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { database } = api;
const { db } = database;
const { history, invoices, orders, shipments } = operations;

let operator: TestUser;
let marketplace: number;
let supplier: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator", "Finance"] });
});
beforeEach(async () => {
  [supplier, marketplace] = [await api.aSupplier(), await api.aMarketplace()];
});

/** The line items of an order, with their transactions. */
const partsOf = (order: number) =>
  db
    .select({ item: orderLineItems, transaction: orderTransactions })
    .from(orderLineItems)
    .innerJoin(orderTransactions, eq(orderTransactions.lineItemId, orderLineItems.id))
    .where(eq(orderLineItems.orderId, order));
const ofOrder = () => ({ supplierId: supplier, marketplaceId: marketplace });

describe("line items, transactions and shipments have the supplier, marketplace and date of their order", () => {
  test("when an order is entered, changed, shipped, cancelled, deleted, put back and invoiced", async () => {
    const order = await api.ok(operator, orders.add, newOrder(supplier, marketplace));
    const add = () => api.ok(operator, orders.addLineItem, newLineItem(order));
    const [kept, deleted] = [await add(), await add()];
    expect(await partsOf(order)).toMatchObject([1, 2].map(() => ({ item: ofOrder(), transaction: ofOrder() })));
    await api.ok(operator, orders.addLineItemAdjustment, { ...adjustment(kept), CommissionAmountExTaxAdjustment: -1 });
    const { shippingAddressId } = await api.ok(operator, orders.get, { id: order });
    const changed = "2026-02-03T04:05:06.000Z";
    await api.ok(operator, orders.updateDetails, {
      ...orderDetails(order, shippingAddressId ?? (await api.anAddress())),
      OrderDate: changed,
    });
    expect((await partsOf(order))[0]?.item.orderedAt).toEqual(new Date(changed));
    const UndoneId = randomUUID();
    await api.ok(operator, orders.deleteLineItem, { LineItemId: deleted, Id: UndoneId });
    await api.ok(operator, history.undo, { UndoneId });
    const sent = { OrderId: order, Items: [{ LineItemId: kept, QuantityToShip: 1 }] };
    await api.ok(operator, shipments.add, sent);
    await api.ok(operator, orders.cancelLineItems, { OrderId: order, Comment: "" });
    await api.ok(operator, invoices.generate, { Only: [{ SupplierId: supplier, MarketplaceId: marketplace }] });
    expect(new Set((await partsOf(order)).map(({ transaction }) => transaction.type))).toEqual(
      new Set([0, 1, 2, 3, 4]),
    );
    expect(await strayParts(db)).toEqual([]);
  });

  test("when an order is placed without a supplier, sent, and assigned one", async () => {
    const placed = await api.ok(
      operator,
      orders.place,
      placedOrder(marketplace, { Lines: [{ Sku: randomUUID(), ProductName: "Tray", Quantity: 2, PriceIncTax: 50 }] }),
    );
    const order = placed.orders[0]?.id ?? 0;
    const unassigned = { supplierId: null, marketplaceId: marketplace };
    expect(await partsOf(order)).toMatchObject([{ item: unassigned, transaction: unassigned }]);
    const items = placed.lines.map(({ lineItemId }) => ({ LineItemId: lineItemId, QuantityToShip: 1 }));
    await api.ok(operator, shipments.add, { OrderId: order, Items: items });
    await api.ok(operator, orders.assignSupplier, { OrderId: order, SupplierId: supplier });
    const parts = await partsOf(order);
    expect(parts).toMatchObject([1, 2].map(() => ({ item: ofOrder(), transaction: ofOrder() })));
    expect(await strayParts(db)).toEqual([]);
  });
});

describe("rows of an earlier version", () => {
  const copies = sql`supplier_id = null, marketplace_id = null`;
  /** Makes all rows those of an earlier version, as the migration leaves them. */
  async function makeEarlier(): Promise<number> {
    await db.execute(sql`update order_line_items set ${copies}, ordered_at = null`);
    await db.execute(sql`update order_transactions set ${copies}`);
    const [last] = await db.select({ id: sql<number>`max(id)` }).from(orderRows);
    const upTo = last?.id ?? 0;
    await db.insert(unfinishedUpgrades).values({ name: "order-parties", upTo });
    return upTo;
  }
  const left = async () => (await db.select().from(unfinishedUpgrades))[0]?.upTo;
  /** The supplier's pieces in the ledger. */
  const pieces = async (of = supplier) => {
    const [row] = await (await queryOfParts(db, "transactions"))
      .select({ pieces: sql<number>`coalesce(sum(${orderTransactions.quantity}), 0)::int` })
      .from(orderTransactions)
      .where(eq(orderTransactions.supplierId, of));
    return row?.pieces;
  };
  const fill = () => fillOrderParties(database);
  /** An order whose id is far from those before it, so that it is filled in a step of its own. */
  async function aFarOrder(): Promise<number> {
    await db.execute(sql`select setval(pg_get_serial_sequence('orders', 'id'), (select max(id) from orders) + 900)`);
    return api.anOrder(supplier, { marketplaceId: marketplace });
  }

  test("are filled in step by step, newest first, and are counted before, during and after", async () => {
    await api.aLineItem(await api.anOrder(supplier), { quantity: 3 });
    await api.aLineItem(await aFarOrder(), { quantity: 4 });
    const upTo = await makeEarlier();
    expect(await strayParts(db)).not.toEqual([]);
    expect(await pieces()).toBe(7);
    await fill();
    expect(await left()).toBe(upTo - 500);
    expect(await strayParts(db)).not.toEqual([]);
    expect(await pieces()).toBe(7);
    for (let steps = 0; (await left()) !== undefined && steps < 10; steps++) await fill();
    expect(await left()).toBeUndefined();
    expect(await strayParts(db)).toEqual([]);
    expect(await pieces()).toBe(7);
  });

  test("are right when their order changes before they are filled in, and new rows at once", async () => {
    const order = await api.anOrder(null, { marketplaceId: marketplace });
    await api.aLineItem(order, { quantity: 3 });
    await makeEarlier();
    await api.aLineItem(await api.anOrder(supplier), { quantity: 2 });
    expect(await pieces()).toBe(2);
    await api.ok(operator, orders.assignSupplier, { OrderId: order, SupplierId: supplier });
    expect(await partsOf(order)).toMatchObject([{ item: ofOrder(), transaction: ofOrder() }]);
    expect(await pieces()).toBe(5);
    while ((await left()) !== undefined) await fill();
    expect(await strayParts(db)).toEqual([]);
  });

  test("are filled in once by two processes at a time, and again after a step that was cut off", async () => {
    await api.aLineItem(await aFarOrder());
    const upTo = await makeEarlier();
    const cutOff = database.transaction(async (tx) => {
      await fillOrderParties({ db: tx, transaction: (work) => work(tx) });
      expect(await tx.select().from(unfinishedUpgrades)).toMatchObject([{ upTo: upTo - 500 }]);
      throw new Error("the process died");
    });
    await expect(cutOff).rejects.toThrow("the process died");
    expect(await left()).toBe(upTo);
    while ((await left()) !== undefined) await Promise.all([fill(), fill()]);
    expect(await strayParts(db)).toEqual([]);
  });

  // The embedded database has one process.
  test.skipIf(database.isEmbedded)("wait for no order that somebody is changing, and come back to it", async () => {
    const order = await aFarOrder();
    await api.aLineItem(order, { quantity: 3 });
    const later = await api.anOrder(supplier, { marketplaceId: marketplace });
    await api.aLineItem(later, { quantity: 4 });
    await makeEarlier();
    await db.transaction(async (other) => {
      await other.select().from(orderRows).where(eq(orderRows.id, order)).for("update");
      await fill();
      expect(await left()).toBe(order);
      expect(await partsOf(later)).toMatchObject([{ item: ofOrder(), transaction: ofOrder() }]);
    });
    while ((await left()) !== undefined) await fill();
    expect(await strayParts(db)).toEqual([]);
  });
});
