import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { shipments } = operations;

type Filters = SentInput<typeof shipments.list>;
type OrderTraits = NonNullable<Parameters<typeof api.anOrder>[1]>;
type Traits = NonNullable<Parameters<typeof api.aShipment>[2]>;

let operator: TestUser;
let marketplace: number;
/** Each test uses its own supplier, so that shipments of other tests do not matter. */
let supplier: number;
beforeAll(async () => {
  operator = await api.aUser({ roles: ["Operator"] });
  marketplace = await api.aMarketplace("Bazaar");
});
beforeEach(async () => {
  supplier = await api.aSupplier({ name: "Acacia" });
});

const list = (input: Filters = {}, user = operator) => api.ok(user, shipments.list, { supplierId: supplier, ...input });
const ids = async (input: Filters = {}) => (await list(input)).items.map(({ id }) => id);

/** A shipment of one item, in its own order. */
async function aShipment({
  of = supplier as number | null,
  order = {} as OrderTraits,
  ...traits
}: Traits & { of?: number | null; order?: OrderTraits } = {}) {
  const orderId = await api.anOrder(of, { marketplaceId: marketplace, ...order });
  return api.aShipment(orderId, [{ item: await api.aLineItem(orderId), quantity: 1 }], traits);
}

test("a row shows the shipment, its order and its customer", async () => {
  const order = await api.anOrder(supplier, { marketplaceId: marketplace, marketplaceOrderId: "MK-1" });
  const item = await api.aLineItem(order);
  const createdAt = new Date("2026-03-02T04:05:06.789Z");
  const id = await api.aShipment(order, [{ item, quantity: 2 }], { createdAt });
  const row = {
    id,
    orderId: order,
    marketplaceOrderId: "MK-1",
    createdDate: "2026-03-02T04:05:06.789Z",
    cancelledDate: null,
    customerFirstName: "Ana",
    customerSurname: "Lee",
    supplierId: supplier,
    supplierName: "Acacia",
    marketplaceId: marketplace,
    marketplaceName: "Bazaar",
    courierId: null,
    trackingNumber: "",
    slipPrintedDate: null,
    status: 0,
  };
  expect(await list()).toEqual({ items: [row], totalCount: 1 });
});

test("the list can be filtered by order", async () => {
  const [order, other] = [
    await api.anOrder(supplier, { marketplaceId: marketplace }),
    await api.anOrder(supplier, { marketplaceId: marketplace }),
  ];
  const [item, others] = [await api.aLineItem(order), await api.aLineItem(other)];
  const first = await api.aShipment(order, [{ item, quantity: 1 }]);
  await api.aShipment(other, [{ item: others, quantity: 1 }]);
  const second = await api.aShipment(order, [{ item, quantity: 1 }]);
  expect(await ids({ orderId: order, sortFieldName: "id", sortDirection: "Ascending" })).toEqual([first, second]);
  const staff = await api.aUser({ links: [{ supplier: await api.aSupplier() }] });
  expect((await api.ok(staff, shipments.list, { orderId: order })).items).toEqual([]);
});

test("a cancelled shipment stays in the list, with the time of its cancellation", async () => {
  const id = await aShipment({ cancelledAt: new Date("2026-03-02T04:05:06.789Z") });
  expect(await list()).toMatchObject({ items: [{ id, cancelledDate: "2026-03-02T04:05:06.789Z" }] });
});

describe("visibility in the list", () => {
  test("supplier staff see their shipments whatever their permissions, but no unassigned ones", async () => {
    const tag = `tag-${randomUUID()}`;
    const other = await api.aSupplier();
    const tagged = (of: number | null) => aShipment({ of, order: { marketplaceOrderId: tag } });
    const [ours, theirs, nobodys] = [await tagged(supplier), await tagged(other), await tagged(null)];
    const seen = async (user: TestUser, input: Filters = {}) =>
      (
        await api.ok(user, shipments.list, {
          searchText: tag,
          sortFieldName: "id",
          sortDirection: "Ascending",
          ...input,
        })
      ).items.map(({ id }) => id);
    const user = await api.aUser({ links: [{ supplier, bits: 0 }] });
    expect(await seen(user)).toEqual([ours]);
    expect(await seen(user, { supplierId: other })).toEqual([]);
    expect(await seen(await api.aUser({}))).toEqual([]);
    expect(await seen(operator)).toEqual([ours, theirs, nobodys]);
  });

  test("users who may not see shipments are refused", async () => {
    expect(await api.call(await api.aUser({ roles: ["Catalogue Manager"] }), shipments.list, {})).toMatchObject({
      status: 403,
    });
  });
});

