import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { DateTime } from "luxon";
import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  applications,
  deliveries,
  failingChannels,
  invoices,
  paymentRuns,
  processes,
  shopOrders,
} from "#api/core/database/schema/index.ts";
import { roles, SupplierPermission, TransactionType } from "#contract/enumerations.ts";
import { filtersFor, waitingApprovals } from "#contract/home/lists.ts";
import { type Waiting, type WaitingKind, waitingKinds } from "#contract/home/schema.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { bankDetails, type TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { movements, waiting } = operations.home;
const zone = "Australia/Sydney";
const today = DateTime.now().setZone(zone);
const day = (count: number) => today.plus({ days: count }).toISODate() ?? "";

const countsOf = async (user: TestUser) => {
  const found = await api.ok(user, waiting, {});
  return Object.fromEntries(
    waitingKinds.map((kind) => [
      kind,
      found.filter((each) => each.kind === kind).reduce((sum, { count }) => sum + count, 0),
    ]),
  ) as Record<WaitingKind, number>;
};
const kindsOf = async (user: TestUser) => new Set((await api.ok(user, waiting, {})).map(({ kind }) => kind));

/** Returns how many records the list behind the link of an entry shows. */
async function totalBehind(user: TestUser, entry: Waiting): Promise<number> {
  const input = { ...filtersFor(entry), pageSize: "20" };
  const lists: Record<WaitingKind, () => Promise<number | null | undefined>> = {
    ordersWithoutSupplier: () => totalOf(operations.orders.list),
    ordersLate: () => totalOf(operations.orders.list),
    ordersDueToday: () => totalOf(operations.orders.list),
    approvals: () => totalOf(operations.approvals.list),
    approvalsAgain: () => totalOf(operations.approvals.list),
    problemProducts: () => totalOf(operations.products.list),
    failedSyncs: () => totalOf(operations.products.list),
    shopOrders: async () =>
      (await api.ok(user, operations.marketplaces.shopOrders, { marketplaceId: entry.marketplace?.id ?? 0 }))
        .totalCount,
    failingDeliveries: () => totalOf(operations.deliveries.list),
    applications: () => totalOf(operations.applications.list),
    agreementsEnding: () => totalOf(operations.suppliers.list),
    bankDetails: () => totalOf(operations.suppliers.list),
    queriedInvoices: () => totalOf(operations.invoices.list),
    invoicesNotIssuable: () => totalOf(operations.invoices.list),
    paymentsToRelease: () => totalOf(operations.invoices.paymentRuns),
    invoicesToNotify: async () => (await api.ok(user, operations.invoices.toNotify, {})).count,
    orderImports: async () => (await api.ok(user, operations.orders.excelImports, {})).filter(isRefused).length,
    productImports: async () => (await api.ok(user, operations.products.excelImports, {})).filter(isRefused).length,
    categoryImports: async () =>
      (await api.ok(user, operations.categories.imports, { marketplaceId: entry.marketplace?.id ?? 0 })).filter(
        isRefused,
      ).length,
  };
  type List = typeof operations.orders.list;
  const totalOf = async (list: unknown) => (await api.ok(user, list as List, input as never)).totalCount;
  return (await lists[entry.kind]()) ?? -1;
}
const isRefused = ({ hasErrors }: { hasErrors: boolean }) => hasErrors;

