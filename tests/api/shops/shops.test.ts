/** From a product to an order of a shop, its shipment and its refund, with a shop that speaks WooCommerce's interface. */

import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { and, eq } from "drizzle-orm";
import pino from "pino";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { synchronise } from "#api/areas/channels/synchronise.ts";
import { notifyOfFailingShops, queueOrder, readingEveryMs, readShops } from "#api/areas/shops/read-orders.ts";
import { readConfig } from "#api/core/config.ts";
import {
  deliveries,
  marketplaceProducts,
  notifications,
  products,
  shopOrders,
  shops,
} from "#api/core/database/schema/index.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { deliverer } from "#api/core/outbox/deliver.ts";
import { channelsOf, eventSender } from "#api/registries/channels.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { signedCall, type WooShop, wooShop } from "#tests/support/shops/woocommerce.ts";
import type { TestUser } from "#tests/support/world.ts";

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

const port = await freePort();
const env = {
  OIDC_CLIENT_SECRET: "a secret for tests alone",
  ALLOW_PRIVATE_WEBHOOKS: "on",
  API_PUBLIC_URL: `http://127.0.0.1:${port}`,
};
const api = await startApi(env);
const { database } = api;
const { db } = database;
const config = readConfig(env);
const log = pino({ level: "silent" });
const jobs = createJobs(database, log);
const { marketplaces, orders, shipments } = operations;
const later = (ms: number) => new Date(Date.now() + ms);
const minute = 60_000;

let admin: TestUser;
let supplier: number;
let marketplace: number;
let product: number;
let shop: WooShop;

beforeAll(async () => {
  await api.app.listen({ host: "127.0.0.1", port });
  admin = await api.aUser({ roles: ["Administrator"] });
  supplier = await api.aSupplier({ name: "Acacia" });
});
beforeEach(async () => {
  shop = await wooShop();
  marketplace = await api.aMarketplace();
  await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace });
  product = await api.aProduct(supplier, {
    name: "Linen tray",
    description: "<p>For tea.</p>",
    externalSku: `TRAY-${marketplace}`,
    defaultImageFileId: await api.aFile({ location: 2, contentType: "image/webp" }),
    shippingMethod: 0,
    domesticFlatRate: 5,
    recommendedRetailPrice: 20,
    salePrice: 20,
    manageStock: true,
    stockQuantity: 10,
    on: [{ marketplaceId: marketplace, status: 2 }],
  });
  await connect();
  await publish();
});
afterEach(() => shop.close());

const connect = (traits: object = {}) =>
  api.ok(admin, marketplaces.updateChannel, {
    MarketplaceId: marketplace,
    Channel: "wooCommerce",
    ShopUrl: shop.url,
    ShopKey: shop.key,
    ShopSecret: shop.secret,
    ...traits,
  });

/** Runs the job that brings the product into the shop. */
async function publish(): Promise<void> {
  const startedAt = new Date();
  const isListing = and(eq(marketplaceProducts.productId, product), eq(marketplaceProducts.marketplaceId, marketplace));
  await db.update(marketplaceProducts).set({ syncStatus: 2, syncStartedAt: startedAt }).where(isListing);
  const sync = synchronise({
    database,
    config,
    onFailure: async () => {},
    onPublish: async () => {},
    channelTo: channelsOf(config, db),
  });
  const job = { productId: product, marketplaceId: marketplace, startedAt: startedAt.toISOString() };
  await sync(job, { id: "1", isLastTry: true });
  const [listing] = await db.select().from(marketplaceProducts).where(isListing);
  expect(listing).toMatchObject({ syncStatus: 0, syncError: null });
}

const sku = () => `TRAY-${marketplace}`;
const buy = (quantity = 3, traits: Partial<Parameters<WooShop["place"]>[0]> = {}) =>
  shop.place({ lines: [{ sku: sku(), quantity }], shipping: 9.95, status: "processing", ...traits });
/** Reads what is due at this moment. */
const read = (now = later(1_000)) => readShops({ database, config, jobs, log }, now);
const readAllLater = () => read(later(readingEveryMs + minute));

