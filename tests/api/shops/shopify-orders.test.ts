/** Reading the orders of a Shopify shop, and telling it about shipments. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Shop, type ShopOrder, ShopRefusal, type ShopShipment, ShopUnavailable } from "#api/areas/shops/shop.ts";
import { keysInMemory } from "#tests/support/shops/keys.ts";
import { listing, opened } from "#tests/support/shops/shopify/opened.ts";
import type { Purchase, StoredOrder } from "#tests/support/shops/shopify/orders.ts";
import { otherLocationId } from "#tests/support/shops/shopify/parts.ts";
import { type ShopifyShop, shopifyShop } from "#tests/support/shops/shopify.ts";

let server: ShopifyShop;
let shop: Shop;
beforeEach(async () => {
  server = await shopifyShop();
  shop = opened(server);
});
afterEach(() => server.close());

const goods = (quantity: number, price: number, traits: object = {}) => ({ sku: "LAMP-1", quantity, price, ...traits });
const placed = (purchase: Purchase) => server.place(purchase);
const linesOf = ({ lines }: StoredOrder) => lines.map(({ id }) => id);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

async function read({ id }: { id: string }): Promise<ShopOrder> {
  const order = await shop.order(id);
  if (!order || "unreadable" in order) throw new Error(`There is no order ${id} that can be read.`);
  return order;
}

async function pagesSince(moment: Date, from = shop): Promise<string[][]> {
  const pages = [];
  for await (const page of from.ordersChangedSince(moment)) pages.push(page.map(({ number }) => number));
  return pages;
}

describe("an order", () => {
  test("has the customer, the address, the lines and the amounts of the shop", async () => {
    await shop.publish({ ...listing, stock: null }, "2027-02-01T10:00:00.000Z");
    const order = placed({
      lines: [
        {
          sku: "LAMP-1",
          quantity: 2,
          attributes: [
            { key: "Engraving", value: "M" },
            { key: "_id", value: "9" },
          ],
        },
      ],
      shipping: 1_100,
      note: "Ring twice",
      address: { company: "Wong Pty Ltd" },
    });
    expect(await read(order)).toEqual({
      id: order.id,
      number: "#1001",
      orderedAt: new Date(order.createdAt).toISOString(),
      changedAt: new Date(order.updatedAt).toISOString(),
      state: "paid",
      currency: "AUD",
      customer: {
        firstName: "Mia",
        surname: "Wong",
        email: "mia@customer.example",
        phone: "0400 000 001",
        company: "Wong Pty Ltd",
      },
      address: {
        streetAddress: "1 King Street",
        streetAddress2: "Flat 2",
        city: "Newtown",
        state: "NSW",
        postCode: "2042",
        countryCode: "AU",
      },
      notes: "Ring twice",
      lines: [
        {
          id: order.lines[0]?.id,
          sku: "LAMP-1",
          marketplaceSku: server.product("LAMP-1")?.id.split("/").at(-1),
          name: "Désk lamp",
          quantity: 2,
          total: 160,
          gst: 14.55,
          options: [{ name: "Engraving", value: "M" }],
        },
      ],
      shipping: 11,
      total: 171,
      refunds: [],
    });
  });

  test("has lines less the discounts of the line and of the order", async () => {
    const { lines, total } = await read(
      placed({
        lines: [goods(3, 1_000, { discounts: [200, 333] }), goods(1, 700)],
        shipping: 900,
        shippingDiscount: 900,
      }),
    );
    expect(lines.map((line) => [line.total, line.gst])).toEqual([
      [24.67, 2.24],
      [7, 0.64],
    ]);
    expect(total).toBe(31.67);
  });

  test("has amounts with GST also of a shop that adds it to its prices", async () => {
    server.settings.taxesIncluded = false;
    const order = await read(placed({ lines: [goods(2, 1_000, { discounts: [100] })], shipping: 1_000 }));
    expect(order).toMatchObject({ lines: [{ total: 20.9, gst: 1.9 }], shipping: 11, total: 31.9 });
  });

  test("has no GST in goods that are free of it", async () => {
    expect(await read(placed({ lines: [goods(1, 1_000, { isGstFree: true })] }))).toMatchObject({
      lines: [{ total: 10, gst: 0 }],
      total: 10,
    });
  });

  test("has neither tips nor gift cards in its lines and total", async () => {
    const order = placed({
      lines: [
        goods(1, 1_000),
        { sku: "", title: "Tip", quantity: 1, price: 300, kind: "tip" },
        { sku: "GIFT", quantity: 1, price: 5_000, kind: "giftCard" },
      ],
    });
    expect(await read(order)).toMatchObject({ lines: [{ sku: "LAMP-1" }], total: 10 });
    const giftCard = placed({ lines: [{ sku: "GIFT", quantity: 1, price: 5_000, kind: "giftCard" }] });
    expect(await shop.order(giftCard.id)).toBeUndefined();
    expect(await pagesSince(minutesAgo(1))).toEqual([["#1001"]]);
  });

  test("has no address if nothing is delivered", async () => {
    expect(await read(placed({ lines: [goods(1, 1_000)], address: null }))).toMatchObject({
      address: null,
      customer: { surname: "Wong" },
    });
  });

  test.each([
    ["PAID", "paid"],
    ["PARTIALLY_REFUNDED", "paid"],
    ["REFUNDED", "paid"],
    ["PENDING", "unpaid"],
    ["AUTHORIZED", "unpaid"],
    ["PARTIALLY_PAID", "unpaid"],
    ["EXPIRED", "unpaid"],
    ["VOIDED", "unpaid"],
  ])("that is %s in the shop counts as %s", async (displayFinancialStatus, state) => {
    const order = placed({ lines: [goods(1, 1_000)] });
    server.orders.change(order.id, { displayFinancialStatus });
    expect((await read(order)).state).toBe(state);
  });

  test("is cancelled once it is cancelled in the shop, whatever was paid", async () => {
    const order = placed({ lines: [goods(1, 1_000)], isPaid: false });
    server.pay(order.id);
    expect((await read(order)).state).toBe("paid");
    server.cancel(order.id);
    expect((await read(order)).state).toBe("cancelled");
  });

  test("has all of its lines, however many there are", async () => {
    const lines = Array.from({ length: 130 }, (_, i) => ({ sku: `S-${i}`, quantity: 1, price: 100 + i }));
    const order = await read(placed({ lines }));
    expect(order.lines.map(({ sku }) => sku)).toEqual(lines.map(({ sku }) => sku));
    expect(order.total).toBe(213.85);
  });

  test("is read again from the start if it changes between two pages of lines", async () => {
    const lines = Array.from({ length: 50 }, (_, i) => ({ sku: `S-${i}`, quantity: 1, price: 100 }));
    const order = placed({ lines });
    let count = 0;
    server.onCall = () => {
      count += 1;
      if (count === 2) server.orders.change(order.id, { name: "#changed" }, new Date(Date.now() + 5_000));
    };
    expect(await read(order)).toMatchObject({ number: "#changed", total: 50 });
    server.onCall = () => server.orders.change(order.id, {}, new Date(Date.now() + 9_000 + 1_000 * count++));
    await expect(read(order)).rejects.toThrow(ShopUnavailable);
  });

  test("that is not there is undefined, whatever its key looks like", async () => {
    expect(await shop.order("gid://shopify/Order/5")).toBeUndefined();
    expect(await shop.order("5")).toBeUndefined();
    expect(await shop.order('"')).toBeUndefined();
  });
});

describe("a refund", () => {
  test("has the pieces and the money of its lines and of the shipping", async () => {
    const order = placed({ lines: [goods(3, 1_000), goods(1, 500)], shipping: 1_100 });
    const [first, second] = linesOf(order) as [string, string];
    server.refund(order.id, { lines: [{ id: first, quantity: 2, subtotal: 2_000 }], note: "Broken" });
    server.refund(order.id, { lines: [{ id: second, quantity: 1, subtotal: 500 }], shipping: 1_100 });
    const { refunds, lines } = await read(order);
    expect(refunds).toEqual([
      { id: expect.any(String), reason: "Broken", lines: [{ lineId: first, quantity: 2, total: 20 }], shipping: 0 },
      { id: expect.any(String), reason: "", lines: [{ lineId: second, quantity: 1, total: 5 }], shipping: 11 },
    ]);
    // The purchase stays unchanged.
    expect(lines.map(({ quantity, total }) => [quantity, total])).toEqual([
      [3, 30],
      [1, 5],
    ]);
  });

  test("has amounts with GST also of a shop that adds it to its prices", async () => {
    server.settings.taxesIncluded = false;
    const order = placed({ lines: [goods(2, 1_000)], shipping: 1_000 });
    const [id] = linesOf(order) as [string];
    server.refund(order.id, { lines: [{ id, quantity: 1, subtotal: 1_000 }], shipping: 500 });
    expect((await read(order)).refunds).toMatchObject([{ lines: [{ quantity: 1, total: 11 }], shipping: 5.5 }]);
  });

  test("of money alone is divided among the lines by what was paid for them, to the cent", async () => {
    const order = placed({ lines: [goods(1, 1_000), goods(1, 1_000), goods(1, 1_000)] });
    server.refund(order.id, { less: -1_000 });
    const [refund] = (await read(order)).refunds;
    expect(refund?.lines.map(({ quantity, total }) => [quantity, total])).toEqual([
      [0, 3.33],
      [0, 3.34],
      [0, 3.33],
    ]);
  });

  test("of money alone takes no more from a line than is left of it, and the rest from the shipping", async () => {
    const order = placed({ lines: [goods(1, 1_000), goods(1, 1_000)], shipping: 700 });
    const [first, second] = linesOf(order) as [string, string];
    server.refund(order.id, { lines: [{ id: first, quantity: 1, subtotal: 1_000 }] });
    server.refund(order.id, { less: -1_600 });
    expect((await read(order)).refunds[1]).toMatchObject({
      lines: [{ lineId: second, quantity: 0, total: 10 }],
      shipping: 6,
    });
  });

  test("with a fee gives back less money for the same pieces", async () => {
    const order = placed({ lines: [goods(1, 1_000)] });
    const [id] = linesOf(order) as [string];
    server.refund(order.id, { lines: [{ id, quantity: 1, subtotal: 1_000 }], less: 150 });
    expect((await read(order)).refunds).toMatchObject([{ lines: [{ quantity: 1, total: 8.5 }], shipping: 0 }]);
  });

  test("of a gift card is none of the order", async () => {
    const order = placed({ lines: [goods(1, 1_000), { sku: "GIFT", quantity: 1, price: 500, kind: "giftCard" }] });
    const [, giftCard] = linesOf(order) as [string, string];
    server.refund(order.id, { lines: [{ id: giftCard, quantity: 1, subtotal: 500, tax: 0 }] });
    expect((await read(order)).refunds).toEqual([]);
  });

  test("has all of its lines, however many there are", async () => {
    const lines = Array.from({ length: 130 }, (_, i) => ({ sku: `S-${i}`, quantity: 1, price: 100 }));
    const order = placed({ lines });
    server.refund(order.id, { lines: linesOf(order).map((id) => ({ id, quantity: 1, subtotal: 100 })) });
    expect((await read(order)).refunds[0]?.lines).toHaveLength(130);
  });
});

describe("orders changed since a moment", () => {
  const place = (minutes: number) => server.place({ lines: [goods(1, 1_000)] }, minutesAgo(minutes));

  test("are those and no others, the first change first", async () => {
    for (const minutes of [5, 90, 20]) place(minutes);
    expect(await pagesSince(minutesAgo(60))).toEqual([["#1003", "#1001"]]);
    expect(await pagesSince(minutesAgo(1))).toEqual([[]]);
  });

  test("are read to the last page", async () => {
    for (let i = 0; i < 120; i += 1) place(200 - i);
    const pages = await pagesSince(minutesAgo(500));
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
    expect(new Set(pages.flat()).size).toBe(120);
  });

  test("are all read if they were changed in the same second", async () => {
    const moment = minutesAgo(5);
    for (let i = 0; i < 120; i += 1) server.place({ lines: [goods(1, 1_000)] }, moment);
    expect(new Set((await pagesSince(moment)).flat()).size).toBe(120);
  });

  test("come again, and hide none before them, if they change while the pages are read", async () => {
    const orders = Array.from({ length: 120 }, (_, i) => place(200 - i));
    let isChanged = false;
    server.onCall = (name) => {
      const [first] = orders;
      if (name !== "Order" || isChanged || !first) return;
      isChanged = true;
      server.orders.change(first.id);
    };
    const pages = [];
    for await (const page of shop.ordersChangedSince(minutesAgo(500))) pages.push(page);
    expect(pages.map((page) => page.length)).toEqual([49, 50, 21]);
    expect(pages[2]?.at(-1)?.number).toBe("#1001");
    // A client that stops after a page and continues later from its last moment misses none.
    const moments = pages.map((page) => page.map(({ changedAt }) => changedAt));
    expect(moments.flat()).toEqual(moments.flat().toSorted());
  });

  test("are not lost if the shop fails in between: they are read again from the same moment", async () => {
    for (let i = 0; i < 60; i += 1) place(200 - i);
    server.fail("lost", /^Order$/);
    await expect(pagesSince(minutesAgo(500))).rejects.toThrow(ShopUnavailable);
    expect((await pagesSince(minutesAgo(500))).flat()).toHaveLength(60);
  });

  test("are refused with the missing permission", async () => {
    server.scopes = [];
    await expect(pagesSince(minutesAgo(5))).rejects.toThrow(
      "The app lacks a permission in the shop. Access denied for orders field.",
    );
  });
});

describe("a shipment", () => {
  const shipmentOf = (order: StoredOrder, traits: Partial<ShopShipment> = {}): ShopShipment => ({
    id: 1,
    orderId: order.id,
    lines: order.lines.map(({ id, quantity }) => ({ lineId: id, quantity })),
    fulfilmentId: undefined,
    courier: "Australia Post",
    trackingNumber: "AP123",
    trackingUrl: "https://auspost.com.au/mypost/track/details/AP123",
    isLast: true,
    ...traits,
  });
  const sent = () => [...server.fulfilments.all.values()];

  test("is told with courier, number and link, and the customer gets an email", async () => {
    const order = placed({ lines: [goods(2, 1_000), goods(1, 500)] });
    const id = await shop.fulfil(shipmentOf(order));
    expect(sent()).toEqual([
      expect.objectContaining({
        id,
        status: "SUCCESS",
        tracking: {
          company: "Australia Post",
          number: "AP123",
          url: "https://auspost.com.au/mypost/track/details/AP123",
        },
        lines: [
          { lineId: order.lines[0]?.id, quantity: 2 },
          { lineId: order.lines[1]?.id, quantity: 1 },
        ],
      }),
    ]);
    expect(server.fulfilments.emails).toEqual(["AP123"]);
  });

  test("told again changes nothing and sends no second email", async () => {
    const order = placed({ lines: [goods(2, 1_000)] });
    const fulfilmentId = await shop.fulfil(shipmentOf(order));
    expect(await shop.fulfil(shipmentOf(order, { fulfilmentId }))).toBe(fulfilmentId);
    expect(sent()).toHaveLength(1);
    expect(server.fulfilments.emails).toEqual(["AP123"]);
  });

  test("gets its tracking later, or another one", async () => {
    const order = placed({ lines: [goods(1, 1_000)] });
    const none = { courier: null, trackingNumber: null, trackingUrl: null };
    const fulfilmentId = await shop.fulfil(shipmentOf(order, none));
    expect(sent()[0]?.tracking).toEqual({});
    await shop.fulfil(shipmentOf(order, { fulfilmentId }));
    await shop.fulfil(shipmentOf(order, { fulfilmentId, trackingNumber: "AP456" }));
    expect(sent()).toEqual([expect.objectContaining({ tracking: expect.objectContaining({ number: "AP456" }) })]);
    expect(server.fulfilments.emails).toEqual([undefined, "AP123", "AP456"]);
  });

  test.each(["Fulfil", "Shipments", "FulfilmentOrderLines"])(
    "is told once even if the answer to %s is lost",
    async (name) => {
      const order = placed({ lines: [goods(4, 1_000)] });
      const part = shipmentOf(order, { lines: [{ lineId: order.lines[0]?.id ?? "", quantity: 1 }], isLast: false });
      server.fail("lost", new RegExp(`^${name}$`));
      await expect(shop.fulfil(part)).rejects.toThrow(ShopUnavailable);
      const id = await shop.fulfil(part);
      expect(sent().map((each) => each.id)).toEqual([id]);
    },
  );

  test("is another one than an earlier one with the same goods", async () => {
    const order = placed({ lines: [goods(2, 1_000)] });
    const one = { lines: [{ lineId: order.lines[0]?.id ?? "", quantity: 1 }], trackingNumber: null };
    const first = await shop.fulfil(shipmentOf(order, { ...one, isLast: false }));
    const second = await shop.fulfil(shipmentOf(order, one));
    expect(sent().map(({ id }) => id)).toEqual([first, second]);
  });

  test("with goods at two locations of the shop is told for both, and changed and cancelled as one", async () => {
    const order = placed({ lines: [goods(1, 1_000), goods(1, 500, { sku: "B", location: otherLocationId })] });
    const fulfilmentId = await shop.fulfil(shipmentOf(order));
    expect(sent()).toHaveLength(2);
    await shop.fulfil(shipmentOf(order, { fulfilmentId, trackingNumber: "AP456" }));
    expect(sent().map(({ tracking }) => tracking.number)).toEqual(["AP456", "AP456"]);
    await shop.cancelFulfilment({ ...shipmentOf(order), fulfilmentId });
    expect(sent().map(({ status }) => status)).toEqual(["CANCELLED", "CANCELLED"]);
  });

  test("that somebody entered in the shop by hand gets the tracking, and is not made again", async () => {
    const order = placed({ lines: [goods(1, 1_000)] });
    const [{ id: fulfillmentOrderId } = { id: "" }] = server.fulfilments.ordersOf(order.id);
    server.fulfilments.create({ lineItemsByFulfillmentOrder: [{ fulfillmentOrderId }] });
    const id = await shop.fulfil(shipmentOf(order));
    expect(sent()).toEqual([expect.objectContaining({ id, tracking: expect.objectContaining({ number: "AP123" }) })]);
  });

  test("is found again by its number if this system stopped before it noted the key", async () => {
    const keys = keysInMemory();
    const order = placed({ lines: [goods(1, 1_000)] });
    const first = await opened(server, { keys }).fulfil(shipmentOf(order));
    expect(await opened(server, { keys }).fulfil(shipmentOf(order))).toBe(first);
  });

  test("of goods that were refunded in the shop is refused", async () => {
    const order = placed({ lines: [goods(2, 1_000)] });
    server.refund(order.id, { lines: [{ id: order.lines[0]?.id ?? "", quantity: 1, subtotal: 1_000 }] });
    const told = shop.fulfil(shipmentOf(order));
    await expect(told).rejects.toThrow(ShopRefusal);
    await expect(told).rejects.toThrow("In the shop, these goods were sent before, refunded, or taken off the order.");
    expect(sent()).toEqual([]);
  });

  test("of an order that the shop holds back is refused", async () => {
    const order = placed({ lines: [goods(1, 1_000)] });
    for (const each of server.fulfilments.ordersOf(order.id)) each.status = "ON_HOLD";
    await expect(shop.fulfil(shipmentOf(order))).rejects.toThrow("The shop holds these goods back.");
  });

  test("of an order that is gone is refused", async () => {
    const order = placed({ lines: [goods(1, 1_000)] });
    server.orders.all.clear();
    await expect(shop.fulfil(shipmentOf(order))).rejects.toThrow("The shop no longer has this order.");
  });

  test("with an address that is none is refused in the words of the shop", async () => {
    const order = placed({ lines: [goods(1, 1_000)] });
    await expect(shop.fulfil(shipmentOf(order, { trackingUrl: "no address" }))).rejects.toThrow(ShopRefusal);
  });

  test("can be taken back, again and again, and told anew", async () => {
    const order = placed({ lines: [goods(2, 1_000)] });
    const fulfilmentId = await shop.fulfil(shipmentOf(order));
    await shop.cancelFulfilment({ ...shipmentOf(order), fulfilmentId });
    await shop.cancelFulfilment({ ...shipmentOf(order), fulfilmentId });
    const second = await shop.fulfil(shipmentOf(order));
    expect(second).not.toBe(fulfilmentId);
    expect(sent().map(({ status }) => status)).toEqual(["CANCELLED", "SUCCESS"]);
  });

  test("that was cancelled in the shop is made again when it is told again", async () => {
    const order = placed({ lines: [goods(1, 1_000)] });
    const fulfilmentId = await shop.fulfil(shipmentOf(order));
    server.fulfilments.cancel(fulfilmentId);
    const second = await shop.fulfil(shipmentOf(order, { fulfilmentId }));
    expect(sent().map(({ id, status }) => [id, status])).toEqual([
      [fulfilmentId, "CANCELLED"],
      [second, "SUCCESS"],
    ]);
  });

  test("of more than a hundred lines is told whole", async () => {
    const lines = Array.from({ length: 130 }, (_, i) => ({ sku: `S-${i}`, quantity: 1, price: 100 }));
    const order = placed({ lines });
    const fulfilmentId = await shop.fulfil(shipmentOf(order));
    expect(sent()[0]?.lines).toHaveLength(130);
    expect(await shop.fulfil(shipmentOf(order, { fulfilmentId }))).toBe(fulfilmentId);
  });
});