let market: number;
let own: number;
let others: number;
beforeAll(async () => {
  const owner = await api.aUser({ roles: ["Finance"] });
  market = await api.aMarketplace("Market");
  const bazaar = await api.aMarketplace("Bazaar");
  own = await api.aSupplier({
    ...bankDetails,
    bankDetailsChangedBy: owner.id,
    billingContactEmails: "pay@acacia.example",
  });
  others = await api.aSupplier({ ...bankDetails, bankDetailsVerifiedAt: new Date() });
  const noContact = await api.aSupplier();
  for (const supplier of [own, others, null]) {
    for (const shipBy of [day(-9), day(-1), day(0), day(1), day(9)]) {
      await api.anOrder(supplier, { shipBy, shipByTimeZone: zone });
      await api.anOrder(supplier, { shipBy, shipByTimeZone: zone, isOutstanding: false });
    }
  }
  for (const supplier of [own, others, others]) {
    await api.aProduct(supplier, { on: [{ marketplaceId: market, status: 1 }] });
    await api.aProduct(supplier, {
      on: [
        { marketplaceId: market, status: 3, syncStatus: 3 },
        { marketplaceId: bazaar, status: 3, syncStatus: 3 },
      ],
    });
    await api.aProduct(supplier, { isDisabled: true, on: [{ marketplaceId: bazaar, status: 1, syncStatus: 3 }] });
  }
  const endsIn = (days: number) => today.plus({ days }).minus({ months: 12 }).toJSDate();
  await api.anAgreement({ supplierId: own, marketplaceId: market, agreedAt: endsIn(30) });
  await api.anAgreement({ supplierId: own, marketplaceId: bazaar, agreedAt: endsIn(0) });
  await api.anAgreement({ supplierId: others, marketplaceId: market, agreedAt: endsIn(31) });
  await api.anAgreement({ supplierId: others, marketplaceId: bazaar, agreedAt: endsIn(10), status: 4 });
  await api.anAgreement({ supplierId: noContact, marketplaceId: market, agreedAt: endsIn(-1) });
  for (const supplierId of [own, noContact]) {
    await api.aSentItem(await api.anOrder(supplierId, { marketplaceId: market, isOutstanding: false }));
    await api.anInvoice({ supplierId, marketplaceId: market });
  }
  const unchecked = await api.aSupplier({ gstRegistered: null, billingContactEmails: "pay@correa.example" });
  for (const state of ["paid", "issued", "draft"] as const) {
    await api.aSentItem(await api.anOrder(unchecked, { marketplaceId: market, isOutstanding: false }));
    const id = await api.anInvoice({ supplierId: unchecked, marketplaceId: market });
    const issued = {
      notifiedAt: new Date(),
      documentKind: "taxInvoice" as const,
      supplierGstRegistered: false,
      paymentRunId: state === "paid" ? await api.aPaymentRun("2026-01-01") : null,
    };
    if (state !== "draft") await api.database.db.update(invoices).set(issued).where(eq(invoices.id, id));
  }
  const lineItemId = await api.aSentItem(await api.anOrder(others, { marketplaceId: market, isOutstanding: false }));
  const queried = await api.issue(await api.anInvoice({ supplierId: others, marketplaceId: market }));
  await api.anAnswer({ invoiceId: queried, lineItemId, kind: "queried", userId: owner.id });
  for (const end of [{}, { cancelledAt: new Date() }])
    await api.database.db
      .insert(paymentRuns)
      .values({ madeAt: new Date(), madeBy: owner.id, bankDate: "2026-03-02", total: 11, ...end });
  await api.database.db.insert(shopOrders).values([
    { marketplaceId: market, shopId: "7001", problem: "It has no delivery address." },
    { marketplaceId: market, shopId: "7002" },
  ]);
  for (const status of ["received", "received", "asked", "accepted", "declined"] as const)
    await api.database.db.insert(applications).values({
      status,
      companyName: "Acacia",
      legalName: "Acacia Pty Ltd",
      abn: "51824753556",
      givenName: "Kim",
      surname: "Lee",
      email: "kim@acacia.example",
      phone: "(08) 5550 1234",
      about: "",
      commandId: randomUUID(),
    });
  for (const marketplaceId of [market, bazaar]) {
    const minutes = marketplaceId === market ? 61 : 59;
    await api.database.db
      .insert(failingChannels)
      .values({ marketplaceId, since: new Date(Date.now() - minutes * 60_000) });
    for (const state of ["failing", "failing", "waiting", "sent"] as const)
      await api.database.db.insert(deliveries).values({
        eventId: randomUUID(),
        marketplaceId,
        subject: randomUUID(),
        event: "stockChanged",
        body: "{}",
        state,
        nextAttemptAt: new Date(Date.now() + 3_600_000),
        giveUpAt: new Date(Date.now() + 3_600_000),
      });
  }
});

