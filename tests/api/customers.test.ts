import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  heldMails,
  messages,
  orderLineItems,
  orderTransactions,
  orders as table,
} from "#api/core/database/schema/index.ts";
import { TransactionType } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { orderDetails } from "#tests/support/forms.ts";
import { filesIn } from "#tests/support/unzip.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { customers, orders, discussion, history, locations, settings } = operations;

let ada: TestUser;
let supplier: number;
let marketplace: number;
beforeAll(async () => {
  ada = await api.aUser({ roles: ["Administrator"], givenName: "Ada", surname: "Boss" });
  marketplace = await api.aMarketplace("Harbour & Co");
});
beforeEach(async () => {
  supplier = await api.aSupplier({ orderContactEmails: "orders@supplier.example" });
});

const old = new Date("2010-03-02T00:00:00Z");
const makeOld = (id: number) => db.update(table).set({ orderedAt: old, isOutstanding: false }).where(eq(table.id, id));

const erase = (...OrderIds: number[]) => api.call(ada, customers.erase, { OrderIds });
const found = async (Text: string) => (await api.ok(ada, customers.find, { Text })).orders;

describe("finding a customer", () => {
  test("by part of the name, by email address, and by phone number in any form", async () => {
    const id = await api.anOrder(supplier, {
      customerFirstName: "Zoë",
      customerSurname: "Quill",
      customerEmail: "Zoe@quill.example",
      customerPhoneNumber: "+61 8 5550 1234",
    });
    for (const text of ["quil", "ZOË Q", "zoe@QUILL.example", "(08) 5550 1234", "0855501234"])
      expect(
        (await found(text)).map((order) => order.id),
        text,
      ).toContain(id);
    for (const text of ["quill.example", "5550", "Nobody%", "0855501235"])
      expect(
        (await found(text)).map((order) => order.id),
        text,
      ).not.toContain(id);
    expect((await found("quill"))[0]).toMatchObject({
      customerName: "Zoë Quill",
      email: "Zoe@quill.example",
      whyKept: "Something is still to be shipped.",
    });
  });

  test.each([
    [" ", "This is a required field"],
    ["ab", "Please enter at least 3 characters."],
    ["x".repeat(101), "Please use no more than 100 characters."],
    ["x".repeat(1_000_000), "Please use no more than 100 characters."],
  ])("refuses %.20s", async (Text, message) => {
    const { status, problem } = await api.call(ada, customers.find, { Text });
    expect([status, problem.errors?.Text]).toEqual([422, [message]]);
  });
});

test("the export to hand over has what concerns the customer, and neither commissions nor internal notes", async () => {
  const id = await api.anOrder(supplier, { customerFirstName: "Ivy", customerSurname: "Export", orderNotes: "Ring." });
  const item = await api.aSentItem(id, { productName: "Dish", price: 11 });
  await db.update(orderLineItems).set({ supplierNotes: "Sentinel notes" }).where(eq(orderLineItems.id, item));
  for (const isInternal of [true, false])
    await db
      .insert(messages)
      .values({ about: "order", recordId: id, text: "Sentinel message", isInternal, authorId: ada.id });
  await api.aTransaction(item, { type: TransactionType.refund, quantity: -1 });
  await db.update(table).set({ customerEmail: "ivy@home.example" }).where(eq(table.id, id));
  for (const streetAddress of ["1 Former Rd", "2 Present St"])
    await db
      .update(table)
      .set({ shippingAddressId: await api.anAddress({ streetAddress }) })
      .where(eq(table.id, id));
  const { rawPayload, headers } = await api.send(ada, requestFor(customers.export, { ids: id }));
  expect(headers["content-disposition"]).toContain("Personal data.zip");
  const [orderTable, whole] = await filesIn(rawPayload);
  expect([orderTable?.name, whole?.name]).toEqual(["Orders.csv", "Orders.json"]);
  expect(String(orderTable?.content)).toContain("Ivy Export");
  const [handedOver] = JSON.parse(String(whole?.content));
  expect(handedOver).toMatchObject({
    order: { customerFirstName: "Ivy", orderNotes: "Ring.", customerEmail: "ivy@home.example" },
    items: [{ productName: "Dish", price: 11, quantityOrdered: 2, quantity: 1 }],
    shipments: [],
    formerDetails: [
      { before: { customer_email: "ana@example.com" }, after: { customer_email: "ivy@home.example" } },
      { after: { address: { streetAddress: "1 Former Rd" } } },
      { before: { address: { streetAddress: "1 Former Rd" } }, after: { address: { streetAddress: "2 Present St" } } },
    ],
  });
  expect(String(whole?.content)).not.toMatch(/commission|Sentinel|supplier|userId|transactions/i);
});

