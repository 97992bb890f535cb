/** Events about orders and products for the webhooks of marketplaces, and their delivery. */
import { randomUUID } from "node:crypto";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { asc, eq, sql } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { builtIn } from "#api/areas/channels/built-in.ts";
import { emitChangedFigures } from "#api/areas/channels/figures.ts";
import { beginDue } from "#api/areas/channels/sweep.ts";
import { synchronise } from "#api/areas/channels/synchronise.ts";
import { sealWebhookSecret } from "#api/areas/channels/webhook-secret.ts";
import { notifyOfFailingChannels } from "#api/areas/deliveries/failing-channels.ts";
import { importOrder } from "#api/areas/orders/import-shipments.ts";
import { callerOf } from "#api/core/access/caller.ts";
import { readConfig } from "#api/core/config.ts";
import { connect, type Database } from "#api/core/database/connection.ts";
import {
  failingChannels,
  marketplaceProducts,
  marketplaces,
  products as productTable,
  deliveries as table,
} from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { createJobs, type JobData } from "#api/core/jobs/jobs.ts";
import { deleteExpiredDeliveries, deliverer, deliverySchedule, pauseAfter } from "#api/core/outbox/deliver.ts";
import { emitEvent } from "#api/core/outbox/outbox.ts";
import { startSchedules } from "#api/core/schedules/schedules.ts";
import { eventSender } from "#api/registries/channels.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { selfSigned } from "#tests/support/certificate.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { adjustment, newLineItem, newOrder, placedOrder } from "#tests/support/forms.ts";
import { type Receiver, receiver, signatureOf } from "#tests/support/receiver.ts";
import type { TestUser } from "#tests/support/world.ts";

const env = { OIDC_CLIENT_SECRET: "a secret for tests alone", ALLOW_PRIVATE_WEBHOOKS: "on" };
const fresh = await freshDatabase();
const api = await startApi(env, Promise.resolve(fresh));
const { database } = api;
const { db } = database;
const config = readConfig(env);
const log = pino({ level: "silent" });
const { orders, shipments, deliveries } = operations;
const secret = "a secret for webhooks";
const minute = 60_000;
const hour = 60 * minute;

let admin: TestUser;
let operator: TestUser;
let supplier: number;
let marketplace: number;
let shop: Receiver;
beforeAll(async () => {
  admin = await api.aUser({ roles: ["Administrator"] });
  operator = await api.aUser({ roles: ["Operator"] });
  supplier = await api.aSupplier({ name: "Acacia" });
});
beforeEach(async () => {
  await db.delete(table);
  await db.delete(failingChannels);
  shop = await receiver();
  marketplace = await aMarketplaceWith(shop.url);
});

async function aMarketplaceWith(webhookUrl: string): Promise<number> {
  const id = await api.aMarketplace("Harbour & Co");
  const webhookSecret = await sealWebhookSecret(config.settingsSecrets, id, secret);
  await db.update(marketplaces).set({ webhookUrl, webhookSecret }).where(eq(marketplaces.id, id));
  await api.anAgreement({ supplierId: supplier, marketplaceId: id });
  return id;
}

const delivererOf = (own: Database = database, patienceMs?: number) =>
  deliverer({ database: own, send: eventSender(config, own.db), log, ...(patienceMs !== undefined && { patienceMs }) });

/** Sends everything that is due at this moment, also what becomes due by that. */
async function deliver(now = new Date(Date.now() + 1_000), patienceMs?: number): Promise<void> {
  const { begin, settle } = delivererOf(database, patienceMs);
  while ((await begin(now)) > 0) await settle();
}
const rows = () => db.select().from(table).orderBy(asc(table.id));
const states = async () => (await rows()).map(({ state }) => state);

/** Writes events about orders, without any order. */
async function events(count: number, { on = marketplace, about = 0 } = {}): Promise<void> {
  await database.transaction(async (tx) => {
    for (let n = 1; n <= count; n++)
      await emitEvent(
        { db: tx, config, now: new Date() },
        {
          event: "cancelled",
          marketplaceId: on,
          about: { productId: about || (null as unknown as number) },
          content: { n },
        },
      );
  });
}