async function ordersHere() {
  const { items } = await api.ok(admin, orders.list, { marketplaceId: marketplace, outstandingOrdersOnly: "false" });
  return Promise.all(items.map(({ id }) => api.ok(admin, orders.get, { id })));
}
async function onlyOrder() {
  const found = await ordersHere();
  expect(found).toHaveLength(1);
  return found[0] as NonNullable<(typeof found)[0]>;
}
const problems = async () =>
  (await api.ok(admin, marketplaces.shopOrders, { marketplaceId: marketplace })).items.map(({ number, problem }) => [
    number,
    problem,
  ]);
const stock = async () => (await db.select().from(products).where(eq(products.id, product)))[0]?.stockQuantity;
const callOf = (call: ReturnType<typeof signedCall>) =>
  api.app.inject({ method: "POST", url: `/shops/${marketplace}/orders`, headers: call.headers, payload: call.body });

describe("an order of the shop", () => {
  test("is placed once its webhook has arrived, with its product, its sums and its stock", async () => {
    await read();
    const placed = buy();
    expect(await shop.sendCalls()).toEqual([200]);
    await read();
    const order = await onlyOrder();
    expect(order).toMatchObject({ marketplaceOrderId: placed.number, supplierId: supplier });
    expect(order.lineItems).toMatchObject([{ productId: product, quantity: { adjusted: 3 } }]);
    expect(order.lineItems[0]?.purchaseAmount.adjusted).toBe(66);
    expect(await stock()).toBe(7);
    expect(await problems()).toEqual([]);
  });

  test("is that of the product which was bought, although another supplier has the same SKU", async () => {
    const other = await api.aSupplier({ name: "Banksia" });
    await api.anAgreement({ supplierId: other, marketplaceId: marketplace });
    await api.aProduct(other, { externalSku: sku(), on: [{ marketplaceId: marketplace, status: 2 }] });
    buy();
    await read();
    expect(await onlyOrder()).toMatchObject({ supplierId: supplier, lineItems: [{ productId: product }] });
  });

  test("is placed once, however often and in whichever sequence webhooks arrive, and whoever reads", async () => {
    await read();
    const placed = buy();
    shop.orders.change(placed.id, { customer_note: "Please ring." });
    await shop.sendCalls({ times: 3, isSwapped: true });
    await Promise.all([read(), read(), readAllLater()]);
    await readAllLater();
    await onlyOrder();
    expect(await stock()).toBe(7);
  });

  test("comes without a webhook with the next quarter of an hour", async () => {
    await read();
    shop.webhooks.all.clear();
    buy();
    await read();
    expect(await ordersHere()).toEqual([]);
    await readAllLater();
    await onlyOrder();
  });

  test.each([
    ["behind", -10 * minute],
    ["ahead of", 10 * minute],
  ])(
    "of a shop whose clock is ten minutes %s ours is placed if it was made after connecting",
    async (_what, aheadMs) => {
      shop.settings.aheadMs = aheadMs;
      const connectedAt = Date.now() + aheadMs;
      buy(1, { at: new Date(connectedAt - 2 * minute) });
      buy(2, { at: new Date(connectedAt + 1_000) });
      await read();
      expect((await onlyOrder()).lineItems).toMatchObject([{ quantity: { adjusted: 2 } }]);
      shop.webhooks.all.clear();
      buy(3, { at: new Date(connectedAt + 2_000) });
      await readAllLater();
      expect(await ordersHere()).toHaveLength(2);
      const announced = buy(4, { at: new Date(connectedAt + 3_000) });
      await queueOrder(database, marketplace, String(announced.id), new Date());
      await read();
      expect(await ordersHere()).toHaveLength(3);
    },
  );

  test.each([
    ["behind", -10 * minute],
    ["ahead of", 10 * minute],
    ["decades behind", -500_000 * 60 * minute],
  ])(
    "of a shop whose clock is %s ours is placed, although another server dates its answers",
    async (_what, aheadMs) => {
      Object.assign(shop.settings, { aheadMs, isBehindProxy: true });
      buy();
      await read();
      await onlyOrder();
      const announced = buy(2);
      await queueOrder(database, marketplace, String(announced.id), new Date());
      await read();
      expect(await ordersHere()).toHaveLength(2);
    },
  );

  test("comes without a webhook after the clock of its shop was put back", async () => {
    shop.settings.aheadMs = 10 * minute;
    buy();
    await read();
    shop.settings.aheadMs = 0;
    shop.webhooks.all.clear();
    buy(2);
    await readAllLater();
    expect(await ordersHere()).toHaveLength(2);
  });

  test("is read at once when somebody asks for it", async () => {
    await read();
    buy();
    await api.ok(admin, marketplaces.readShopOrders, { MarketplaceId: marketplace });
    await read();
    await onlyOrder();
  });

  test("that is not paid waits until it is", async () => {
    await read();
    const placed = buy(1, { status: "pending" });
    await readAllLater();
    expect(await ordersHere()).toEqual([]);
    shop.pay(placed.id);
    await shop.sendCalls();
    await read();
    await onlyOrder();
  });

  test("that was cancelled before it was paid is taken when it is paid after all", async () => {
    const placed = buy(1, { status: "pending" });
    shop.cancel(placed.id);
    await readAllLater();
    expect(await ordersHere()).toEqual([]);
    shop.pay(placed.id);
    await shop.sendCalls();
    await read();
    await onlyOrder();
  });

  test("that cannot be read is set aside with its reason, and the others are taken", async () => {
    const broken = buy();
    Object.assign(broken.lines[0] ?? {}, { id: "none" });
    buy();
    await readAllLater();
    await onlyOrder();
    expect(await problems()).toEqual([
      [broken.number, expect.stringMatching(/^The shop's answer about it cannot be read: line_items/)],
    ]);
  });

  test("from before the shop was connected is left out, and one that was cancelled before it was taken waits", async () => {
    buy(1, { at: new Date(Date.now() - 86_400_000) });
    const cancelled = buy(1);
    shop.cancel(cancelled.id);
    await readAllLater();
    expect(await ordersHere()).toEqual([]);
    expect(await problems()).toEqual([]);
    const stored = await db.select().from(shopOrders).where(eq(shopOrders.marketplaceId, marketplace));
    expect(stored).toMatchObject([{ shopId: String(cancelled.id), state: "unpaid" }]);
  });

  test("of which a gift card pays a part asks a person once it is paid, and not before", async () => {
    const placed = buy(1, { status: "pending" });
    shop.orders.change(placed.id, { charged: 5 });
    await readAllLater();
    expect(await problems()).toEqual([]);
    shop.pay(placed.id);
    await shop.sendCalls();
    await read();
    expect(await ordersHere()).toEqual([]);
    expect(await problems()).toEqual([[placed.number, expect.stringMatching(/but its total is \$5\.00/)]]);
  });

  test("with a discount has items whose prices are a cent apart and add up", async () => {
    buy(3, { lines: [{ sku: sku(), quantity: 3, discount: 46 }] });
    await read();
    const { lineItems } = await onlyOrder();
    const parts = lineItems.map(({ quantity, purchaseAmount }) => [quantity.adjusted, purchaseAmount.adjusted]);
    expect(parts).toEqual([
      [1, 6.66],
      [2, 13.34],
    ]);
  });
});

describe("a webhook", () => {
  test("that the shop has not signed is refused, and announces nothing", async () => {
    const placed = buy();
    const call = signedCall("another secret", placed);
    expect((await callOf(call)).statusCode).toBe(401);
    expect((await callOf({ ...call, headers: {} as never })).statusCode).toBe(401);
    expect(await db.$count(shopOrders, eq(shopOrders.marketplaceId, marketplace))).toBe(0);
  });

  test("for a marketplace without a shop, or that is too long, is refused", async () => {
    const call = signedCall("any", { id: 1 });
    const send = (path: string, payload: Buffer) =>
      api.app.inject({ method: "POST", url: path, headers: call.headers, payload });
    expect((await send("/shops/999999/orders", call.body)).statusCode).toBe(404);
    expect((await send("/shops/none/orders", call.body)).statusCode).toBe(404);
    expect((await send(`/shops/${marketplace}/orders`, Buffer.alloc(5 * 1024 * 1024))).statusCode).toBe(413);
  });
});

describe("a change in the shop", () => {
  const taken = async (quantity = 3) => {
    const placed = buy(quantity);
    await read();
    return placed;
  };

  test("that cancels the order cancels what has not been sent, and gives the stock back", async () => {
    const placed = await taken();
    shop.cancel(placed.id);
    await readAllLater();
    const { lineItems } = await onlyOrder();
    expect(lineItems[0]?.quantity.adjusted).toBe(0);
    expect(lineItems[0]?.purchaseAmount.adjusted).toBe(0);
    expect(await stock()).toBe(10);
    expect(await problems()).toEqual([]);
  });

  test("is followed for an order whose sums do not tie, too", async () => {
    const placed = await taken();
    shop.orders.change(placed.id, { charged: 5, status: "cancelled" });
    await readAllLater();
    expect((await onlyOrder()).lineItems[0]?.quantity.adjusted).toBe(0);
    expect(await problems()).toEqual([]);
  });

  test("that moves the order to the trash cancels it, and taking it out again asks a person", async () => {
    const placed = await taken();
    shop.orders.discard(placed.id);
    await shop.sendCalls();
    await read();
    expect((await onlyOrder()).lineItems[0]?.quantity.adjusted).toBe(0);
    expect(await stock()).toBe(10);
    expect(await problems()).toEqual([]);
    shop.orders.restore(placed.id);
    await shop.sendCalls();
    await read(later(2_000));
    expect(await problems()).toEqual([[placed.number, expect.stringMatching(/^It was taken up again in the shop/)]]);
    expect((await onlyOrder()).lineItems[0]?.quantity.adjusted).toBe(0);
  });

  test("that cancels what has been sent asks a person, until somebody has dealt with it", async () => {
    const placed = await taken(2);
    await ship(1);
    shop.cancel(placed.id);
    await readAllLater();
    expect(await problems()).toEqual([
      [placed.number, "It was cancelled in the shop, but goods have already been sent: “Linen tray”."],
    ]);
    const told = await db.select().from(notifications).where(eq(notifications.userId, admin.id));
    expect(told.map(({ path }) => path)).toContain(`/marketplaces/${marketplace}/shop-orders`);
    await api.ok(admin, marketplaces.leaveOutShopOrder, {
      MarketplaceId: marketplace,
      ShopOrderId: String(placed.id),
    });
    shop.orders.change(placed.id, { customer_note: "Never mind." });
    await readAllLater();
    expect(await problems()).toEqual([]);
    expect((await onlyOrder()).lineItems[0]?.quantity.adjusted).toBe(1);
  });

  test("that refunds a piece and an amount is entered once, to the cent", async () => {
    const placed = await taken();
    shop.refund(placed.id, { lines: [{ index: 0, quantity: 1, total: 20.05 }], reason: "Broken" });
    await readAllLater();
    await readAllLater();
    const { lineItems } = await onlyOrder();
    expect(lineItems[0]?.quantity.adjusted).toBe(2);
    expect(lineItems[0]?.purchaseAmount.adjusted).toBe(45.95);
  });
});

async function ship(quantity: number): Promise<number> {
  const order = await onlyOrder();
  const item = order.lineItems[0];
  const id = await api.ok(admin, shipments.add, {
    OrderId: order.id,
    Items: [{ LineItemId: item?.id ?? 0, QuantityToShip: quantity }],
    CourierId: 2,
    TrackingNumber: "33XYZ",
  });
  return Number(id);
}

const deliver = async () => {
  const sending = deliverer({ database, send: eventSender(config, db), log });
  while ((await sending.begin(later(minute))) > 0) await sending.settle();
  await sending.settle();
};
const delivered = () => db.select().from(deliveries).where(eq(deliveries.marketplaceId, marketplace));

describe("a shipment", () => {
  test("is told to the shop with its tracking, and the last one completes the order", async () => {
    const placed = buy(2);
    await read();
    await ship(1);
    await deliver();
    expect(shop.orders.all.get(placed.id)?.status).toBe("processing");
    expect(JSON.stringify(shop.orders.all.get(placed.id)?.notes)).toContain("33XYZ");
    await ship(1);
    await deliver();
    expect(shop.orders.all.get(placed.id)?.status).toBe("completed");
    expect(await delivered()).toMatchObject([
      { event: "shipped", state: "sent" },
      { event: "shipped", state: "sent" },
    ]);
    expect((await delivered())[0]?.answerBody).toMatch(/^(GET|POST|PUT) \/wp-json\/wc\/v3\//);
  });

  test("is told once, although the shop's answer is lost", async () => {
    const placed = buy(1);
    await read();
    shop.fail("lost", /POST .*notes/);
    await ship(1);
    await deliver();
    expect((await delivered()).map(({ state }) => state)).toEqual(["failing"]);
    await db.update(deliveries).set({ nextAttemptAt: new Date() }).where(eq(deliveries.marketplaceId, marketplace));
    await deliver();
    expect((await delivered()).map(({ state }) => state)).toEqual(["sent"]);
    const notes = shop.orders.all.get(placed.id)?.notes.filter(({ note }) => note.includes("33XYZ"));
    expect(notes).toHaveLength(1);
  });

  test("of an order that did not come from the shop is not told", async () => {
    await api.anOrder(supplier, { marketplaceId: marketplace, marketplaceOrderId: "by hand" });
    expect(await delivered()).toEqual([]);
  });
});

describe("an order that cannot be taken", () => {
  test("says why, and is taken when it is read again after that was mended", async () => {
    const placed = buy(1);
    shop.orders.change(placed.id, { shipping: {}, billing: {} });
    await read();
    expect(await problems()).toEqual([[placed.number, "It has no delivery address."]]);
    expect(await ordersHere()).toEqual([]);
    shop.orders.change(placed.id, { shipping: anAddress, billing: anAddress });
    await api.ok(admin, marketplaces.readShopOrder, { MarketplaceId: marketplace, ShopOrderId: String(placed.id) });
    await read();
    expect(await problems()).toEqual([]);
    await onlyOrder();
  });

  test("is left out for good when somebody has dealt with it", async () => {
    const placed = buy(1);
    shop.orders.change(placed.id, { shipping: {}, billing: {} });
    await read();
    await api.ok(admin, marketplaces.leaveOutShopOrder, { MarketplaceId: marketplace, ShopOrderId: String(placed.id) });
    shop.orders.change(placed.id, { shipping: anAddress, billing: anAddress });
    await readAllLater();
    expect(await ordersHere()).toEqual([]);
    expect(await problems()).toEqual([]);
  });

  test("because somebody has entered it by hand is not taken twice", async () => {
    const placed = buy(1);
    await api.anOrder(supplier, { marketplaceId: marketplace, marketplaceOrderId: placed.number });
    await read();
    expect((await problems())[0]?.[1]).toContain("has already been entered by hand");
    await onlyOrder();
  });
});

const anAddress = {
  first_name: "Mia",
  last_name: "Nguyen",
  address_1: "1 High Street",
  address_2: "",
  city: "Fremantle",
  state: "WA",
  postcode: "6160",
  country: "AU",
};

describe("a shop that does not answer", () => {
  const stored = async () => (await db.select().from(shops).where(eq(shops.marketplaceId, marketplace)))[0];

  test("is asked again after a minute, and people are told after an hour", async () => {
    shop.fail("broken", /./, 100);
    const now = later(1_000);
    await read(now);
    expect(await stored()).toMatchObject({ problem: "The shop answered with status 500.", failingSince: now });
    expect((await api.ok(admin, marketplaces.get, { id: marketplace })).shop?.problem).not.toBe("");
    await notifyOfFailingShops({ database, jobs, config }, new Date(now.getTime() + 59 * minute));
    expect((await stored())?.toldAt).toBeNull();
    await notifyOfFailingShops({ database, jobs, config }, new Date(now.getTime() + 61 * minute));
    expect((await stored())?.toldAt).not.toBeNull();
  });

  test("works as before once it is back", async () => {
    shop.fail("broken", /./, 3);
    const now = later(1_000);
    await read(now);
    buy(1);
    await read(new Date(now.getTime() + 2 * minute));
    await read(new Date(now.getTime() + 4 * minute));
    await read(new Date(now.getTime() + 6 * minute));
    expect(await stored()).toMatchObject({ problem: "", failingSince: null });
    await onlyOrder();
  });
});

describe("a shop that has disabled its webhooks after failed calls", () => {
  const disable = async () => {
    await read();
    for (const webhook of shop.webhooks.all.values()) webhook.status = "disabled";
  };
  const shown = async () => (await api.ok(admin, marketplaces.get, { id: marketplace })).shop;

  test("is told to call again when its orders are read, which are not lost, and its card says so for a week", async () => {
    await disable();
    expect((await shown())?.callsResumedDate).toBeNull();
    buy(1);
    expect(await shop.sendCalls()).toEqual([]);
    await readAllLater();
    await onlyOrder();
    expect([...shop.webhooks.all.values()].map(({ status }) => status)).toEqual(Array(4).fill("active"));
    expect((await shown())?.callsResumedDate).not.toBeNull();
    await readAllLater();
    buy(1);
    expect(await shop.sendCalls()).toEqual([200]);
    const isShop = eq(shops.marketplaceId, marketplace);
    await db
      .update(shops)
      .set({ callsResumedAt: later(-8 * 24 * 60 * minute) })
      .where(isShop);
    expect((await shown())?.callsResumedDate).toBeNull();
  });

  test("is noticed by a test of the connection", async () => {
    await disable();
    const test = () => api.ok(admin, marketplaces.testWebhook, { MarketplaceId: marketplace });
    expect(await test()).toMatchObject({ isAccepted: false, reason: expect.stringMatching(/^The shop has stopped/) });
    await api.ok(admin, marketplaces.readShopOrders, { MarketplaceId: marketplace });
    await read();
    expect(await test()).toMatchObject({ isAccepted: true, reason: "" });
  });
});

describe("connecting", () => {
  test("needs an address and keys, and says so at the fields", async () => {
    const other = await api.aMarketplace();
    const refused = (traits: object) =>
      api.call(admin, marketplaces.updateChannel, { MarketplaceId: other, Channel: "wooCommerce", ...traits } as never);
    const { status, problem } = await refused({});
    expect(status).toBe(422);
    expect(Object.keys(problem.errors ?? {}).sort()).toEqual(["ShopKey", "ShopSecret", "ShopUrl"]);
    const shopify = await refused({ Channel: "shopify", ShopUrl: "name.myshopify.com", ShopSecret: "shpat_1" });
    expect(Object.keys(shopify.problem.errors ?? {})).toEqual(["ShopClientSecret"]);
    expect((await refused({ ShopUrl: "x".repeat(2_001) })).status).toBe(422);
  });

  test("is tested with the stored keys, and the secrets are never answered", async () => {
    const test = await api.ok(admin, marketplaces.testWebhook, { MarketplaceId: marketplace });
    expect(test).toMatchObject({ isAccepted: true, reason: "" });
    const shown = await api.call(admin, marketplaces.get, { id: marketplace });
    expect(shown.body.shop).toMatchObject({ url: shop.url, key: shop.key });
    expect(shown.raw.body).not.toContain(shop.secret);
    await connect({ ShopSecret: "cs_wrong" });
    const wrong = await api.ok(admin, marketplaces.testWebhook, { MarketplaceId: marketplace });
    expect(wrong).toMatchObject({ isAccepted: false, reason: expect.stringContaining("consumer key and secret") });
  });

  test("with a shop of another currency says so", async () => {
    shop.settings.currency = "USD";
    const { isAccepted, reason } = await api.ok(admin, marketplaces.testWebhook, { MarketplaceId: marketplace });
    expect([isAccepted, reason]).toEqual([false, "The shop sells in USD. Orders must be in Australian dollars (AUD)."]);
  });

  test("with another channel forgets the shop, and its webhooks are refused", async () => {
    await connect({ Channel: "builtIn" });
    expect((await api.ok(admin, marketplaces.get, { id: marketplace })).channel).toBe("builtIn");
    expect((await callOf(signedCall("any", { id: 1 }))).statusCode).toBe(404);
  });
});