describe("sorting", () => {
  test("is newest first unless requested otherwise, with equal rows by id", async () => {
    const [march, april] = [new Date("2026-03-01T00:00:00Z"), new Date("2026-04-01T00:00:00Z")];
    const made = [];
    for (const createdAt of [march, april, march, april]) made.push(await aShipment({ createdAt }));
    const [first, second, third, fourth] = made;
    expect(await ids()).toEqual([fourth, second, third, first]);
    expect(await ids({ sortDirection: "Ascending" })).toEqual([first, third, second, fourth]);
  });

  test.each([
    ["id", [0, 1, 2]],
    ["marketplaceOrderId", [0, 2, 1]],
    ["customerFullName", [2, 1, 0]],
    ["marketplaceName", [2, 0, 1]],
    ["supplierName", [0, 1, 2]],
  ] as const)("by %s, without regard to capitals", async (sortFieldName, expected) => {
    const made = [
      await aShipment({
        order: {
          marketplaceOrderId: "a-1",
          customerFirstName: "bo",
          customerSurname: "Zed",
          marketplaceId: await api.aMarketplace("market"),
        },
      }),
      await aShipment({
        order: {
          marketplaceOrderId: "C-1",
          customerFirstName: "Bo",
          customerSurname: "ash",
          marketplaceId: await api.aMarketplace("Shop"),
        },
      }),
      await aShipment({
        order: {
          marketplaceOrderId: "b-1",
          customerFirstName: "Ana",
          customerSurname: "Zed",
          marketplaceId: await api.aMarketplace("Fair"),
        },
      }),
    ];
    const ascending = expected.map((i) => made[i]);
    expect(await ids({ sortFieldName, sortDirection: "Ascending" })).toEqual(ascending);
    expect(await ids({ sortFieldName, sortDirection: "Descending" })).toEqual([...ascending].reverse());
  });

  test("pages without repeating or omitting a shipment", async () => {
    const made: number[] = [];
    for (let i = 0; i < 5; i++) made.push(await aShipment({ createdAt: new Date("2026-03-01T00:00:00Z") }));
    const pages = await Promise.all([1, 2, 3, 4].map((pageNumber) => list({ pageNumber, pageSize: 2 })));
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1, 0]);
    expect(pages.map(({ totalCount }) => totalCount)).toEqual([5, 5, 5, 5]);
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(made.reverse());
    expect(await list({ includeTotalCount: false })).toMatchObject({ totalCount: null });
  });
});

describe("full-text search", () => {
  test.each([
    ["ana lee", ["MK-100%"]],
    ["LEE", ["MK-100%", "mk_2000"]],
    ["  mk_ ", ["mk_2000"]],
    ["0%", ["MK-100%"]],
    ["mk", ["MK-100%", "mk_2000"]],
    ["2000bo", []],
    ["33XYZ", []],
    ["", ["MK-100%", "mk_2000"]],
  ])("finds %j in the order number or in the customer's name", async (searchText, found) => {
    await aShipment({ order: { marketplaceOrderId: "MK-100%" }, trackingNumber: "33XYZ" });
    await aShipment({ order: { marketplaceOrderId: "mk_2000", customerFirstName: "Bo" } });
    const { items, totalCount } = await list({ searchText });
    expect([items.map(({ marketplaceOrderId }) => marketplaceOrderId).sort(), totalCount]).toEqual([
      found,
      found.length,
    ]);
  });
});

describe("filtering", () => {
  test("by supplier and by marketplace finds their shipments", async () => {
    const elsewhere = { marketplaceId: await api.aMarketplace() };
    await aShipment();
    const there = await aShipment({ order: elsewhere });
    await aShipment({ order: elsewhere, of: await api.aSupplier() });
    expect(await ids(elsewhere)).toEqual([there]);
    expect((await api.ok(operator, shipments.list, elsewhere)).totalCount).toBe(2);
  });

  test("by the shipment's time, not the order's, includes both ends, to the millisecond in any zone", async () => {
    const at = async (millisecond: string) =>
      aShipment({
        createdAt: new Date(`2026-03-01T13:00:00.${millisecond}Z`),
        order: { orderedAt: new Date("2026-01-01T00:00:00Z") },
      });
    const [zero, one, two] = [await at("000"), await at("001"), await at("002")];
    const [fromDate, toDate] = ["2026-03-01T13:00:00.001Z", "2026-03-01T13:00:00.001Z"];
    expect(await ids({ fromDate })).toEqual([two, one]);
    expect(await ids({ toDate })).toEqual([one, zero]);
    expect(await ids({ fromDate, toDate })).toEqual([one]);
    expect(await ids({ fromDate: "2026-03-02T00:00:00.002+11:00" })).toEqual([two]);
  });

  test.each([
    { supplierId: "all" },
    { marketplaceId: "0" },
    { sortFieldName: "trackingNumber" },
    { pageSize: 201 },
    { fromDate: "yesterday" },
  ])("refuses %j", async (input) => {
    expect(await api.call(operator, shipments.list, input as never)).toMatchObject({ status: 422 });
  });
});

describe("filtering by open tasks", () => {
  const printed = new Date("2026-03-02T04:05:06.789Z");
  const tracked = { courierId: 1, trackingNumber: "AP1" };

  test("without tracking finds shipments that lack a courier or a number, except cancelled ones", async () => {
    const neither = await aShipment();
    const noNumber = await aShipment({ courierId: 1 });
    const noCourier = await aShipment({ trackingNumber: "AP1" });
    await aShipment(tracked);
    await aShipment({ cancelledAt: printed });
    expect((await ids({ withoutTracking: "true" })).sort()).toEqual([neither, noNumber, noCourier].sort());
    expect(await ids({ withoutTracking: "false" })).toHaveLength(5);
  });

  test("slip not printed finds shipments whose slip has not been printed", async () => {
    const waiting = await aShipment(tracked);
    await aShipment({ ...tracked, slipPrintedAt: printed });
    await aShipment({ ...tracked, cancelledAt: printed });
    await aShipment();
    expect(await ids({ slipNotPrinted: "true" })).toEqual([waiting]);
  });

  test("by status omits cancelled shipments", async () => {
    const dispatched = await aShipment({ status: 2 });
    await aShipment({ status: 2, cancelledAt: printed });
    await aShipment();
    expect(await ids({ status: "2" })).toEqual([dispatched]);
    expect((await api.call(operator, shipments.list, { status: "7" })).status).toBe(422);
  });
});
