/** Suppliers are emailed about placed orders by themselves: exactly once each, when they have chosen. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendDueOrderEmails, sendOrderEmail } from "#api/areas/orders/order-emails.ts";
import { emailMoment } from "#api/areas/shared/order-emails.ts";
import { readConfig } from "#api/core/config.ts";
import { products, orders as storedOrders, suppliers as storedSuppliers } from "#api/core/database/schema/index.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { operations } from "#contract/operations.ts";
import type { OrderEmails } from "#contract/suppliers/order-emails.ts";
import { startApi } from "#tests/support/api.ts";
import { placedOrder, supplierDetails } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
const jobs = createJobs(api.database, api.app.log);
const { db } = api.database;
const { orders, suppliers } = operations;

let operator: TestUser;
let marketplace: number;
let contact: string;
let supplier: number;
let sku: string;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace("Bazaar");
});
beforeEach(async () => {
  contact = `${randomUUID()}@acacia.example`;
  sku = `SKU-${randomUUID()}`;
  supplier = await api.aSupplier({ orderContactEmails: contact });
  await api.aProduct(supplier, { externalSku: sku, name: "Linen tray" });
});

const wants = (orderEmails: OrderEmails) =>
  db.update(storedSuppliers).set({ orderEmails }).where(eq(storedSuppliers.id, supplier));
const aLine = (traits: object = {}) => ({ Sku: sku, Quantity: 2, PriceIncTax: 9.95, ...traits });
async function placed(traits: object = {}): Promise<number> {
  const answer = await api.ok(operator, orders.place, placedOrder(marketplace, { Lines: [aLine()], ...traits }));
  return answer.orders[0]?.id ?? 0;
}
const parts = { database: api.database, jobs, config };
const doJob = (orderId: number) => sendOrderEmail(parts)({ orderId });
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const sweep = (now: Date) => sendDueOrderEmails(parts, now);
const mails = () => api.mailsTo(contact);
const notifiedAt = async (id: number) => (await api.ok(operator, orders.get, { id })).supplierNotifiedAt ?? null;

describe("at once", () => {
  test("the email says what to send, to whom and by when, and the order says that it was sent", async () => {
    const id = await placed({ MarketplaceOrderId: `S-${randomUUID()}`, ShipBy: "2026-12-04" });
    await doJob(id);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^Order S-.* on Bazaar$/);
    for (const words of ["2 × Linen tray", "1 High Street, Fremantle WA 6160", "Ship by: 04 Dec 2026"])
      expect(mail?.text).toContain(words);
    expect(await notifiedAt(id)).not.toBeNull();
  });

  test("it is sent once, by however many processes and however often the call is repeated", async () => {
    const traits = { MarketplaceOrderId: `S-${randomUUID()}` };
    const id = await placed(traits);
    await placed(traits);
    await Promise.all([doJob(id), sweep(later(1)), doJob(id), sweep(later(1))]);
    expect(await mails()).toHaveLength(1);
  });

  test("each supplier of an order hears of its own lines", async () => {
    const theirs = `${randomUUID()}@banksia.example`;
    const other = await api.aSupplier({ orderContactEmails: theirs });
    await api.aProduct(other, { externalSku: `${sku}-B`, name: "Banksia mug" });
    const { orders: made } = await api.ok(
      operator,
      orders.place,
      placedOrder(marketplace, { Lines: [aLine(), aLine({ Sku: `${sku}-B` })] }),
    );
    for (const { id } of made) await doJob(id);
    expect((await mails()).map(({ text }) => text).join()).not.toContain("Banksia mug");
    expect((await api.mailsTo(theirs)).map(({ text }) => text).join()).toContain("Banksia mug");
  });

  test("an order without a supplier is told once it has one", async () => {
    const { orders: made } = await api.ok(
      operator,
      orders.place,
      placedOrder(marketplace, { Lines: [aLine({ Sku: `${sku}-NEW`, ProductName: "A new tray" })] }),
    );
    const id = made[0]?.id ?? 0;
    await doJob(id);
    expect(await mails()).toEqual([]);
    await api.ok(operator, orders.assignSupplier, { OrderId: id, SupplierId: supplier });
    await doJob(id);
    expect((await mails()).map(({ text }) => text).join()).toContain("A new tray");
  });

  test("nothing is sent about an order that was cancelled, or told by hand, meanwhile", async () => {
    const cancelled = await placed();
    await api.ok(operator, orders.cancelLineItems, { OrderId: cancelled });
    await doJob(cancelled);
    expect([await mails(), await notifiedAt(cancelled)]).toEqual([[], null]);
    const told = await placed();
    await api.ok(operator, orders.sendSupplierNotification, { OrderId: told });
    await doJob(told);
    expect(await mails()).toHaveLength(1);
  });
});

describe("every hour or every morning", () => {
  test.each(["hourly", "daily"] as const)("%s: one email has all orders, when it is time, once", async (mode) => {
    await wants(mode);
    const ids = [await placed(), await placed(), await placed({ Lines: [aLine({ Quantity: 7 })] })];
    for (const id of ids) await doJob(id);
    await sweep(new Date());
    expect(await mails()).toEqual([]);
    await Promise.all([sweep(later(26)), sweep(later(26))]);
    await sweep(later(50));
    const sent = await mails();
    expect(sent.map(({ subject }) => subject)).toEqual(["3 orders from Countinghouse"]);
    expect(sent[0]?.text).toContain("7 × Linen tray");
    for (const id of ids) expect(await notifiedAt(id)).not.toBeNull();
  });

  // The embedded database has one process.
  test.skipIf(api.database.isEmbedded)("a supplier that another process is sending to is left to it", async () => {
    await wants("hourly");
    for (let i = 0; i < 2; i++) await placed();
    await db.transaction(async (other) => {
      const isSupplier = eq(storedSuppliers.id, supplier);
      await other.select().from(storedSuppliers).where(isSupplier).for("no key update");
      await sweep(later(26));
      expect(await mails()).toEqual([]);
    });
    await sweep(later(26));
    expect((await mails()).map(({ subject }) => subject)).toEqual(["2 orders from Countinghouse"]);
  });

  test("a single order has the usual email", async () => {
    await wants("daily");
    await placed();
    await sweep(later(26));
    expect((await mails()).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Order S-.* on Bazaar$/)]);
  });

  test("sixty orders become two emails", async () => {
    await wants("hourly");
    for (let i = 0; i < 60; i++) await placed();
    await sweep(later(2));
    await sweep(later(2));
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      "50 orders from Countinghouse",
      "10 orders from Countinghouse",
    ]);
  });
});

test("never sends nothing", async () => {
  await wants("never");
  await doJob(await placed());
  await sweep(later(50));
  expect(await mails()).toEqual([]);
});

test("a supplier without contacts is not told, and keeps nothing waiting", async () => {
  await db.update(storedSuppliers).set({ orderContactEmails: "" }).where(eq(storedSuppliers.id, supplier));
  const id = await placed();
  const [order] = await db.select().from(storedOrders).where(eq(storedOrders.id, id));
  expect(order?.emailDueAt).toBeNull();
});

test("an order that somebody enters by hand is told by hand", async () => {
  const id = await api.anOrder(supplier, { marketplaceId: marketplace });
  await api.aLineItem(id, {
    productId: (await db.select().from(products).where(eq(products.externalSku, sku)))[0]?.id,
  });
  await sweep(later(50));
  expect(await mails()).toEqual([]);
});

test("a change of mind holds for orders that wait", async () => {
  await wants("daily");
  await placed();
  await api.ok(operator, suppliers.updateDetails, {
    ...supplierDetails(supplier),
    OrderContactEmails: contact,
    OrderEmails: "atOnce",
  });
  await sweep(later(0.01));
  expect(await mails()).toHaveLength(1);
});

describe("the moment of the email", () => {
  const at = (wanted: OrderEmails, now: string, zone = "Australia/Sydney") =>
    emailMoment(wanted, new Date(now), zone)?.toISOString() ?? null;

  test.each<[OrderEmails, string, string | null, string?]>([
    ["atOnce", "2026-11-24T20:10:00.000Z", "2026-11-24T20:10:00.000Z"],
    ["hourly", "2026-11-24T20:10:00.000Z", "2026-11-24T21:00:00.000Z"],
    ["hourly", "2026-11-24T20:10:00.000Z", "2026-11-24T20:30:00.000Z", "Australia/Adelaide"],
    ["daily", "2026-11-24T19:59:59.000Z", "2026-11-24T20:00:00.000Z"],
    ["daily", "2026-11-24T20:00:00.000Z", "2026-11-25T20:00:00.000Z"],
    // The night when the clocks go forward, and the one when they go back.
    ["daily", "2026-10-03T03:00:00.000Z", "2026-10-03T20:00:00.000Z"],
    ["daily", "2026-04-04T03:00:00.000Z", "2026-04-04T21:00:00.000Z"],
    ["hourly", "2026-04-04T15:30:00.000Z", "2026-04-04T16:00:00.000Z"],
    ["never", "2026-11-24T20:10:00.000Z", null],
  ])("%s at %s is %s", (wanted, now, expected, zone) => {
    expect(at(wanted, now, zone)).toBe(expected);
  });
});
