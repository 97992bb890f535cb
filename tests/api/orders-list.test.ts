import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { OrderLineItemStatus } from "#contract/enumerations.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { adjustment, newLineItem } from "#tests/support/forms.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { orders } = operations;

type Filters = SentInput<typeof orders.list>;
type Traits = NonNullable<Parameters<typeof api.anOrder>[1]>;

let operator: TestUser;
let marketplace: number;
/** Each test uses its own supplier, so that orders of other tests do not matter. */
let supplier: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace("Bazaar");
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia" });
});

const list = (input: Filters = {}, user = operator) => api.ok(user, orders.list, { supplierId: supplier, ...input });
const numbers = async (input: Filters = {}, user = operator) =>
  (await list(input, user)).items.map(({ marketplaceOrderId }) => marketplaceOrderId);
const anOrder = (marketplaceOrderId: string, traits: Traits = {}, of: number | null = supplier) =>
  api.anOrder(of, { marketplaceId: marketplace, marketplaceOrderId, ...traits });

test("a row shows the order, its customer and its items", async () => {
  const product = await api.aProduct(supplier);
  const id = await anOrder("MK-1", { name: "M-20260302-1", orderedAt: new Date("2026-03-02T04:05:06.789Z") });
  const basket = await api.aLineItem(id, { productId: product, options: [{ name: "Colour", value: "Red" }] });
  const tray = await api.aLineItem(id, {
    productName: "Tray",
    productSku: "TRAY",
    quantity: 3,
    price: 20,
    shipping: 9,
  });
  await api.ok(operator, orders.addLineItemAdjustment, {
    ...adjustment(tray),
    QuantityAdjustment: -1,
    ShippingAmountExTaxAdjustment: -1.5,
  });
  expect(await list()).toEqual({
    items: [
      {
        id,
        name: "M-20260302-1",
        marketplaceOrderId: "MK-1",
        orderDate: "2026-03-02T04:05:06.789Z",
        customerFirstName: "Ana",
        customerSurname: "Lee",
        supplierId: supplier,
        supplierName: "Acacia",
        marketplaceId: marketplace,
        marketplaceName: "Bazaar",
        status: OrderLineItemStatus.processing,
        // As of an order from before there were such days.
        shipBy: null,
        shipByIsGiven: false,
        shipByTimeZone: null,
        lineItems: [
          {
            id: basket,
            productId: product,
            productName: "Woven basket",
            productSku: "BASKET",
            options: [{ id: 1, name: "Colour", value: "Red" }],
            status: 0,
            adjustedQuantity: 2,
            purchasePriceIncTax: 9.95,
            adjustedShipping: 5,
          },
          {
            id: tray,
            productId: null,
            productName: "Tray",
            productSku: "TRAY",
            options: [],
            status: 0,
            adjustedQuantity: 2,
            purchasePriceIncTax: 20,
            adjustedShipping: 7.5,
          },
        ],
        lineItemCount: 2,
      },
    ],
    totalCount: 1,
  });
});

test("rows without their line items say how many they have", async () => {
  const id = await anOrder("MK-1");
  const deleted = await api.aLineItem(id);
  for (let i = 0; i < 3; i++) await api.aLineItem(id);
  await api.ok(operator, orders.deleteLineItem, { LineItemId: deleted });
  await anOrder("MK-0");
  const { items } = await list({ includeLineItems: false, sortFieldName: "marketplaceOrderId" });
  expect(items.map(({ lineItems, lineItemCount }) => [lineItems, lineItemCount])).toEqual([
    [[], 3],
    [[], 0],
  ]);
});

test("a row leaves out deleted line items", async () => {
  const id = await anOrder("MK-1");
  const gone = await api.aLineItem(id, { productName: "Gone" });
  await api.aLineItem(id, { productName: "Kept" });
  await api.ok(operator, orders.deleteLineItem, { LineItemId: gone });
  expect((await list()).items.map(({ lineItems }) => lineItems.map(({ productName }) => productName))).toEqual([
    ["Kept"],
  ]);
});

describe("visibility in the list", () => {
  test("supplier staff see their orders whatever their permissions, but no unassigned ones", async () => {
    const tag = `tag-${randomUUID()}`;
    const other = await api.aSupplier();
    await anOrder(`${tag}-ours`);
    await anOrder(`${tag}-theirs`, {}, other);
    await anOrder(`${tag}-nobody's`, {}, null);
    const seen = async (user: TestUser, input: Filters = {}) =>
      (
        await api.ok(user, orders.list, {
          searchText: tag,
          sortFieldName: "marketplaceOrderId",
          sortDirection: "Ascending",
          ...input,
        })
      ).items.map(({ marketplaceOrderId }) => marketplaceOrderId.replace(`${tag}-`, ""));
    const user = await api.aUser({ links: [{ supplier, bits: 0 }] });
    expect(await seen(user)).toEqual(["ours"]);
    expect(await seen(user, { supplierId: other })).toEqual([]);
    expect(await seen(user, { onlyShowProductsWithNoSupplier: true })).toEqual([]);
    expect(await seen(await api.aUser({}))).toEqual([]);
    expect(await seen(operator)).toEqual(["nobody's", "ours", "theirs"]);
    expect(await seen(operator, { onlyShowProductsWithNoSupplier: true })).toEqual(["nobody's"]);
  });
});