/** Adds two imports of this person, of which one refused rows. */
async function withImports(user: TestUser): Promise<TestUser> {
  for (const kind of ["shipments", "products", "categories"])
    for (const status of [2, 3])
      await api.database.db.insert(processes).values({
        kind,
        askedBy: user.id,
        input: { marketplaceId: market, fileName: "Goods.xlsx", isCheck: false, head: [], emptyRows: 0 },
        status,
        isImport: true,
        finishedAt: new Date(),
      });
  return user;
}

describe("what waits", () => {
  test.each([...roles])("is as many for the role %s as the list behind it shows", async (role) => {
    const links = role === "Supplier" ? [{ supplier: own }] : [];
    const user = await withImports(await api.aUser({ roles: [role], links }));
    const found = await api.ok(user, waiting, {});
    for (const entry of found) expect([entry, await totalBehind(user, entry)]).toEqual([entry, entry.count]);
    expect(found.every(({ count }) => count > 0)).toBe(true);
  });

  test("is as many approvals together as the list of all marketplaces shows", async () => {
    const user = await api.aUser({ roles: ["Operator"] });
    const found = (await api.ok(user, waiting, {})).filter(({ kind }) => kind.startsWith("approvals"));
    const sum = found.reduce((total, { count }) => total + count, 0);
    expect(found.length).toBeGreaterThan(1);
    const list = await api.ok(user, operations.approvals.list, { ...waitingApprovals, pageSize: "20" });
    expect(list.totalCount).toBe(sum);
  });

  test("is everything for an administrator", async () => {
    const user = await withImports(await api.aUser({ roles: ["Administrator"] }));
    expect(await countsOf(user)).toEqual({
      ordersWithoutSupplier: 5,
      ordersLate: 6,
      ordersDueToday: 3,
      approvals: 3,
      approvalsAgain: 6,
      problemProducts: 6,
      failedSyncs: 3,
      applications: 2,
      agreementsEnding: 1,
      bankDetails: 1,
      invoicesToNotify: 1,
      queriedInvoices: 1,
      invoicesNotIssuable: 2,
      paymentsToRelease: 1,
      orderImports: 1,
      productImports: 1,
      categoryImports: 1,
      failingDeliveries: 2,
      shopOrders: 1,
    });
    const found = await api.ok(user, waiting, {});
    expect(
      found
        .filter(({ marketplace }) => marketplace)
        .map(({ kind, count, marketplace }) => [kind, marketplace?.name, count]),
    ).toEqual([
      ["approvals", "Market", 3],
      ["approvalsAgain", "Bazaar", 3],
      ["approvalsAgain", "Market", 3],
      ["failingDeliveries", "Market", 2],
      ["shopOrders", "Market", 1],
      ["categoryImports", "Market", 1],
    ]);
  });

  test("is only what a role may deal with", async () => {
    const of = async (role: (typeof roles)[number]) => kindsOf(await api.aUser({ roles: [role] }));
    const catalogue = ["problemProducts", "failedSyncs", "approvals", "approvalsAgain"];
    const orders = ["ordersWithoutSupplier", "ordersLate", "ordersDueToday"];
    expect(await of("Operator")).toEqual(
      new Set([...orders, ...catalogue, "failingDeliveries", "shopOrders", "applications", "agreementsEnding"]),
    );
    expect(await of("Catalogue Manager")).toEqual(new Set(catalogue));
    expect(await of("Finance")).toEqual(
      new Set(["bankDetails", "invoicesToNotify", "queriedInvoices", "invoicesNotIssuable", "paymentsToRelease"]),
    );
    expect(await of("Read Only")).toEqual(new Set());
  });

  test("is theirs alone for supplier staff, by the permissions of their link", async () => {
    const all = await countsOf(await api.aUser({ links: [{ supplier: own }] }));
    expect(all).toMatchObject({ ordersLate: 2, ordersDueToday: 1, problemProducts: 2, failedSyncs: 1 });
    expect(all).toMatchObject({ agreementsEnding: 1, approvals: 0, bankDetails: 0, ordersWithoutSupplier: 0 });
    const withBits = (bits: number) => api.aUser({ links: [{ supplier: own, bits }] });
    expect(await kindsOf(await withBits(SupplierPermission.orders))).toEqual(new Set(["ordersLate", "ordersDueToday"]));
    expect(await kindsOf(await withBits(SupplierPermission.invoices))).toEqual(new Set());
    expect(await api.ok(await api.aUser({}), waiting, {})).toEqual([]);
  });

  test("leaves out bank details for the person who entered them", async () => {
    const person = await api.aUser({ roles: ["Finance"] });
    const before = (await countsOf(person)).bankDetails;
    await api.aSupplier({ ...bankDetails, bankDetailsChangedBy: person.id });
    expect((await countsOf(person)).bankDetails).toBe(before);
    const operator = await api.aUser({ roles: ["Operator"] });
    const { totalCount } = await api.ok(operator, operations.suppliers.list, { bankDetailsToConfirm: "true" });
    expect(totalCount).toBe(0);
  });
});