async function aPlacedOrder(traits: object = {}): Promise<{ order: number; line: number; number: string }> {
  const sent = placedOrder(marketplace, traits);
  const { orders: made, lines } = await api.ok(operator, orders.place, sent);
  return { order: made[0]?.id ?? 0, line: lines[0]?.lineItemId ?? 0, number: sent.MarketplaceOrderId };
}

describe("a marketplace with a webhook is told", () => {
  test("that a placed order was accepted, once for each order, signed like a listing", async () => {
    const product = await api.aProduct(supplier, {
      name: "Linen tray",
      externalSku: "TRAY-1",
      on: [{ marketplaceId: marketplace, status: 2 }],
    });
    const sent = placedOrder(marketplace, { OrderDate: "2026-03-02T04:05:06.000Z", ShipBy: "2026-03-04" });
    const { orders: made, lines } = await api.ok(operator, orders.place, sent);
    await api.ok(operator, orders.place, sent);
    await deliver();
    const [first] = shop.received;
    expect(shop.received).toHaveLength(1);
    expect(first?.told).toEqual({
      event: "orderAccepted",
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      createdAt: expect.stringMatching(/^20.*Z$/),
      marketplaceId: marketplace,
      order: {
        id: made[0]?.id,
        name: made[0]?.name,
        marketplaceOrderId: sent.MarketplaceOrderId,
        supplier: { id: supplier, name: "Acacia" },
      },
      orderedAt: "2026-03-02T04:05:06.000Z",
      shipBy: "2026-03-04",
      lines: [{ lineItemId: lines[0]?.lineItemId, productId: product, sku: "TRAY-1", name: "Linen tray", quantity: 2 }],
    });
    const timestamp = String(first?.headers["x-countinghouse-timestamp"]);
    expect(first?.headers["x-countinghouse-signature"]).toBe(signatureOf(secret, timestamp, first?.body ?? ""));
    expect(first?.body).not.toContain("Nguyen");
  });

  test("of an order that a person enters, with its first item", async () => {
    const order = await api.ok(operator, orders.add, newOrder(supplier, marketplace));
    expect(await rows()).toEqual([]);
    for (const ProductName of ["Gift card", "Candle"])
      await api.ok(operator, orders.addLineItem, { ...newLineItem(order), ProductName });
    await deliver();
    expect(shop.taken()).toMatchObject([
      { event: "orderAccepted", order: { id: order }, lines: [{ name: "Gift card", quantity: 2 }] },
    ]);
  });

  test("of shipments, their tracking when it comes and when it changes, their delivery and their cancellation", async () => {
    const { order, line } = await aPlacedOrder();
    await deliver();
    shop.taken();
    const shipment = await api.ok(operator, shipments.add, {
      OrderId: order,
      Items: [{ LineItemId: line, QuantityToShip: 1 }],
      CourierId: null,
      TrackingNumber: "",
    });
    const update = (TrackingNumber: string, Status = 0) =>
      api.ok(operator, shipments.update, { ShipmentId: shipment, CourierId: 1, TrackingNumber, Status });
    await update("33XYZ");
    // The same once more is no news, nor is another status before the delivery.
    await update("33XYZ", 2);
    await update("44XYZ", 2);
    await update("44XYZ", 3);
    await deliver();
    const told = shop.taken();
    const trackingNumbers = told.map(({ shipment: about }) => (about as { trackingNumber: unknown }).trackingNumber);
    expect(told.map(({ event }) => event)).toEqual(["shipped", "shipped", "shipped", "delivered"]);
    expect(trackingNumbers).toEqual([null, "33XYZ", "44XYZ", "44XYZ"]);
    expect(told[1]).toMatchObject({
      order: { id: order },
      shipment: {
        id: shipment,
        status: "Processing",
        courier: expect.any(String),
        trackingUrl: expect.stringContaining("33XYZ"),
      },
      lines: [{ lineItemId: line, sku: "TRAY-1", quantity: 1 }],
    });

    const second = await api.ok(operator, shipments.add, {
      OrderId: order,
      Items: [{ LineItemId: line, QuantityToShip: 1 }],
      CourierId: 1,
      TrackingNumber: "55XYZ",
    });
    await api.ok(operator, shipments.cancel, { ShipmentId: second });
    await deliver();
    expect(shop.taken()).toMatchObject([
      { event: "shipped", shipment: { id: second, trackingNumber: "55XYZ" } },
      { event: "shipmentCancelled", shipment: { id: second }, lines: [{ lineItemId: line, quantity: 1 }] },
    ]);
  });

  test("of what was cancelled and refunded, in dollars that the customer gets back", async () => {
    const { order, line } = await aPlacedOrder();
    await api.ok(operator, orders.addLineItemAdjustment, {
      ...adjustment(line),
      PurchaseAmountExTaxAdjustment: -1,
      PurchaseAmountTaxAdjustment: -0.1,
      Comment: "Damaged, says the customer.",
    });
    await api.ok(operator, orders.cancelLineItems, { OrderId: order, LineItemIds: [line] });
    await deliver();
    const [, refund, cancellation, rest] = shop.taken();
    expect(refund).toMatchObject({
      event: "refunded",
      line: { lineItemId: line, sku: "TRAY-1" },
      purchase: { exGst: 1, gst: 0.1, incGst: 1.1 },
      shipping: { exGst: 0, gst: 0, incGst: 0 },
    });
    expect(JSON.stringify(refund)).not.toContain("Damaged");
    expect(cancellation).toMatchObject({
      event: "cancelled",
      line: { lineItemId: line },
      quantity: 2,
      quantityLeft: 0,
    });
    expect(rest).toMatchObject({ event: "refunded", purchase: { incGst: 18.8 } });
  });

  test("of a deleted item as of a cancelled one, and of nothing where only the supplier gets more", async () => {
    const { line } = await aPlacedOrder();
    await api.ok(operator, orders.addLineItemAdjustment, {
      ...adjustment(line),
      PurchaseAmountExTaxAdjustment: 1,
      PurchaseAmountTaxAdjustment: 0.1,
    });
    await api.ok(operator, orders.deleteLineItem, { LineItemId: line });
    await deliver();
    expect(shop.taken().slice(1)).toMatchObject([
      { event: "cancelled", line: { lineItemId: line }, quantity: 2, quantityLeft: 0 },
    ]);
  });

  test("nothing of a refused command, and nothing at all without a webhook", async () => {
    const refused = placedOrder(marketplace, { ShippingAddress: { city: "Nowhere" } });
    expect((await api.call(operator, orders.place, refused as never)).status).toBe(422);
    marketplace = await api.aMarketplace();
    await aPlacedOrder();
    expect(await rows()).toEqual([]);
  });

  test("of changed stock and prices of published products, with the figures of the moment", async () => {
    const product = await api.aProduct(supplier, {
      description: "<p>Warm.</p>",
      defaultImageFileId: randomUUID(),
      externalSku: "TRAY-1",
      shippingMethod: 0,
      manageStock: true,
      stockQuantity: 9,
      on: [{ marketplaceId: marketplace, status: 2, syncStatus: 1 }],
    });
    const jobs = createJobs(database, log);
    async function synchronised(): Promise<void> {
      await db.execute(sql`delete from jobs.job where name = 'sync'`);
      await beginDue(database, jobs, new Date());
      const { rows: queued } = await db.execute<{ data: JobData["sync"] }>(
        sql`select data from jobs.job where name = 'sync' order by created_on`,
      );
      const handler = synchronise({
        database,
        config,
        onFailure: async () => {},
        onPublish: (found) =>
          database.transaction((tx) => emitChangedFigures({ db: tx, config, now: new Date() }, found)),
        channelTo: () => builtIn,
      });
      for (const { data } of queued) await handler(data, { id: randomUUID(), isLastTry: false });
      await deliver();
    }
    await synchronised();
    expect(shop.taken()).toEqual([]);

    await aPlacedOrder();
    await aPlacedOrder();
    await synchronised();
    const about = { product: { id: product, sku: "TRAY-1", marketplaceSku: expect.any(String) } };
    expect(shop.taken().filter(({ event }) => event !== "orderAccepted")).toMatchObject([
      { event: "stockChanged", ...about, items: [{ variantId: null, sku: "TRAY-1", stock: 5 }] },
    ]);

    await db.update(productTable).set({ salePrice: 8 }).where(eq(productTable.id, product));
    await db.update(marketplaceProducts).set({ syncStatus: 1 }).where(eq(marketplaceProducts.productId, product));
    await synchronised();
    expect(shop.taken()).toMatchObject([
      { event: "priceChanged", ...about, items: [{ sku: "TRAY-1", prices: { saleExGst: 8, saleIncGst: 8.8 } }] },
    ]);

    await db.update(marketplaceProducts).set({ syncStatus: 1 }).where(eq(marketplaceProducts.productId, product));
    await synchronised();
    expect(shop.taken()).toEqual([]);
    await jobs.stop();
  });
});

