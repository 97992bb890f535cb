/** Orders of a WooCommerce shop, their refunds, shipments and webhooks. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ShopOrder, type ShopShipment, ShopUnavailable } from "#api/areas/shops/shop.ts";
import { wooCommerce } from "#api/areas/shops/woocommerce/index.ts";
import { divided, listing, openedShop, webhookSecret } from "#tests/support/shops/woocommerce/opened.ts";
import { signedCall, type WooShop, wooShop } from "#tests/support/shops/woocommerce.ts";

let woo: WooShop;
let opened: ReturnType<typeof openedShop>;
beforeEach(async () => {
  woo = await wooShop();
  opened = openedShop(woo);
  await opened.shop.publish(listing, "2027-02-01T10:00:00.000Z");
  await opened.shop.publish(
    { ...divided, productId: 8, sku: "LAMPS", name: "Lamps & shades" },
    "2027-02-01T10:00:00.000Z",
  );
  woo.calls.length = 0;
});
afterEach(() => woo.close());

const two = { lines: [{ sku: "LAMP-1", quantity: 2 }], shipping: 9.95 };
const read = async (id: number): Promise<ShopOrder> => {
  const order = await opened.shop.order(String(id));
  if (!order || "unreadable" in order) throw new Error("the order was not found");
  return order;
};
const sumOf = ({ lines, shipping }: ShopOrder) =>
  Math.round((lines.reduce((sum, { total }) => sum + total, 0) + shipping) * 100) / 100;

async function changedSince(moment: Date, between?: (page: number) => void): Promise<ShopOrder[]> {
  const found: ShopOrder[] = [];
  let page = 0;
  for await (const orders of opened.shop.ordersChangedSince(moment)) {
    found.push(...(orders as ShopOrder[]));
    between?.(++page);
  }
  return found;
}

describe("an order", () => {
  test("is read without characters that a database cannot store", async () => {
    const { id } = woo.place({ ...two, note: "Leave\u0000 it\ud800 here.", customer: { first_name: "Mi\u0000a" } });
    expect(await read(id)).toMatchObject({ notes: "Leave it here.", customer: { firstName: "Mia" } });
  });

  test("is read with all its details, its amounts inc GST and its moments in UTC", async () => {
    const at = new Date("2027-01-31T23:30:00Z");
    const { id, number } = woo.place({
      ...two,
      lines: [
        { sku: "LAMP-1", quantity: 2, discount: 10 },
        { sku: "LAMP-1-RED", quantity: 1 },
      ],
      note: "Leave it at the door &amp; ring.",
      customer: { company: "Acme" },
      address: { address_2: "Unit 4" },
      at,
    });
    expect(await read(id)).toEqual({
      id: String(id),
      number,
      orderedAt: "2027-01-31T23:30:00Z",
      changedAt: "2027-01-31T23:30:00Z",
      state: "paid",
      currency: "AUD",
      customer: { firstName: "Mia", surname: "Nguyen", email: "mia@example.com", phone: "0400 000 000", company: "" },
      address: {
        streetAddress: "1 High Street",
        streetAddress2: "Unit 4",
        city: "Fremantle",
        state: "WA",
        postCode: "6160",
        countryCode: "AU",
      },
      notes: "Leave it at the door & ring.",
      lines: [
        {
          id: expect.any(String),
          sku: "LAMP-1",
          marketplaceSku: String(woo.product("LAMP-1")?.id),
          name: "Desk lamp",
          quantity: 2,
          total: 150,
          gst: 13.64,
          options: [],
        },
        {
          id: expect.any(String),
          sku: "LAMP-1-RED",
          marketplaceSku: String(woo.product("LAMP-1-RED")?.parent_id),
          name: "Lamps & shades - Red",
          quantity: 1,
          total: 80,
          gst: 7.27,
          options: [{ name: "Colour", value: "Red" }],
        },
      ],
      shipping: 9.95,
      total: 239.95,
      sumProblem: "",
      refunds: [],
    });
  });

  test.each([
    ["pending", "unpaid"],
    ["on-hold", "unpaid"],
    ["failed", "unpaid"],
    ["processing", "paid"],
    ["completed", "paid"],
    ["cancelled", "cancelled"],
    ["trash", "cancelled"],
    ["packed", "unpaid"],
  ])("that is %s there is %s here", async (status, state) => {
    expect((await read(woo.place({ ...two, status }).id)).state).toBe(state);
  });

  test("in a status of a plug-in is paid if it was paid", async () => {
    const { id } = woo.place({ ...two, status: "pending" });
    woo.pay(id);
    woo.orders.change(id, { status: "packed" });
    expect((await read(id)).state).toBe("paid");
  });

  test("that nobody has placed yet, or that is not there, is none", async () => {
    const { id } = woo.place({ ...two, status: "checkout-draft" });
    for (const key of [String(id), "999999", "0", "", "../products", "1".repeat(40)])
      expect(await opened.shop.order(key)).toBeUndefined();
    expect(await changedSince(new Date(0))).toEqual([]);
  });

  test("is addressed to whoever gets it, and to the buyer where the shop has no other address", async () => {
    const none = { first_name: "", last_name: "", address_1: "", city: "", postcode: "", state: "", country: "" };
    const gift = woo.place({ ...two, address: { first_name: "Noah", last_name: "Smith", phone: "0411 111 111" } });
    expect((await read(gift.id)).customer).toMatchObject({
      firstName: "Noah",
      surname: "Smith",
      phone: "0411 111 111",
      email: "mia@example.com",
    });
    const plain = woo.place({ ...two, address: none, customer: { address_1: "2 Low Street" } });
    expect((await read(plain.id)).address).toMatchObject({ streetAddress: "2 Low Street" });
    const download = woo.place({ lines: two.lines, address: none });
    expect((await read(download.id)).address).toBeNull();
  });

  test("leaves out fees, and ties", async () => {
    const order = await read(woo.place({ ...two, fee: 3.5 }).id);
    expect([order.total, sumOf(order)]).toEqual([169.95, 169.95]);
  });

  test("ties where the shop has fractions of cents", async () => {
    const { id, lines } = woo.place({
      lines: Array.from({ length: 3 }, () => ({ sku: "LAMP-1", quantity: 1 })),
      shipping: 1,
    });
    for (const line of lines) Object.assign(line, { total: 3.030303, total_tax: 0.30303 });
    const order = await read(id);
    expect(order.lines.map(({ total }) => total)).toEqual([3.34, 3.33, 3.33]);
    expect([order.total, sumOf(order)]).toEqual([11, 11]);
  });

  test("has GST in a shop that calculates no taxes, and none where the shop says so", async () => {
    const { id, lines } = woo.place(two);
    for (const line of lines) Object.assign(line, { total: 160, total_tax: 0 });
    woo.orders.change(id, { shippings: [] });
    expect((await read(id)).lines).toMatchObject([{ total: 160, gst: 0 }]);
    const untaxed = await wooShop({ calculatesTaxes: false });
    const { shop } = openedShop(untaxed);
    await shop.publish(listing, "2027-02-01T10:00:00.000Z");
    expect(await shop.order(String(untaxed.place(two).id))).toMatchObject({ lines: [{ total: 160, gst: null }] });
    await untaxed.close();
  });

  test("keeps the SKU of a variant that was removed", async () => {
    const { id } = woo.place({ lines: [{ sku: "LAMP-1-RED", quantity: 1 }] });
    const variants = divided.variants.slice(1);
    await opened.shop.publish({ ...divided, productId: 8, sku: "LAMPS", variants }, "2027-02-01T11:00:00.000Z");
    expect((await read(id)).lines).toMatchObject([{ sku: "LAMP-1-RED" }]);
  });

  test("that cannot be read says why, and stops no other", async () => {
    const { id } = woo.place(two);
    const broken = woo.place(two);
    Object.assign(broken.lines[0] ?? {}, { id: "none" });
    const last = woo.place(two);
    const found = await changedSince(new Date(0));
    const unreadable = expect.stringMatching(/^The shop's answer about it cannot be read: line_items/);
    expect(found).toMatchObject([{ id: String(id) }, { id: String(broken.id), unreadable }, { id: String(last.id) }]);
    woo.instead = { status: 200, body: { id: 77 } };
    expect(await opened.shop.order("77")).toMatchObject({ id: "77", unreadable: expect.any(String) });
  });

  test("whose lines do not add up to what the customer pays names both sums", async () => {
    const { id } = woo.place(two);
    woo.orders.change(id, { charged: 120 });
    expect(await opened.shop.order(String(id))).toMatchObject({
      total: 169.95,
      sumProblem: "Its lines, shipping and fees add up to $169.95, but its total is $120.00. Please enter it by hand.",
    });
  });

  test("in the trash is found among those that were changed, and is cancelled", async () => {
    const orders = Array.from({ length: 45 }, () => woo.place(two));
    const since = new Date(Date.now() - 1_000);
    const discarded = orders.filter((_, index) => index % 2 === 0);
    for (const { id } of discarded) woo.orders.discard(id);
    const found = await changedSince(since);
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(orders.map(({ id }) => String(id))));
    const cancelled = found.filter(({ state }) => state === "cancelled").map(({ id }) => id);
    expect(cancelled.sort()).toEqual(discarded.map(({ id }) => String(id)).sort());
  });
});

describe("a refund", () => {
  test("says which pieces, how much of each line, and how much of shipping", async () => {
    const { id, lines } = woo.place({ ...two, lines: [...two.lines, { sku: "LAMP-1-RED", quantity: 1 }] });
    woo.refund(id, { lines: [{ index: 0, quantity: 1, total: 80 }], shipping: 5, reason: "Broken" });
    woo.refund(id, { lines: [{ index: 1, quantity: 0, total: 12.5 }] });
    const { refunds, state } = await read(id);
    expect(state).toBe("paid");
    expect(refunds).toEqual([
      {
        id: expect.any(String),
        reason: "Broken",
        lines: [{ lineId: String(lines[0]?.id), quantity: 1, total: 80 }],
        shipping: 5,
      },
      {
        id: expect.any(String),
        reason: "",
        lines: [{ lineId: String(lines[1]?.id), quantity: 0, total: 12.5 }],
        shipping: 0,
      },
    ]);
  });

  test("of an amount alone is taken from all lines, and then from shipping", async () => {
    const { id } = woo.place({ ...two, lines: [...two.lines, { sku: "LAMP-1-RED", quantity: 1 }] });
    woo.refund(id, { amount: 10 });
    woo.refund(id, { amount: 231 });
    const [first, second] = (await read(id)).refunds;
    expect(first?.lines.map(({ quantity, total }) => [quantity, total])).toEqual([
      [0, 6.67],
      [0, 3.33],
    ]);
    expect(second?.lines.map(({ total }) => total)).toEqual([153.33, 76.67]);
    expect(second?.shipping).toBe(1);
  });

  test("of the whole order gives back all pieces that are left", async () => {
    const { id } = woo.place(two);
    woo.refund(id, { lines: [{ index: 0, quantity: 1, total: 80 }] });
    woo.refund(id, { amount: 89.95, reason: "Order fully refunded." });
    const { refunds, state } = await read(id);
    expect(state).toBe("paid");
    expect(refunds[1]).toMatchObject({ lines: [{ quantity: 1, total: 80 }], shipping: 9.95 });
  });

  test("that is less than its lines say counts with what was paid back", async () => {
    const { id } = woo.place(two);
    woo.refund(id, { lines: [{ index: 0, quantity: 1, total: 80 }], amount: 70 });
    expect((await read(id)).refunds).toMatchObject([{ lines: [{ quantity: 1, total: 70 }] }]);
  });
});

describe("the orders that were changed", () => {
  const at = (second: number) => new Date(Date.UTC(2027, 1, 1, 10, 0, second));
  const place = (second: number) => woo.place({ ...two, at: at(second) }).id;
  const idsOf = (orders: ShopOrder[]) => orders.map(({ id }) => Number(id));

  test("begin at the moment, in the sequence of their changes", async () => {
    const [early, middle, late] = [place(1), place(5), place(9)];
    woo.orders.change(early, { status: "completed" }, at(12));
    expect(idsOf(await changedSince(at(5)))).toEqual([middle, late, early]);
    expect(idsOf(await changedSince(new Date(at(5).getTime() + 400)))).toEqual([middle, late, early]);
    expect(idsOf(await changedSince(at(6)))).toEqual([late, early]);
    expect(await changedSince(at(13))).toEqual([]);
  });

  test("are all read, however many there are, and each once", async () => {
    const ids = Array.from({ length: 65 }, (_, index) => place(index));
    expect(idsOf(await changedSince(at(0)))).toEqual(ids);
  });

  test("are all read if very many were changed in the same second", async () => {
    const ids = Array.from({ length: 350 }, () => place(3));
    const last = place(4);
    expect(idsOf(await changedSince(at(0)))).toEqual([...ids, last]);
  });

  test("lack none if some are changed again in the meantime", async () => {
    const ids = Array.from({ length: 60 }, (_, index) => place(index));
    const again = ids.slice(0, 10);
    const found = await changedSince(at(0), (page) => {
      if (page === 1)
        for (const [index, id] of again.entries()) woo.orders.change(id, { status: "completed" }, at(100 + index));
    });
    expect(idsOf(found)).toEqual([...ids, ...again]);
    expect(found.at(-1)?.changedAt).toBe("2027-02-01T10:01:49Z");
  });

  test("are worth another try if the shop stops answering, and arrive although it asks for slower calls", async () => {
    for (let second = 0; second < 30; second += 1) place(second);
    woo.fail("tooMany", /orders/, 2);
    expect(await changedSince(at(0))).toHaveLength(30);
    woo.fail("broken", /orders/);
    await expect(changedSince(at(0))).rejects.toThrow(ShopUnavailable);
  });
});

describe("a shipment", () => {
  const order = () => woo.place(two);
  type Placed = ReturnType<typeof order>;
  const shipmentOf = ({ id, lines }: Placed, traits: Partial<ShopShipment> = {}): ShopShipment => ({
    id: 501,
    orderId: String(id),
    lines: [{ lineId: String(lines[0]?.id), quantity: 2 }],
    fulfilmentId: undefined,
    courier: "Australia Post",
    trackingNumber: "AP123",
    trackingUrl: "https://auspost.example/AP123",
    isLast: true,
    ...traits,
  });
  const metaOf = ({ meta_data }: Placed, key: string) => meta_data.find((each) => each.key === key)?.value;
  const trackedIn = (placed: Placed) => metaOf(placed, "_wc_shipment_tracking_items");
  const customerNotes = ({ notes }: Placed) =>
    notes.filter(({ customer_note }) => customer_note).map(({ note }) => note);

  test("is told to the customer, to the tracking extension, and completes the order", async () => {
    const placed = order();
    const key = await opened.shop.fulfil(shipmentOf(placed));
    expect(placed.status).toBe("completed");
    expect(customerNotes(placed)).toEqual([
      "A parcel is on its way to you with Australia Post.\nTracking number: AP123.\nTrack it at https://auspost.example/AP123\nIt contains 2 × Desk lamp.",
    ]);
    expect(trackedIn(placed)).toEqual([
      {
        tracking_provider: "",
        custom_tracking_provider: "Australia Post",
        custom_tracking_link: "https://auspost.example/AP123",
        tracking_number: "AP123",
        date_shipped: expect.stringMatching(/^\d{10}$/),
        tracking_id: key,
      },
    ]);
    expect(woo.orders.emails.map(({ about }) => about)).toEqual(["note", "completed"]);
  });

  test("leaves the order open while something has still to be sent", async () => {
    const placed = order();
    await opened.shop.fulfil(shipmentOf(placed, { isLast: false }));
    expect(placed.status).toBe("processing");
  });

  test.each(["pending", "on-hold", "cancelled", "refunded"])(
    "does not complete an order that is %s",
    async (status) => {
      const placed = woo.place({ ...two, status });
      await opened.shop.fulfil(shipmentOf(placed));
      expect(placed.status).toBe(status);
    },
  );

  test.each(["POST .*notes", "PUT /orders"])("is told once if the answer to %s was lost", async (request) => {
    const placed = order();
    woo.fail("lost", new RegExp(request));
    await expect(opened.shop.fulfil(shipmentOf(placed))).rejects.toThrow(ShopUnavailable);
    const key = await opened.shop.fulfil(shipmentOf(placed));
    expect(await opened.shop.fulfil(shipmentOf(placed, { fulfilmentId: key }))).toBe(key);
    expect(trackedIn(placed)).toHaveLength(1);
    expect(woo.orders.emails.map(({ about }) => about)).toEqual(["note", "completed"]);
  });

  test("is told again when its tracking is known or changes, and the customer sees the new one alone", async () => {
    const placed = order();
    const unknown = { courier: null, trackingNumber: null, trackingUrl: null };
    const fulfilmentId = await opened.shop.fulfil(shipmentOf(placed, unknown));
    expect(trackedIn(placed)).toBeUndefined();
    expect(customerNotes(placed)).toEqual(["A parcel is on its way to you.\nIt contains 2 × Desk lamp."]);
    expect(await opened.shop.fulfil(shipmentOf(placed, { fulfilmentId }))).toBe(fulfilmentId);
    await opened.shop.fulfil(shipmentOf(placed, { fulfilmentId, trackingNumber: "AP999" }));
    expect(trackedIn(placed)).toMatchObject([{ tracking_number: "AP999", tracking_id: fulfilmentId }]);
    expect(customerNotes(placed)).toEqual([expect.stringContaining("Tracking number: AP999.")]);
    expect(woo.orders.emails.map(({ about }) => about)).toEqual(["note", "completed", "note", "note"]);
  });

  test("is not taken for another one with the same lines and no tracking", async () => {
    const placed = order();
    const unknown = { courier: null, trackingNumber: null, trackingUrl: null, isLast: false };
    const first = await opened.shop.fulfil(shipmentOf(placed, { ...unknown, id: 501 }));
    const second = await opened.shop.fulfil(shipmentOf(placed, { ...unknown, id: 502 }));
    expect(first).not.toBe(second);
    expect(customerNotes(placed)).toHaveLength(2);
  });

  test("keeps what others have noted, even if PHP wrote it as an object", async () => {
    const placed = order();
    const other = { tracking_provider: "dhl", tracking_number: "D1", tracking_id: "theirs" };
    placed.meta_data.push({ id: 1, key: "_wc_shipment_tracking_items", value: { "3": other } });
    const fulfilmentId = await opened.shop.fulfil(shipmentOf(placed));
    expect(trackedIn(placed)).toMatchObject([other, { tracking_number: "AP123" }]);
    await opened.shop.cancelFulfilment({ ...shipmentOf(placed), fulfilmentId });
    expect(trackedIn(placed)).toEqual([other]);
  });

  test("is taken back, and the order is open again", async () => {
    const placed = order();
    const fulfilmentId = await opened.shop.fulfil(shipmentOf(placed));
    woo.fail("lost", /PUT \/orders/);
    const cancel = () => opened.shop.cancelFulfilment({ ...shipmentOf(placed), fulfilmentId });
    await expect(cancel()).rejects.toThrow(ShopUnavailable);
    await cancel();
    expect([placed.status, customerNotes(placed), placed.meta_data]).toEqual(["processing", [], []]);
    await opened.shop.fulfil(shipmentOf(placed, { id: 502 }));
    expect(placed.status).toBe("completed");
  });

  test("that is taken back leaves an order completed that the shop's staff has completed", async () => {
    const placed = order();
    const fulfilmentId = await opened.shop.fulfil(shipmentOf(placed, { isLast: false }));
    woo.orders.change(placed.id, { status: "completed" });
    await opened.shop.cancelFulfilment({ ...shipmentOf(placed), fulfilmentId });
    expect(placed.status).toBe("completed");
  });

  test("of an order that was deleted is refused, and need not be taken back", async () => {
    const placed = order();
    woo.orders.all.delete(placed.id);
    await expect(opened.shop.fulfil(shipmentOf(placed))).rejects.toThrow("The order is no longer in the shop.");
    await opened.shop.cancelFulfilment({ ...shipmentOf(placed), fulfilmentId: "any" });
  });
});

describe("webhooks", () => {
  const address = "http://127.0.0.1:9/shops/1/orders";
  const shown = () =>
    [...woo.webhooks.all.values()].map(({ topic, status, delivery_url, secret }) => [
      topic,
      status,
      delivery_url,
      secret,
    ]);
  const complete = [
    ["order.created", "active", address, webhookSecret],
    ["order.updated", "active", address, webhookSecret],
    ["order.deleted", "active", address, webhookSecret],
    ["order.restored", "active", address, webhookSecret],
  ];

  test("are made once", async () => {
    await opened.shop.subscribe(address);
    await opened.shop.subscribe(address);
    await openedShop(woo).shop.subscribe(address);
    expect(shown()).toEqual(complete);
  });

  test("are repaired if they are disabled, have another secret or another address", async () => {
    await opened.shop.subscribe("http://127.0.0.1:9/before");
    const [first] = woo.webhooks.all.values();
    if (first) Object.assign(first, { status: "disabled", secret: "another" });
    await opened.shop.subscribe(address);
    expect(shown().sort()).toEqual([...complete].sort());
  });

  test("that the shop has disabled are noticed, and made anew with no failures counted", async () => {
    expect(await opened.shop.subscribe(address)).toMatchObject({ hadStopped: false });
    const [first] = woo.webhooks.all.values();
    if (first) Object.assign(first, { status: "disabled", failures: 6 });
    expect(await opened.shop.test()).toMatchObject({ hasStopped: true });
    expect(await opened.shop.subscribe(address)).toMatchObject({ hadStopped: true });
    expect(await opened.shop.test()).toMatchObject({ hasStopped: false });
    expect(await opened.shop.subscribe(address)).toMatchObject({ hadStopped: false });
    expect(shown()).toHaveLength(complete.length);
    expect([...woo.webhooks.all.values()].map(({ failures }) => failures)).toEqual([0, 0, 0, 0]);
  });

  test("that were disabled are made once if the answer about it is lost", async () => {
    await opened.shop.subscribe(address);
    for (const each of woo.webhooks.all.values()) each.status = "disabled";
    woo.fail("lost", /POST \/webhooks/);
    await expect(opened.shop.subscribe(address)).rejects.toThrow(ShopUnavailable);
    expect(await opened.shop.subscribe(address)).toMatchObject({ hadStopped: true });
    expect(shown().sort()).toEqual([...complete].sort());
  });

  test("are not left double after an answer was lost, and those of others stay", async () => {
    const other = {
      id: 9_000,
      name: "ERP",
      topic: "order.updated",
      status: "active",
      failures: 0,
      createdAt: new Date(),
      modifiedAt: null,
    };
    woo.webhooks.all.set(9_000, { ...other, delivery_url: "https://erp.example/", secret: "theirs" });
    woo.fail("lost", /POST \/webhooks/);
    await expect(opened.shop.subscribe(address)).rejects.toThrow(ShopUnavailable);
    woo.webhooks.all.set(9_001, { ...other, id: 9_001, delivery_url: address, secret: "double" });
    woo.webhooks.all.set(9_002, { ...other, id: 9_002, delivery_url: address, secret: "double" });
    await opened.shop.subscribe(address);
    expect(shown()).toHaveLength(complete.length + 1);
    expect(shown()).toContainEqual(["order.updated", "active", "https://erp.example/", "theirs"]);
  });

  const connection = { url: "", key: "", secret: "", webhookSecret };

  test("name the order if they are signed with our secret", () => {
    const call = signedCall(webhookSecret, { id: 4711 });
    expect(wooCommerce.readWebhook(connection, call.headers, call.body)).toEqual({ orderId: "4711" });
  });

  test("are not believed if they are signed with another secret, or changed on their way, or not signed", () => {
    const call = signedCall("another secret", { id: 4711 });
    const signed = signedCall(webhookSecret, { id: 4711 });
    const { "x-wc-webhook-signature": signature, ...others } = signed.headers;
    for (const [headers, body] of [
      [call.headers, call.body],
      [signed.headers, Buffer.from('{"id":4712}')],
      [others, signed.body],
      [others, Buffer.from("webhook_id=1&id=4711")],
      [{ ...others, "x-wc-webhook-signature": "" }, signed.body],
      [{ ...others, "x-wc-webhook-signature": signature.slice(0, 20) }, signed.body],
    ] as const)
      expect(wooCommerce.readWebhook(connection, headers, body)).toBe("not signed");
    const empty = signedCall("", { id: 4711 });
    expect(wooCommerce.readWebhook({ ...connection, webhookSecret: "" }, empty.headers, empty.body)).toBe("not signed");
  });

  test("that are made at the moment, or are about something else, are of no interest", () => {
    expect(wooCommerce.readWebhook(connection, {}, Buffer.from("webhook_id=12"))).toBe("other");
    const product = signedCall(webhookSecret, { id: 5 }, "product.updated");
    expect(wooCommerce.readWebhook(connection, product.headers, product.body)).toBe("other");
    for (const order of [{ id: 0 }, { id: "x" as never }, { code: "woocommerce_rest_cannot_view" } as never]) {
      const odd = signedCall(webhookSecret, order);
      expect(wooCommerce.readWebhook(connection, odd.headers, odd.body)).toBe("other");
    }
  });

  test("of the shop arrive signed, repeated, and in another sequence", async () => {
    const heard: unknown[] = [];
    const server = createServer(async (request, response) => {
      const pieces = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const call = wooCommerce.readWebhook(connection, request.headers, Buffer.concat(pieces));
      heard.push(call);
      response.writeHead(call === "not signed" ? 401 : 200).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const port = (server.address() as AddressInfo).port;
    await opened.shop.subscribe(`http://127.0.0.1:${port}/`);
    expect(heard.splice(0)).toEqual(["other", "other", "other", "other"]);
    const first = woo.place(two);
    woo.pay(woo.place({ ...two, status: "pending" }).id);
    expect(await woo.sendCalls({ times: 2, isSwapped: true })).toEqual([200, 200, 200, 200, 200, 200]);
    expect(heard.splice(0).at(-1)).toEqual({ orderId: String(first.id) });
    for (let failure = 0; failure < 7; failure += 1) woo.cancel(first.id);
    expect(new Set(await woo.sendCalls({ secret: "another" }))).toEqual(new Set([401]));
    expect([...woo.webhooks.all.values()].map(({ status }) => status)).toEqual([
      "active",
      "disabled",
      "active",
      "active",
    ]);
    server.close();
  });
});
