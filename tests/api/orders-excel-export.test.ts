import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { transfers } from "#api/core/database/schema/index.ts";
import { OrderLineItemStatus, TransactionType } from "#contract/enumerations.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { adjustment } from "#tests/support/forms.ts";
import { cellAt, headings, opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { orders } = operations;

type Filters = SentInput<typeof orders.excelExport>;

let operator: TestUser;
let marketplace: number;
let supplier: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace("Bazaar");
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia" });
});

const anOrder = (
  marketplaceOrderId: string,
  traits: Parameters<typeof api.anOrder>[1] = {},
  of: number | null = supplier,
) => api.anOrder(of, { marketplaceId: marketplace, marketplaceOrderId, ...traits });
const ask = (filters: Filters = {}, user = operator) =>
  api.send(user, requestFor(orders.excelExport, { supplierId: supplier, ...filters }));

async function exported(filters: Filters = {}, user = operator) {
  const { statusCode, rawPayload } = await ask(filters, user);
  expect(statusCode).toBe(200);
  return sheetNamed(await opened(rawPayload), "Orders");
}
const rows = async (filters: Filters = {}, user = operator) => rowsOf(await exported(filters, user));
const numbers = async (filters: Filters = {}, user = operator) =>
  (await rows(filters, user)).map((row) => row["Order number"]);

test("the export is sent as an attachment that must not be cached", async () => {
  const { headers } = await ask();
  expect(headers).toMatchObject({
    "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "content-disposition": `attachment; filename="Orders.xlsx"; filename*=UTF-8''Orders.xlsx`,
    "cache-control": "private, no-store",
  });
});

test("a row contains everything about a line item and its order, and has columns for its shipment", async () => {
  const shippingAddressId = await api.anAddress({
    unitNumber: "3",
    streetAddress: "5 Mitchell Street",
    streetAddress2: "Level 2",
    city: "Darwin",
    state: "NT",
    postCode: "0800",
  });
  const id = await anOrder("MK-1", {
    orderedAt: new Date("2026-10-04T13:30:00Z"),
    status: OrderLineItemStatus.partiallyFilled,
    shipBy: "2026-10-07",
    customerPhoneNumber: "0412 345 678",
    companyName: "Lee & Co",
    orderNotes: "=Leave it at the door.",
    shippingAddressId,
  });
  const item = await api.aLineItem(id, {
    productSku: "00042",
    options: [
      { name: "Colour", value: "Red" },
      { name: "Size", value: "L" },
    ],
    quantity: 5,
    orderNotes: "As a gift.",
    supplierNotes: "Look at the handle.",
    status: 1,
    expectedInStockDate: "2026-12-01",
  });
  await api.aTransaction(item, { type: TransactionType.shipment, quantity: 2 });
  expect(await rows()).toEqual([
    {
      OrderId: id,
      LineItemId: item,
      "Order number": "MK-1",
      // In Sydney this is the next day.
      "Order date": new Date("2026-10-05T00:30:00Z"),
      Marketplace: "Bazaar",
      Supplier: "Acacia",
      Product: "Woven basket",
      SKU: "00042",
      Options: "Colour: Red, Size: L",
      Status: "Waiting on Stock",
      "Expected in stock": new Date("2026-12-01"),
      Ordered: 5,
      Adjusted: 5,
      Shipped: 2,
      "To ship": 3,
      QuantityShipped: null,
      ShipmentId: null,
      ShippingStatus: null,
      Courier: null,
      TrackingNumber: null,
      Customer: "Ana Lee",
      Company: "Lee & Co",
      Phone: "0412 345 678",
      Email: "ana@example.com",
      Unit: "3",
      "Street address": "5 Mitchell Street",
      "Street address 2": "Level 2",
      City: "Darwin",
      State: "NT",
      Postcode: "0800",
      Country: "Australia",
      "Order notes": "=Leave it at the door.",
      "Item notes": "As a gift.",
      "Internal notes": "Look at the handle.",
      "Item price": 9.95,
      Purchase: 49.75,
      Shipping: 5,
      Commission: 14.93,
      "Sub-total": 39.82,
      "Order status": "Partially Filled",
      "Ship by": new Date("2026-10-07"),
    },
  ]);
});