describe("sending", () => {
  test("keeps the order of one order while its receiver fails, and does not hold up other orders", async () => {
    await events(3, { about: 0 });
    const { order } = await aPlacedOrder();
    shop.answerWith((response, told) => response.writeHead(told.event === "cancelled" ? 500 : 200).end());
    const start = Date.now() + 1_000;
    await deliver(new Date(start));
    expect(shop.taken().map(({ event, n }) => n ?? event)).toEqual(expect.arrayContaining([1, "orderAccepted"]));
    expect(await states()).toEqual(["failing", "waiting", "waiting", "sent"]);
    await deliver(new Date(start + 9_000));
    expect(shop.taken()).toEqual([]);
    shop.answerWith(200);
    await deliver(new Date(start + 10_000));
    expect(shop.taken().map(({ n }) => n)).toEqual([1, 2, 3]);
    expect(order).toBeGreaterThan(0);
  });

  test("tries again with growing pauses for a day, under the same id, and then goes on", async () => {
    await events(2);
    shop.answerWith(503);
    const start = Date.now() + 1_000;
    const attempts: number[] = [];
    let now = start;
    while (now < start + 25 * hour) {
      await deliver(new Date(now));
      const [first] = await rows();
      attempts.push(now - start);
      if (first?.state !== "failing") break;
      now = first.nextAttemptAt.getTime();
    }
    expect(attempts.slice(0, 5)).toEqual([0, 10_000, 30_000, 70_000, 150_000]);
    expect(Math.max(...attempts.map((at, i) => at - (attempts[i - 1] ?? 0)))).toBe(hour);
    expect(attempts.at(-1)).toBeGreaterThanOrEqual(24 * hour - 2_000);
    expect(attempts.at(-1)).toBeLessThanOrEqual(24 * hour);
    await deliver(new Date(start + 24 * hour + minute));
    const told = shop.taken();
    const firsts = told.filter(({ n }) => n === 1);
    expect(firsts).toHaveLength(attempts.length);
    expect(new Set(firsts.map(({ id }) => id)).size).toBe(1);
    // The second one waited for the first one all day, and is tried once.
    expect(told.at(-1)).toMatchObject({ n: 2 });
    expect(await states()).toEqual(["givenUp", "givenUp"]);
    expect(await rows()).toMatchObject([{ answerStatus: 503, failure: "Its status was 503." }, {}]);
  });

  test("pauses ten seconds at first and an hour at most", () => {
    expect([1, 2, 3, 9, 10, 500].map(pauseAfter)).toEqual([10_000, 20_000, 40_000, 2_560_000, hour, hour]);
  });

  test("takes slow, redirecting, refusing and unverified receivers for failures, and a huge answer for its status", async () => {
    const secure = createSecureServer(selfSigned, (_request, response) => response.end());
    await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
    afterAll(() => secure.close());
    const [slow, redirecting, huge] = [await receiver(), await receiver(), await receiver()];
    slow.answerWith(() => {});
    redirecting.answerWith((response) => response.writeHead(302, { location: shop.url }).end());
    huge.answerWith((response) => response.writeHead(200).end("x".repeat(1_000_000)));
    const unverified = `https://localhost:${(secure.address() as AddressInfo).port}/`;
    const urls = [slow.url, redirecting.url, huge.url, "http://127.0.0.1:1/", unverified];
    for (const url of urls) await events(1, { on: await aMarketplaceWith(url) });
    const began = Date.now();
    await deliver(new Date(began + 1_000), 2_000);
    expect(Date.now() - began).toBeLessThan(15_000);
    expect(await rows()).toMatchObject([
      { state: "failing", answerStatus: null, failure: "There was no complete answer within 2 seconds." },
      { state: "failing", answerStatus: 302, failure: "Its status was 302." },
      { state: "sent", answerStatus: 200, answerBody: "(more than 64 KB)" },
      { state: "failing", answerStatus: null, failure: expect.stringContaining("ECONNREFUSED") },
      {
        state: "failing",
        answerStatus: null,
        failure: "Its certificate is not from an authority that this system trusts.",
      },
    ]);
    expect(shop.received).toEqual([]);
  });

  test("keeps the beginning of the answer, without characters that cannot be stored", async () => {
    await events(1);
    shop.answerWith((response) => response.writeHead(400).end(`No\u0000 ${"é".repeat(5_000)}`));
    await deliver();
    const [row] = await rows();
    expect(row?.answerBody.startsWith("No é")).toBe(true);
    expect(row?.answerBody).toHaveLength(2_000);
    expect(row?.requestHeaders).toMatchObject({ "x-countinghouse-signature": expect.stringMatching(/^sha256=/) });
  });

  test("gives up where the marketplace has no webhook any more", async () => {
    await events(1);
    await db
      .update(marketplaces)
      .set({ webhookUrl: null, webhookSecret: null })
      .where(eq(marketplaces.id, marketplace));
    await deliver();
    expect(await rows()).toMatchObject([
      { state: "givenUp", failure: "This marketplace no longer has a webhook or a shop." },
    ]);
  });

  test("is done once, in order and by no two processes at a time, however many processes send", async () => {
    const other = "url" in fresh.options ? await connect(fresh.options) : database;
    const product = await api.aProduct(supplier);
    const about = [product, await api.aProduct(supplier), await api.aProduct(supplier)];
    for (let n = 0; n < 20; n++) for (const id of about) await events(2, { about: id });
    shop.answerWith((response) => void wait(5).then(() => response.writeHead(200).end()));
    const stops = [database, other, database].map((own) => startSchedules([deliverySchedule(delivererOf(own))], log));
    while ((await states()).some((state) => state !== "sent")) await wait(50);
    await Promise.all(stops.map(({ stop }) => stop()));
    if (other !== database) await other.close();
    const ids = (await rows()).map(({ eventId }) => eventId);
    const told = shop.taken();
    expect(told).toHaveLength(120);
    expect(new Set(told.map(({ id }) => id)).size).toBe(120);
    for (const id of about) {
      const own = (await db.select().from(table).where(eq(table.productId, id)).orderBy(asc(table.id))).map(
        ({ eventId }) => eventId,
      );
      expect(told.map(({ id: eventId }) => eventId).filter((eventId) => own.includes(eventId))).toEqual(own);
    }
    expect(ids).toHaveLength(120);
    expect(shop.mostAtOnce()).toBeLessThanOrEqual(3);
  });

  test("is taken over from a process that was killed after the commit, or while it was sending", async () => {
    await events(1);
    // This process has claimed it, and nothing more is heard of it.
    shop.answerWith(() => {});
    const killed = delivererOf(database, 2_000);
    const start = Date.now() + 1_000;
    expect(await killed.begin(new Date(start))).toBe(1);
    // Otherwise it might reach the shop when that answers again.
    while (shop.received.length === 0) await wait(5);
    await deliver(new Date(start + 59_000));
    expect(await rows()).toMatchObject([{ state: "waiting", attempts: 1 }]);
    shop.answerWith(200);
    await deliver(new Date(start + 61_000));
    expect(await rows()).toMatchObject([{ state: "sent", attempts: 2 }]);
    await killed.settle();
    // The late result of the first process changes nothing.
    expect(await rows()).toMatchObject([{ state: "sent", attempts: 2, failure: "" }]);
  });

  test("begins at once after a commit", async () => {
    const { stop } = startSchedules([deliverySchedule(delivererOf())], log);
    await wait(100);
    const began = Date.now();
    await events(1);
    while (shop.received.length === 0) await wait(5);
    expect(Date.now() - began).toBeLessThan(900);
    await stop();
  });

  test("sends all that waits within half a minute after the shop answers again, however long the pauses have become", async () => {
    await events(40);
    await db.update(table).set({ subject: sql`${table.id}::text` });
    shop.answerWith(503);
    const start = Date.now() + 1_000;
    for (let second = 0; second <= 320; second += 10) await deliver(new Date(start + second * 1_000));
    const pauses = (await rows()).map(({ nextAttemptAt }) => nextAttemptAt.getTime() - start - 320_000);
    expect(Math.min(...pauses)).toBeGreaterThan(60_000);
    shop.answerWith(204);
    await deliver(new Date(start + 330_000));
    await deliver(new Date(start + 340_000));
    expect(new Set(await states())).toEqual(new Set(["sent"]));
  });

  test("sends all that waits at once after an outage of half a minute", async () => {
    await events(40);
    await db.update(table).set({ subject: sql`${table.id}::text` });
    shop.answerWith(503);
    const start = Date.now() + 1_000;
    for (const second of [0, 10]) await deliver(new Date(start + second * 1_000));
    const later = { nextAttemptAt: new Date(start + hour) };
    const [first] = await rows();
    await db
      .update(table)
      .set(later)
      .where(sql`${table.id} <> ${first?.id ?? 0}`);
    shop.answerWith(204);
    await deliver(new Date(start + 30_000));
    expect(new Set(await states())).toEqual(new Set(["sent"]));
  });

  test("does not let 10,000 deliveries that fail hold up another marketplace, and sends them once it answers", async () => {
    const other = await receiver();
    const otherMarketplace = await aMarketplaceWith(other.url);
    shop.answerWith(500);
    await db.execute(sql`
      insert into deliveries (event_id, marketplace_id, subject, event, body, next_attempt_at, give_up_at)
      select gen_random_uuid(), ${marketplace}, 'order ' || n / 2, 'cancelled', '{"event": "cancelled"}', now(), now() + interval '1 day'
      from generate_series(1, 10000) as n`);
    const { begin, settle } = delivererOf();
    // Later than anything that this test writes.
    const start = Date.now() + minute;
    for (let pass = 0; pass < 5; pass++) {
      await begin(new Date(start));
      await settle();
    }
    await events(1, { on: otherMarketplace });
    const began = Date.now();
    await begin(new Date(start));
    await settle();
    expect(Date.now() - began).toBeLessThan(2_000);
    expect(other.received).toHaveLength(1);
    // Until it answers, the one that fails is sent one at a time.
    expect(shop.received).toHaveLength(8 + 5);
    shop.answerWith(200);
    await begin(new Date(start + 2 * minute));
    await settle();
    expect(await db.$count(failingChannels)).toBe(0);
    expect(await db.$count(table, eq(table.state, "failing"))).toBe(13);
    const due = await db.$count(
      table,
      sql`${table.state} = 'failing' and ${table.nextAttemptAt} <= ${new Date(start + 2 * minute)}`,
    );
    expect(due).toBe(13);
  });

  test("ends after thirty days", async () => {
    await events(2);
    const [first] = await rows();
    await db
      .update(table)
      .set({ createdAt: new Date(Date.now() - 31 * 24 * hour) })
      .where(eq(table.id, first?.id ?? 0));
    await deleteExpiredDeliveries(database, 30, new Date());
    expect(await rows()).toHaveLength(1);
  });
});