describe("sorting", () => {
  test("puts the latest first, and works by every column in both directions, ignoring case", async () => {
    const tag = `tag-${randomUUID()}`;
    const shop = async (name: string) => ({ marketplaceId: await api.aMarketplace(name) });
    const [first, second] = [new Date("2026-03-01T00:00:00.001Z"), new Date("2026-03-01T00:00:00.002Z")];
    await anOrder(
      `a ${tag}`,
      { orderedAt: first, customerFirstName: "ana", customerSurname: "Moe", ...(await shop("b")) },
      await api.aSupplier({ name: "B" }),
    );
    await anOrder(
      `B ${tag}`,
      { orderedAt: second, customerFirstName: "Ana", customerSurname: "lee", ...(await shop("A")) },
      await api.aSupplier({ name: "a" }),
    );
    const sorted = async (input: Filters) =>
      (await api.ok(operator, orders.list, { searchText: tag, ...input })).items.map(
        ({ marketplaceOrderId }) => marketplaceOrderId[0],
      );
    expect(await sorted({})).toEqual(["B", "a"]);
    for (const [sortFieldName, ascending] of [
      ["orderDate", ["a", "B"]],
      ["marketplaceOrderId", ["a", "B"]],
      ["customerFullName", ["B", "a"]],
      ["supplierName", ["B", "a"]],
      ["marketplaceName", ["B", "a"]],
    ] as const) {
      expect(await sorted({ sortFieldName, sortDirection: "Ascending" }), sortFieldName).toEqual(ascending);
      expect(await sorted({ sortFieldName, sortDirection: "Descending" }), sortFieldName).toEqual(
        [...ascending].reverse(),
      );
    }
  });

  test("pages orders with the same time without repeating any", async () => {
    const orderedAt = new Date("2026-03-01T00:00:00Z");
    for (const number of ["1", "2", "3"]) await anOrder(number, { orderedAt });
    const page = (pageNumber: number, searchText?: string) => numbers({ pageSize: 2, pageNumber, searchText });
    for (const searchText of [undefined, "ana"]) {
      expect([await page(1, searchText), await page(2, searchText), await page(3, searchText)]).toEqual([
        ["3", "2"],
        ["1"],
        [],
      ]);
      expect((await list({ pageSize: 2, pageNumber: 3, searchText })).totalCount).toBe(3);
    }
  });
});

describe("full-text search", () => {
  beforeEach(async () => {
    await anOrder("MK-100%", { customerFirstName: "Ana", customerSurname: "Lee" });
    await anOrder("mk_2000", { customerFirstName: "Joana", customerSurname: "Leeds-Ügür" });
    await anOrder("MKX2000", { customerFirstName: "Bo", customerSurname: "O'Hara \\ Co" });
  });

  test.each([
    ["ana lee", ["MK-100%", "mk_2000"]],
    ["ANA LEE", ["MK-100%", "mk_2000"]],
    ["joana l", ["mk_2000"]],
    ["lee ana", []],
    ["üGÜR", ["mk_2000"]],
    ["  o'hara ", ["MKX2000"]],
    ["a \\ c", ["MKX2000"]],
    ["mk_", ["mk_2000"]],
    ["0%", ["MK-100%"]],
    ["%", ["MK-100%"]],
    ["K-", ["MK-100%"]],
    ["x2", ["MKX2000"]],
    ["X", ["MKX2000"]],
    ["ü", ["mk_2000"]],
    ["Üg", ["mk_2000"]],
    ["\\", ["MKX2000"]],
    ["_2", ["mk_2000"]],
    ["0a", []],
    ["zz", []],
    ["ß", []],
    ["mk", ["MK-100%", "MKX2000", "mk_2000"]],
    ["2000ana", []],
    ["sofa", []],
    ["", ["MK-100%", "MKX2000", "mk_2000"]],
  ])("finds %j in the order number or in the customer's name", async (searchText, found) => {
    const { items, totalCount } = await list({ searchText });
    expect([items.map(({ marketplaceOrderId }) => marketplaceOrderId).sort(), totalCount]).toEqual([
      found,
      found.length,
    ]);
  });
});