test("the columns that a shipment import reads have notes, and lists of accepted values", async () => {
  await api.aLineItem(await anOrder("MK-1"));
  const sheet = await exported();
  for (const title of [
    "OrderId",
    "LineItemId",
    "QuantityShipped",
    "ShipmentId",
    "ShippingStatus",
    "Courier",
    "TrackingNumber",
  ])
    expect(cellAt(sheet, title, 1).note, title).toEqual(expect.any(String));
  const listOf = (title: string) => cellAt(sheet, title, 2).dataValidation?.formulae;
  expect(listOf("ShippingStatus")).toEqual(['"Processing,Dispatched,Delivered"']);
  expect(listOf("Courier")).toEqual([
    '"Australia Post,StarTrack,Sendle,Aramex,CouriersPlease,TNT,DHL Express,Direct Freight Express,Other"',
  ]);
  expect(listOf("OrderId")).toBeUndefined();
});

test("amounts match the order's page to the cent, including all adjustments", async () => {
  const id = await anOrder("MK-1");
  const item = await api.aLineItem(id, { price: 0.07, quantity: 3, shipping: 0.1, commissionRate: 0.3333 });
  await api.ok(operator, orders.addLineItemAdjustment, {
    ...adjustment(item),
    QuantityAdjustment: -1,
    PurchaseAmountExTaxAdjustment: -0.06,
    PurchaseAmountTaxAdjustment: -0.01,
    ShippingAmountExTaxAdjustment: 0.29,
  });
  await api.aLineItem(id, { price: 999_999.99, quantity: 9_999 });
  const shown = (await api.ok(operator, orders.get, { id })).lineItems.map((each) => ({
    Ordered: each.quantity.ordered,
    Adjusted: each.quantity.adjusted,
    "To ship": each.quantity.owed,
    Purchase: each.purchaseAmount.adjusted,
    Shipping: each.shippingAmount.adjusted,
    Commission: each.commissionAmount.adjusted,
    "Sub-total": each.subTotal.adjusted,
  }));
  expect(await rows()).toEqual(shown.map((each) => expect.objectContaining(each)));
  expect(shown[0]).toMatchObject({ Adjusted: 2, Purchase: 0.14, Shipping: 0.39 });
});

test("an empty order has one row without an item, and deleted items have none", async () => {
  const id = await anOrder("MK-1");
  await api.ok(operator, orders.deleteLineItem, { LineItemId: await api.aLineItem(id) });
  expect(await rows()).toMatchObject([
    {
      OrderId: id,
      LineItemId: null,
      Product: null,
      Ordered: null,
      Shipped: null,
      Purchase: null,
      "Sub-total": null,
      City: null,
    },
  ]);
});

test("a long list is exported in its order, with each order exactly once", async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 0, Math.floor(minute / 3)));
  const names = Array.from({ length: 230 }, (_, i) => `MK-${i}`);
  for (const [i, name] of names.entries()) await anOrder(name, { orderedAt: at(i) });
  const listed: unknown[] = [];
  for (const pageNumber of [1, 2]) {
    const { items } = await api.ok(operator, orders.list, { supplierId: supplier, pageSize: 200, pageNumber });
    listed.push(...items.map(({ marketplaceOrderId }) => marketplaceOrderId));
  }
  expect(await numbers()).toEqual(listed);
  expect(listed).toEqual([...names].reverse());
});

describe("a filtered export", () => {
  test("takes every filter of the list", async () => {
    const fromDate = "2026-03-01T00:00:00Z";
    const product = await api.aProduct(supplier);
    await api.aLineItem(await anOrder("right", { orderedAt: new Date(fromDate) }), { productId: product });
    await anOrder("without the product", { orderedAt: new Date(fromDate) });
    await anOrder("too early", { orderedAt: new Date("2026-02-28T23:59:59.999Z") });
    await anOrder("done", { orderedAt: new Date(fromDate), isOutstanding: false });
    await anOrder("of another customer", { orderedAt: new Date(fromDate), customerFirstName: "Bo" });
    await anOrder("elsewhere", { orderedAt: new Date(fromDate), marketplaceId: await api.aMarketplace() });
    await anOrder("nobody's", {}, null);
    expect(
      await numbers({
        searchText: "ana",
        marketplaceId: marketplace,
        outstandingOrdersOnly: true,
        fromDate,
        productId: product,
      }),
    ).toEqual(["right"]);
    expect(await numbers({ outstandingOrdersOnly: true, toDate: "2026-02-28T23:59:59.999Z" })).toEqual(["too early"]);
    expect(await numbers({ onlyShowProductsWithNoSupplier: true })).toEqual([]);
  });

  test("without matches contains only the headings", async () => {
    const sheet = await exported({ searchText: "there is no such order" });
    expect([headings(sheet).slice(0, 3), sheet.rowCount]).toEqual([["OrderId", "LineItemId", "Order number"], 1]);
  });

  test.each([{ supplierId: "all" }, { productId: "0" }, { fromDate: "yesterday" }, { toDate: "2026-03-01" }])(
    "refuses %j",
    async (filters) => {
      expect((await ask(filters as never)).statusCode).toBe(422);
    },
  );
});