describe("a marketplace that has failed for an hour", () => {
  test("is told to administrators and operators once and by email as well", async () => {
    const jobs = createJobs(database, log);
    const parts = { database, jobs, config };
    await events(1);
    shop.answerWith(500);
    const start = Date.now() - 2 * hour;
    await db.update(table).set({ nextAttemptAt: new Date(start) });
    await deliver(new Date(start));
    await notifyOfFailingChannels(parts, new Date(start + 59 * minute));
    expect(await api.mailsTo(operator.email)).toEqual([]);
    for (const _ of [1, 2]) await notifyOfFailingChannels(parts, new Date(start + hour));
    expect(await api.mailsTo(operator.email)).toMatchObject([{ subject: expect.stringContaining("Harbour & Co") }]);
    expect(await api.ok(operator, operations.notifications.list, {})).toMatchObject({
      items: [{ kind: "unreachable", path: `/settings/deliveries?marketplaceId=${marketplace}&state=failing` }],
    });
    const waiting = async () =>
      (await api.ok(admin, operations.home.waiting, {})).filter(({ kind }) => kind === "failingDeliveries");
    expect(await waiting()).toMatchObject([{ count: 1, marketplace: { id: marketplace, name: "Harbour & Co" } }]);
    shop.answerWith(200);
    await deliver();
    expect(await waiting()).toEqual([]);
    await jobs.stop();
  });
});