test("the internal records have everything that is stored about the orders", async () => {
  const id = await api.anOrder(supplier, { customerFirstName: "Ivy", customerSurname: "Export", orderNotes: "Ring." });
  await api.aLineItem(id, { productName: "Dish" });
  const { rawPayload, headers } = await api.send(ada, requestFor(customers.export, { ids: id, reader: "operator" }));
  expect(headers["content-disposition"]).toContain("Internal records.zip");
  const [whole] = await filesIn(rawPayload);
  expect(whole?.name).toBe("Everything.json");
  const [everything] = JSON.parse(String(whole?.content));
  expect(everything).toMatchObject({
    order: { customerFirstName: "Ivy", orderNotes: "Ring." },
    items: [{ productName: "Dish" }],
  });
  expect((await api.send(ada, requestFor(customers.export, { ids: 999_999 }))).statusCode).toBe(404);
});

describe("erasing", () => {
  const canary = (what: string) => `Canary${what}Zx`;
  const person = {
    CustomerFirstName: canary("First"),
    CustomerSurname: canary("Surname"),
    CustomerEmail: `${canary("Mail").toLowerCase()}@customer.example`,
    CustomerPhoneNumber: "0491 570 156",
    CompanyName: canary("Company"),
    OrderNotes: `Ring ${canary("First")} twice.`,
  };

  /** An order by a call of a marketplace, then changed by forms, discussed, cancelled and told to its supplier. */
  async function manyTraces(): Promise<{ order: number; item: number }> {
    const address = {
      streetAddress: `12 ${canary("Street")} Road`,
      city: "Fremantle",
      state: "WA",
      postCode: "6160",
      countryCode: "AU",
    };
    const number = `MK-${randomUUID().slice(0, 8)}`;
    await api.ok(ada, orders.place, {
      MarketplaceId: marketplace,
      MarketplaceOrderId: number,
      OrderDate: "2026-03-02T00:00:00Z",
      ...person,
      ShippingAddress: address,
      Lines: [{ Sku: "X-1", ProductName: "Dish", Quantity: 2, PriceIncTax: 11 }],
    } as never);
    const [{ id: order = 0 } = {}] = await db.select().from(table).where(eq(table.marketplaceOrderId, number));
    await api.ok(ada, orders.assignSupplier, { OrderId: order, SupplierId: supplier } as never);
    const { id: AddressId } = await api
      .ok(ada, locations.findOrCreateAddress, {
        ...address,
        streetAddress: `13 ${canary("Street")} Road`,
      })
      .then((id) => ({ id }));
    const [stored] = await db.select().from(table).where(eq(table.id, order));
    await api.ok(ada, orders.updateDetails, {
      ...orderDetails(order, AddressId),
      MarketplaceOrderId: stored?.marketplaceOrderId,
      ...person,
    } as never);
    const [item] = await db.select().from(orderLineItems).where(eq(orderLineItems.orderId, order));
    await api.ok(ada, orders.updateLineItem, {
      LineItemId: item?.id ?? 0,
      Status: 0,
      OrderNotes: `For ${canary("Surname")}`,
      SupplierNotes: "",
      ExpectedInStockDate: null,
    });
    await api.ok(ada, discussion.write, {
      About: "order",
      RecordId: order,
      Text: `${person.CustomerEmail} has called.`,
      Audience: "operators",
    } as never);
    await api.ok(ada, orders.sendSupplierNotification, { OrderId: order });
    await api.ok(ada, orders.cancelLineItems, {
      OrderId: order,
      LineItemIds: null,
      Comment: `${canary("First")} ${canary("Surname")} does not want it.`,
    });
    return { order, item: item?.id ?? 0 };
  }

  /** The tables that have the text anywhere, with the number of rows. */
  async function tablesWith(text: string): Promise<string[]> {
    const { rows: tables } = await db.execute<{ name: string }>(sql`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`);
    const having: string[] = [];
    for (const { name } of tables) {
      const { rows } = await db.execute<{ count: number }>(
        sql`select count(*)::int as count from ${sql.raw(name)} as each where lower(each::text) like ${`%${text.toLowerCase()}%`}`,
      );
      if ((rows[0]?.count ?? 0) > 0) having.push(`${name}: ${rows[0]?.count}`);
    }
    return having;
  }

  test("leaves nothing of the customer in any table, and keeps products, amounts and days", async () => {
    const { order, item } = await manyTraces();
    expect((await tablesWith("Canary")).length).toBeGreaterThan(5);
    const amounts = () =>
      db
        .select({ quantity: orderTransactions.quantity, exTax: orderTransactions.purchaseExTax })
        .from(orderTransactions)
        .where(eq(orderTransactions.lineItemId, item));
    const before = await amounts();
    expect(before.length).toBeGreaterThan(1);
    await makeOld(order);
    expect(await erase(order)).toMatchObject({ status: 200, body: { count: 1, kept: [] } });
    expect(await tablesWith("Canary")).toEqual([]);
    expect(await tablesWith("0491 570 156")).toEqual([]);
    expect(await amounts()).toEqual(before);
    const [stored] = await db.select().from(table).where(eq(table.id, order));
    expect(stored).toMatchObject({ customerFirstName: "Erased", customerSurname: "customer", orderedAt: old });
    const [newest] = (await api.ok(ada, history.list, { record: "order", recordId: order })).items;
    expect(newest).toMatchObject({ userName: "Ada Boss", fields: [{ label: "Customer’s details erased" }] });
    const file = await api.send(ada, requestFor(customers.export, { ids: order }));
    expect(file.rawPayload.toString("latin1")).not.toContain("Canary");
  });

  test("keeps emails about other orders, even if a word of them has the surname in it", async () => {
    const id = await api.anOrder(supplier, { customerSurname: "Chen", marketplaceOrderId: "K-77" });
    await db.insert(heldMails).values([
      { to: "a@b.example", subject: "Order Z-1", text: "Kitchen scales", html: "" },
      { to: "a@b.example", subject: "Order K-77", text: "For Mia Chen", html: "" },
    ]);
    await makeOld(id);
    await erase(id);
    expect(await db.select({ subject: heldMails.subject }).from(heldMails)).toEqual([{ subject: "Order Z-1" }]);
  });

  test("keeps an address that another order has", async () => {
    const shippingAddressId = await api.anAddress();
    const [one, two] = [
      await api.anOrder(supplier, { shippingAddressId }),
      await api.anOrder(supplier, { shippingAddressId }),
    ];
    await makeOld(one);
    await erase(one);
    const [other] = await db.select().from(table).where(eq(table.id, two));
    expect(other?.shippingAddressId).toBe(shippingAddressId);
  });

  test("is refused while the books need the order, while it is to be shipped, and a second time", async () => {
    const [recent, open, done] = [
      await api.anOrder(supplier, { orderedAt: new Date(), isOutstanding: false, marketplaceOrderId: "R-1" }),
      await api.anOrder(supplier, { orderedAt: old, marketplaceOrderId: "O-1" }),
      await api.anOrder(supplier, { orderedAt: old, isOutstanding: false, marketplaceOrderId: "D-1" }),
    ];
    expect(await erase(recent, open, done)).toMatchObject({
      status: 200,
      body: {
        count: 1,
        kept: [
          { marketplaceOrderId: "R-1", why: expect.stringMatching(/^The books need it until \d\d \w{3} \d{4}\.$/) },
          { marketplaceOrderId: "O-1", why: "Something is still to be shipped." },
        ],
      },
    });
    expect(await erase(done)).toMatchObject({
      status: 409,
      problem: { message: "Nothing was erased. D-1: Already erased." },
    });
    expect((await erase(999_999)).status).toBe(404);
  });

  test("follows the setting for how long customers' details are kept", async () => {
    const orderedAt = new Date(Date.now() - 400 * 86_400_000);
    const id = await api.anOrder(supplier, { orderedAt, isOutstanding: false });
    expect((await erase(id)).status).toBe(409);
    await api.ok(ada, settings.updateRetention, { HistoryMonths: 84, CustomerMonths: 12 });
    await api.refreshSettings();
    expect((await erase(id)).status).toBe(200);
  });
});