describe("what moved in 30 days", () => {
  const { refund, shipment } = TransactionType;
  const at = (daysAgo: number) => today.minus({ days: daysAgo }).startOf("day").plus({ hours: 9 }).toJSDate();

  test("is counted by day, for the suppliers that the caller sees", async () => {
    const supplier = await api.aSupplier({ name: "Acacia" });
    const product = await api.aProduct(supplier, { name: "Vase" });
    const order = await api.anOrder(supplier, { orderedAt: at(2), shipBy: day(-2), shipByTimeZone: zone });
    const item = await api.aLineItem(order, { productId: product, quantity: 3, price: 11, at: at(2) });
    await api.aTransaction(item, { type: refund, quantity: -1, purchaseExTax: -10, purchaseTax: -1, at: at(1) });
    await api.aTransaction(item, { type: shipment, quantity: 2, at: at(1) });
    await api.aShipment(order, [{ item, quantity: 2 }], { createdAt: at(1) });
    await api.aShipment(order, [{ item, quantity: 1 }], { createdAt: at(2) });
    await api.aShipment(order, [{ item, quantity: 1 }], { createdAt: at(1), cancelledAt: at(0) });
    const before = await api.anOrder(supplier, { orderedAt: at(30) });
    await api.aLineItem(before, { productId: product, at: at(30) });
    const other = await api.anOrder(await api.aSupplier(), { orderedAt: at(2) });
    await api.aLineItem(other, { price: 900, at: at(2) });

    const found = await api.ok(await api.aUser({ links: [{ supplier }] }), movements, {});
    expect(found.days.map((each) => each.day)).toEqual(Array.from({ length: 30 }, (_, i) => day(i - 29)));
    expect(found.days.filter((each) => each.orders + each.sales + each.lateShipments !== 0)).toEqual([
      { day: day(-2), orders: 1, sales: 33, commission: 9.9, lateShipments: 0 },
      { day: day(-1), orders: 0, sales: -11, commission: 0, lateShipments: 1 },
    ]);
    expect(found.suppliers).toEqual([{ id: supplier, name: "Acacia", sales: 22 }]);
    expect(found.products).toEqual([{ id: product, name: "Vase", quantity: 2 }]);
    const all = await api.ok(await api.aUser({ roles: ["Operator"] }), movements, {});
    expect(all.days.find((each) => each.day === day(-2))).toMatchObject({ orders: 2, sales: 1833 });
  });

  test.each([
    // Clocks go forward on the first of these days in Sydney, and back on the second.
    ["2026-10-04", "2026-10-03T14:00:00.000Z", "2026-10-04T12:59:59.999Z"],
    ["2026-04-05", "2026-04-04T13:00:00.000Z", "2026-04-05T13:59:59.999Z"],
  ])("counts both ends of %s, on which clocks change", async (changed, begin, end) => {
    const supplier = await api.aSupplier();
    const around = [Date.parse(begin) - 1, Date.parse(begin), Date.parse(end), Date.parse(end) + 1];
    for (const moment of around) await api.anOrder(supplier, { orderedAt: new Date(moment) });
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(Date.parse(end) + 86_400_000) });
    try {
      const { days } = await api.ok(await api.aUser({ links: [{ supplier }] }), movements, {});
      const around = days.slice(-4).map(({ day, orders }) => [day, orders]);
      expect(around).toContainEqual([changed, 2]);
      expect(around.map(([, orders]) => orders)).toEqual([0, 1, 2, 1]);
    } finally {
      vi.useRealTimers();
    }
  });
});