describe("filtering", () => {
  test("by a product finds orders that contain it", async () => {
    const product = await api.aProduct(supplier);
    const [has, had] = [await anOrder("has"), await anOrder("had")];
    await api.aLineItem(await anOrder("never"), { productId: await api.aProduct(supplier) });
    for (const order of [has, has]) await api.aLineItem(order, { productId: product });
    await api.ok(operator, orders.deleteLineItem, { LineItemId: await api.aLineItem(had, { productId: product }) });
    expect(await list({ productId: product })).toMatchObject({
      items: [{ id: has, lineItems: [{}, {}] }],
      totalCount: 1,
    });
  });

  test("by supplier and by marketplace finds their orders", async () => {
    const other = await api.aMarketplace();
    await anOrder("here");
    await anOrder("there", { marketplaceId: other });
    await anOrder("of another", { marketplaceId: other }, await api.aSupplier());
    expect(await numbers({ marketplaceId: other })).toEqual(["there"]);
    expect((await api.ok(operator, orders.list, { marketplaceId: other })).totalCount).toBe(2);
  });

  test("by date and time includes both ends, to the millisecond and in any time zone", async () => {
    for (const millisecond of ["000", "001", "002"])
      await anOrder(millisecond, { orderedAt: new Date(`2026-03-01T13:00:00.${millisecond}Z`) });
    const [fromDate, toDate] = ["2026-03-01T13:00:00.001Z", "2026-03-01T13:00:00.001Z"];
    expect(await numbers({ fromDate })).toEqual(["002", "001"]);
    expect(await numbers({ toDate })).toEqual(["001", "000"]);
    expect(await numbers({ fromDate, toDate })).toEqual(["001"]);
    expect(await numbers({ fromDate: "2026-03-02T00:00:00.002+11:00" })).toEqual(["002"]);
  });

  test("by everything at once finds the orders that match all", async () => {
    const fromDate = "2026-03-01T00:00:00Z";
    await anOrder("right", { orderedAt: new Date(fromDate) });
    await anOrder("too early", { orderedAt: new Date("2026-02-28T23:59:59.999Z") });
    await anOrder("done", { orderedAt: new Date(fromDate), isOutstanding: false });
    await anOrder("of another customer", { orderedAt: new Date(fromDate), customerFirstName: "Bo" });
    await anOrder("elsewhere", { orderedAt: new Date(fromDate), marketplaceId: await api.aMarketplace() });
    expect(
      await numbers({ searchText: "ana", marketplaceId: marketplace, outstandingOrdersOnly: true, fromDate }),
    ).toEqual(["right"]);
  });

  test.each([
    { supplierId: "all" },
    { productId: "0" },
    { sortFieldName: "customerEmail" },
    { pageSize: 201 },
    { fromDate: "yesterday" },
    { toDate: "2026-03-01" },
  ])("refuses %j", async (input) => {
    expect(await api.call(operator, orders.list, input as never)).toMatchObject({ status: 422 });
  });
});

describe("an outstanding order", () => {
  const isOutstanding = async () => (await numbers({ outstandingOrdersOnly: true })).length === 1;
  const cancel = (LineItemId: number) =>
    api.ok(operator, orders.addLineItemAdjustment, {
      ...adjustment(LineItemId),
      QuantityAdjustment: -2,
      AmountsStayOwed: true,
    });
  let order: number;
  beforeEach(async () => {
    order = await anOrder("MK-1");
  });

  test("may be empty", async () => {
    expect(await isOutstanding()).toBe(true);
  });

  test("stays outstanding until every item is complete or cancelled", async () => {
    await api.aLineItem(order, { status: OrderLineItemStatus.complete });
    const [one, two] = [
      await api.aLineItem(order),
      await api.aLineItem(order, { status: OrderLineItemStatus.waitingOnStock }),
    ];
    await cancel(one);
    expect(await isOutstanding()).toBe(true);
    await cancel(two);
    expect(await isOutstanding()).toBe(false);
    await api.ok(operator, orders.addLineItemAdjustment, { ...adjustment(one), QuantityAdjustment: 1 });
    expect(await isOutstanding()).toBe(true);
  });

  test("does not depend on deleted items", async () => {
    const open = await api.aLineItem(order);
    await api.aLineItem(order, { status: OrderLineItemStatus.complete });
    await api.ok(operator, orders.deleteLineItem, { LineItemId: open });
    expect(await isOutstanding()).toBe(false);
  });

  test("is one to which an item was added again, or whose items were all deleted", async () => {
    const done = await api.aLineItem(order);
    await cancel(done);
    const added = await api.ok(operator, orders.addLineItem, newLineItem(order));
    expect(await isOutstanding()).toBe(true);
    await api.ok(operator, orders.deleteLineItem, { LineItemId: added });
    expect(await isOutstanding()).toBe(false);
    await api.ok(operator, orders.deleteLineItem, { LineItemId: done });
    expect(await isOutstanding()).toBe(true);
  });
});