describe("visibility in the export", () => {
  test("supplier staff get only their own orders, without email addresses", async () => {
    const canary = "canary@example.com";
    const theirs = await api.aSupplier({ name: "canary supplier" });
    await api.aLineItem(await anOrder("canary order", { customerSurname: "canary" }, theirs), {
      productName: "canary product",
    });
    await anOrder("canary of nobody", {}, null);
    await anOrder("ours", { customerEmail: canary });
    const staff = await api.aUser({ links: [{ supplier, bits: 0 }] });
    const sheet = await exported({ supplierId: undefined }, staff);
    expect(rowsOf(sheet)).toMatchObject([{ "Order number": "ours" }]);
    expect(headings(sheet)).not.toContain("Email");
    expect(JSON.stringify(rowsOf(sheet))).not.toContain("canary");
    expect(await rows({ supplierId: theirs }, staff)).toEqual([]);
    expect(await rows({}, await api.aUser({}))).toEqual([]);
  });

  test.each([
    ["Operator", true],
    ["Administrator", true],
    ["Finance", false],
    ["Read Only", false],
  ] as const)("%s has the customer's mail address: %s, as on the order's page", async (role, hasEmail) => {
    await anOrder("MK-1", { customerEmail: "canary@example.com" });
    const sheet = await exported({}, await api.aUser({ roles: [role] }));
    expect([headings(sheet).includes("Email"), JSON.stringify(rowsOf(sheet)).includes("canary")]).toEqual([
      hasEmail,
      hasEmail,
    ]);
  });

  test("users who may not see orders are refused", async () => {
    expect((await ask({}, await api.aUser({ roles: ["Catalogue Manager"] }))).statusCode).toBe(403);
  });
});

describe("exports run one at a time per user", () => {
  let url: string;
  beforeAll(async () => {
    url = await api.app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => api.app.server.closeAllConnections());

  /** Orders whose file exceeds the buffers of the connection. */
  async function manyOrders(): Promise<void> {
    await db.execute(sql`
      insert into orders (name, marketplace_order_id, supplier_id, marketplace_id, customer_first_name, customer_surname, order_notes)
      select 'M', 'MK-' || i, ${supplier}, ${marketplace}, 'Ana', 'Lee', (select string_agg(md5(random()::text || i || j), '') from generate_series(1, 300) j)
      from generate_series(1, 1500) i`);
  }

  /** Starts a download and reads only its beginning. */
  async function begins(user: TestUser) {
    const leaving = new AbortController();
    const response = await fetch(`${url}/api/v1/orders/ExcelExport?supplierId=${supplier}`, {
      headers: { authorization: `Bearer ${user.token}` },
      signal: leaving.signal,
    });
    expect(response.status).toBe(200);
    return { response, leave: () => leaving.abort() };
  }

  test("a second export is refused while the user's first one runs, until it ends or is abandoned", async () => {
    await manyOrders();
    const user = await api.aUser({ roles: ["Operator"] });
    const { leave } = await begins(user);
    const refused = await ask({ searchText: "none" }, user);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      "Another export or import of yours is still running. Please try again when it has finished.",
    ]);
    expect((await ask({ searchText: "none" })).statusCode).toBe(200);
    leave();
    await vi.waitFor(async () => expect((await ask({ searchText: "none" }, user)).statusCode).toBe(200), {
      timeout: 20_000,
    });
    const { response } = await begins(user);
    await response.arrayBuffer();
    expect((await ask({ searchText: "none" }, user)).statusCode).toBe(200);
  });

  test("the next export can start as soon as the file has been received", async () => {
    const user = await api.aUser({ roles: ["Operator"] });
    for (let i = 0; i < 5; i++) expect((await ask({}, user)).statusCode).toBe(200);
    expect(await db.$count(transfers)).toBe(0);
  });

  test("a transfer of a killed process blocks the next one for at most 15 seconds", async () => {
    const user = await api.aUser({ roles: ["Operator"] });
    const begun = (seconds: number) =>
      db.execute(sql`
        insert into transfers (user_id, id, kind, started_at, heard_at) values (${user.id}, gen_random_uuid(), 'import', now() - interval '1 hour', now() - make_interval(secs => ${seconds}))
        on conflict (user_id) do update set heard_at = excluded.heard_at`);
    await begun(10);
    expect((await ask({}, user)).statusCode).toBe(409);
    await begun(16);
    expect((await ask({}, user)).statusCode).toBe(200);
  });
});