describe("the list of deliveries", () => {
  test("filters by state, marketplace, event and days, and shows request and answer of a row", async () => {
    const { order, number } = await aPlacedOrder();
    shop.answerWith((response) => response.writeHead(500).end("Out of order"));
    await deliver();
    const find = (filters: object) => api.ok(admin, deliveries.list, { marketplaceId: marketplace, ...filters });
    const found = await find({});
    expect(found).toMatchObject({
      totalCount: 1,
      items: [
        {
          event: "orderAccepted",
          state: "failing",
          marketplaceName: "Harbour & Co",
          orderId: order,
          marketplaceOrderId: number,
          attempts: 1,
          answerStatus: 500,
          failure: "Its status was 500.",
        },
      ],
    });
    for (const [filters, count] of [
      [{ state: "failing" }, 1],
      [{ state: "sent" }, 0],
      [{ event: "orderAccepted" }, 1],
      [{ event: "refunded" }, 0],
      [{ fromDate: new Date(Date.now() + hour).toISOString() }, 0],
      [{ toDate: new Date(Date.now() + hour).toISOString() }, 1],
    ] as const)
      expect(await find(filters), JSON.stringify(filters)).toMatchObject({ totalCount: count });
    const shown = await api.ok(admin, deliveries.get, { id: found.items[0]?.id ?? 0 });
    expect(shown).toMatchObject({ answerBody: "Out of order", isRequestCut: false, canEdit: true });
    expect(JSON.parse(shown.requestBody)).toMatchObject({ event: "orderAccepted", id: shown.eventId });
    expect(shown.requestHeaders.map(({ name }) => name)).toContain("x-countinghouse-timestamp");
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect((await api.call(admin, deliveries.get, { id: 999_999 })).status).toBe(404);
  });

  test("sends a row again, whatever its state, but not while it is being sent", async () => {
    await events(1);
    await deliver();
    const [row] = await rows();
    const again = () => api.call(operator, deliveries.sendAgain, { DeliveryId: row?.id ?? 0 });
    expect((await again()).status).toBe(200);
    await deliver();
    expect(shop.taken().map(({ id }) => id)).toEqual([row?.eventId, row?.eventId]);
    await db.update(table).set({ claimedUntil: new Date(Date.now() + minute) });
    expect(await again()).toMatchObject({
      status: 409,
      problem: { message: expect.stringContaining("is being sent at the moment") },
    });
    expect((await api.call(operator, deliveries.sendAgain, { DeliveryId: 999_999 })).status).toBe(404);
  });

  test("sends all that failed again, of one marketplace or of all", async () => {
    const other = await receiver();
    const otherMarketplace = await aMarketplaceWith(other.url);
    await events(1);
    await events(1, { on: otherMarketplace });
    for (const each of [shop, other]) each.answerWith(500);
    await deliver();
    await db.update(table).set({ state: "givenUp" }).where(eq(table.marketplaceId, otherMarketplace));
    for (const each of [shop, other]) each.answerWith(200);
    expect(await api.ok(operator, deliveries.sendFailed, { MarketplaceId: marketplace })).toBe(1);
    await deliver();
    expect(await states()).toEqual(["sent", "givenUp"]);
    expect(await api.ok(operator, deliveries.sendFailed, { MarketplaceId: null })).toBe(1);
    await deliver();
    expect(await states()).toEqual(["sent", "sent"]);
  });
});

test("an import tells of each shipment once, with its tracking", async () => {
  const { order, line } = await aPlacedOrder();
  const caller = await callerOf(db, { userId: operator.id });
  if (!caller) throw new Error("The operator cannot be found.");
  const jobs = createJobs(database, log);
  const values = { OrderId: order, LineItemId: line, QuantityShipped: 2, Courier: 1, TrackingNumber: "33XYZ" };
  const results = await database.transaction((tx) =>
    importOrder({ db: tx, caller, config, files: databaseFiles, jobs, now: new Date(), processId: "" }, order, [
      { number: 2, values, problems: [] },
    ]),
  );
  expect(results).toMatchObject([{ outcome: "made" }]);
  await deliver();
  expect(shop.taken().slice(1)).toMatchObject([{ event: "shipped", shipment: { trackingNumber: "33XYZ" } }]);
});
