import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  invoices as invoicesTable,
  paymentRuns,
  supplierPayments,
  suppliers,
} from "#api/core/database/schema/index.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { paymentNumber } from "#contract/rules/payment.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { pagesOf } from "#tests/support/pdf.ts";
import { aReleasedPayment } from "#tests/support/released-payment.ts";
import { opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";
import { bankDetails, type TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { invoices } = operations;
const zone = "Australia/Sydney";
const today = dayOf(new Date().toISOString(), zone);

let finance: TestUser;
let supplier: number;
let marketplace: number;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"] });
});
beforeEach(async () => {
  marketplace = await api.aMarketplace("Harbour & Co");
  supplier = await api.aSupplier({ name: "Acacia", ...bankDetails, bankDetailsVerifiedAt: new Date() });
});

/** A document that was issued at noon of the day. */
async function issued(dollars: number, day: string, traits: Partial<typeof invoicesTable.$inferInsert> = {}) {
  const id = await api.anInvoiceToPay({ supplierId: supplier, marketplaceId: marketplace }, dollars);
  await db
    .update(invoicesTable)
    .set({ notifiedAt: new Date(`${day}T02:00:00Z`), ...traits })
    .where(eq(invoicesTable.id, id));
  return id;
}

async function paid(InvoiceIds: number[], bankDate: string) {
  const id = await aReleasedPayment(api, finance, { InvoiceIds, BankDate: today });
  await db.update(paymentRuns).set({ bankDate }).where(eq(paymentRuns.id, id));
  return id;
}

const comesBack = (PaymentRunId: number, ReturnedOn: string) =>
  api.ok(finance, invoices.returnPayment, {
    PaymentRunId,
    SupplierId: supplier,
    ReturnedOn,
    Reason: "Account closed.",
  });

type Days = { fromDate?: string; toDate?: string };
const statement = (days: Days = {}, user = finance) => api.ok(user, invoices.statement, { id: supplier, ...days });
const balances = (days: Days = {}, user = finance) =>
  api.ok(user, invoices.statementBalances, { id: supplier, ...days });
const earned = async (user = finance, supplierId: number | undefined = supplier) =>
  (await api.ok(user, invoices.earnings, { supplierId })).suppliers[0];

/** Two documents, a payment of both, its return, and another payment of the first. */
async function aHistory() {
  const first = await issued(100, "2026-03-02");
  const second = await issued(50.55, "2026-03-05");
  const payment = await paid([first, second], "2026-03-15");
  await comesBack(payment, "2026-03-17");
  await db.update(suppliers).set({ bankDetailsVerifiedAt: new Date() }).where(eq(suppliers.id, supplier));
  const again = await paid([first], "2026-04-01");
  return { first, second, payment, again };
}

describe("the entries", () => {
  test("are issued documents, payments and returned payments by day, with the balance after each", async () => {
    const { first, second, payment, again } = await aHistory();
    const { items, totalCount } = await statement();
    expect(totalCount).toBe(5);
    expect(items).toMatchObject([
      { kind: "document", id: first, day: "2026-03-02", amount: 100, balance: 100, payment: null },
      { kind: "document", id: second, day: "2026-03-05", amount: 50.55, balance: 150.55 },
      { kind: "payment", id: payment, day: "2026-03-15", amount: -150.55, balance: 0, document: null },
      { kind: "returnedPayment", id: payment, day: "2026-03-17", amount: 150.55, balance: 150.55 },
      { kind: "payment", id: again, day: "2026-04-01", amount: -100, balance: 50.55 },
    ]);
    expect(items[0]?.document).toEqual({
      documentKind: "taxInvoice",
      isAdjustment: false,
      marketplaceName: "Harbour & Co",
      supplies: 100,
      commission: 0,
      charges: 0,
    });
    expect([items[2]?.payment, items[3]?.payment]).toMatchObject([
      { invoiceId: first, reason: "", isScheduled: false },
      { invoiceId: first, reason: "Account closed.", isScheduled: false },
    ]);
  });

  test("of some days have the balances of the whole, in pages and in both directions", async () => {
    const { first, again } = await aHistory();
    const days = { fromDate: "2026-03-05", toDate: "2026-03-17" };
    expect((await statement(days)).items.map(({ balance }) => balance)).toEqual([150.55, 0, 150.55]);
    expect(await balances(days)).toMatchObject({
      supplierName: "Acacia",
      openingBalance: 100,
      documents: 50.55,
      payments: -150.55,
      returnedPayments: 150.55,
      closingBalance: 150.55,
    });
    const newest = { id: supplier, pageSize: 2, sortDirection: "Descending" } as const;
    expect((await api.ok(finance, invoices.statement, newest)).items).toMatchObject([
      { id: again, balance: 50.55 },
      {},
    ]);
    expect((await api.ok(finance, invoices.statement, { ...newest, pageNumber: 3 })).items).toMatchObject([
      { id: first, balance: 100 },
    ]);
    expect((await statement({ fromDate: "2027-01-01" })).items).toEqual([]);
    expect(await balances({ fromDate: "2027-01-01" })).toMatchObject({ openingBalance: 50.55, closingBalance: 50.55 });
  });

  test("count a document from its day in the operator's time zone, and a payment from its bank date", async () => {
    await issued(10, "2026-03-02", { notifiedAt: new Date("2026-03-31T13:30:00Z") });
    const id = await issued(20, "2026-03-02");
    const run = await aReleasedPayment(api, finance, { InvoiceIds: [id], BankDate: dayAfterToday() });
    expect((await statement()).items).toMatchObject([
      { day: "2026-03-02" },
      { day: "2026-04-01" },
      { id: run, day: dayAfterToday(), payment: { isScheduled: true } },
    ]);
    expect(await balances({ toDate: today })).toMatchObject({ closingBalance: 30 });
    expect(await balances()).toMatchObject({ closingBalance: 10 });
  });

  test("have a payment once it is released, and not if it is cancelled", async () => {
    const id = await issued(40, "2026-03-02");
    const make = () => api.ok(finance, invoices.makePayment, { InvoiceIds: [id], BankDate: today });
    const PaymentRunId = await make();
    const ofDocument = [{ kind: "document", id }];
    expect((await statement()).items).toMatchObject(ofDocument);
    expect(await earned()).toMatchObject({ balance: 40, expected: [{ total: 40 }], scheduled: [], lastPayments: [] });
    await api.ok(finance, invoices.cancelPayment, { PaymentRunId, Reason: "Too early." });
    expect((await statement()).items).toMatchObject(ofDocument);
    const again = await make();
    const other = await api.aUser({ roles: ["Finance"] });
    await api.ok(other, invoices.releasePayment, { PaymentRunId: again, BankDate: today });
    expect((await statement()).items).toMatchObject([...ofDocument, { kind: "payment", id: again, balance: 0 }]);
    expect(await earned()).toMatchObject({ balance: 0, expected: [], lastPayments: [{ paymentRunId: again }] });
  });

  test("are refused for a last day before the first, and for what is no day", async () => {
    const ask = (days: Days) => api.call(finance, invoices.statement, { id: supplier, ...days });
    expect((await ask({ fromDate: "2026-03-02", toDate: "2026-03-01" })).problem.errors).toEqual({
      toDate: ["This is before the first day."],
    });
    expect((await ask({ fromDate: "2026-02-30" })).problem.errors).toHaveProperty("fromDate");
  });
});

const dayAfterToday = () => dayOf(new Date(Date.now() + 86_400_000).toISOString(), zone);

test("what is in no issued document is in no balance, and named beside it; supplier staff see no drafts", async () => {
  const parties = { supplierId: supplier, marketplaceId: marketplace };
  const one = { quantity: 1, shipping: 0, commissionRate: 0 };
  await api.aSentItem(await api.anOrder(supplier, parties), { ...one, price: 30 });
  await api.anInvoice(parties);
  await api.aSentItem(await api.anOrder(supplier, parties), { ...one, price: 12 });
  expect(await balances()).toMatchObject({ closingBalance: 0, uninvoiced: 12, inDrafts: 30 });
  const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.invoices }] });
  expect(await balances({}, staff)).toMatchObject({ closingBalance: 0, uninvoiced: 42, inDrafts: null });
  expect((await statement({}, staff)).items).toEqual([]);
});

describe("who may read it", () => {
  test("is the supplier's staff with the permission for invoices, of that supplier alone", async () => {
    await aHistory();
    const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.invoices }] });
    expect((await statement({}, staff)).items).toHaveLength(5);
    const other = await api.aSupplier();
    const elsewhere = await api.aUser({
      links: [
        { supplier: other, bits: SupplierPermission.invoices },
        { supplier, bits: SupplierPermission.orders },
      ],
    });
    for (const operation of [invoices.statement, invoices.statementBalances, invoices.statementDocument])
      expect((await api.send(elsewhere, requestFor(operation, { id: supplier }))).statusCode).toBe(404);
    expect((await api.call(elsewhere, invoices.earnings, { supplierId: supplier })).status).toBe(404);
    expect((await api.ok(elsewhere, invoices.earnings, {})).suppliers.map(({ supplierId }) => supplierId)).toEqual([
      other,
    ]);
  });

  test("is a key with the scope, and one of a supplier reads that supplier's alone", async () => {
    await aHistory();
    const [own, others] = [
      await api.aKey({ scopes: ["statements.read"], supplierId: supplier }),
      await api.aKey({ scopes: ["statements.read"], supplierId: await api.aSupplier() }),
    ];
    const without = await api.aKey({ scopes: ["orders.read"], supplierId: supplier });
    expect((await statement({}, own)).totalCount).toBe(5);
    expect((await api.call(others, invoices.statement, { id: supplier })).status).toBe(404);
    expect((await api.call(without, invoices.statement, { id: supplier })).status).toBe(403);
    expect((await api.download(own, invoices.statementDocument, { id: supplier })).subarray(0, 5).toString()).toBe(
      "%PDF-",
    );
  });
});

describe("as a file", () => {
  test("a workbook has the entries between the opening and the closing balance", async () => {
    const { first, payment } = await aHistory();
    const days = { fromDate: "2026-03-02", toDate: "2026-03-31" };
    const file = await api.download(finance, invoices.statementExport, { id: supplier, ...days });
    const rows = rowsOf(sheetNamed(await opened(file), "Statement"));
    expect(rows).toHaveLength(6);
    expect(rows[0]).toMatchObject({ Date: new Date("2026-03-02"), Entry: "Opening balance", Amount: null, Balance: 0 });
    expect(rows[1]).toMatchObject({
      Date: new Date("2026-03-02"),
      Supplier: "Acacia",
      Entry: "Invoice",
      Number: `INV-${String(first).padStart(7, "0")}`,
      Marketplace: "Harbour & Co",
      Supplies: 100,
      Commission: 0,
      Amount: 100,
      Balance: 100,
    });
    expect(rows[4]).toMatchObject({
      Entry: "Returned payment",
      Number: paymentNumber(payment),
      Reason: "Account closed.",
      Amount: 150.55,
    });
    expect(rows[5]).toMatchObject({ Date: new Date("2026-03-31"), Entry: "Closing balance", Balance: 150.55 });
  });

  test("CSV is offered, and a statement without entries says its balance at both ends", async () => {
    await aHistory();
    const days = { fromDate: "2027-01-01", toDate: "2027-01-31" };
    const file = await api.download(finance, invoices.statementExport, { id: supplier, ...days, format: "csv" });
    const [, opening, closing] = file.toString("utf8").trim().split("\r\n");
    expect(opening).toMatch(/Opening balance.*50\.55$/);
    expect(closing).toMatch(/Closing balance.*50\.55$/);
  });

  test("the PDF names the supplier and the days, and says who owes a negative balance", async () => {
    const first = await issued(80, "2026-03-02");
    await db.update(invoicesTable).set({ purchaseExTax: -80, purchaseTax: 0 }).where(eq(invoicesTable.id, first));
    const days = { fromDate: "2026-03-01", toDate: "2026-03-31" };
    const text = (
      await pagesOf(await api.download(finance, invoices.statementDocument, { id: supplier, ...days }))
    ).join(" ");
    expect(text).toContain("Statement of account From 01 Mar 2026 to 31 Mar 2026");
    expect(text).toContain("Harbour & Co: supplies -$80.00, less commission $0.00");
    expect(text).toContain("Owed by the supplier; it is deducted from the next payment: $80.00");
  });
});

describe("the earnings", () => {
  test("say what is owed now, what is expected when, what is scheduled, and the last payments", async () => {
    const { second, payment, again } = await aHistory();
    await db.update(invoicesTable).set({ expectedPaymentDate: "2026-05-15" }).where(eq(invoicesTable.id, second));
    const next = await issued(70, "2026-03-20");
    const run = await aReleasedPayment(api, finance, { InvoiceIds: [next], BankDate: dayAfterToday() });
    expect(await earned()).toMatchObject({
      supplierName: "Acacia",
      balance: 120.55,
      expected: [{ day: "2026-05-15", documents: 1, total: 50.55 }],
      scheduled: [{ paymentRunId: run, bankDate: dayAfterToday(), amount: 70, invoiceId: next }],
      lastPayments: [
        { paymentRunId: again, bankDate: "2026-04-01", amount: 100, returnedOn: null },
        { paymentRunId: payment, bankDate: "2026-03-15", amount: 150.55, returnedOn: "2026-03-17" },
      ],
    });
  });

  test("without a supplier are those of the caller's own, and none for the operator's staff", async () => {
    const others = await Promise.all(Array.from({ length: 6 }, (_, i) => api.aSupplier({ name: `Banksia ${i}` })));
    const links = [...others, supplier].map((each) => ({ supplier: each, bits: SupplierPermission.invoices }));
    const { suppliers: found, more } = await api.ok(await api.aUser({ links }), invoices.earnings, {});
    expect([found.map(({ supplierName }) => supplierName), more]).toEqual([
      ["Acacia", "Banksia 0", "Banksia 1", "Banksia 2", "Banksia 3"],
      2,
    ]);
    expect(await api.ok(finance, invoices.earnings, {})).toEqual({ suppliers: [], more: 0 });
  });
});

test("a payment of several suppliers is in each statement with its own amount", async () => {
  const first = await issued(100, "2026-03-02");
  const other = await api.aSupplier({ name: "Banksia", ...bankDetails, bankDetailsVerifiedAt: new Date() });
  const others = await api.anInvoiceToPay({ supplierId: other, marketplaceId: marketplace }, 22);
  const run = await paid([first, others], "2026-03-15");
  expect(await db.$count(supplierPayments, eq(supplierPayments.paymentRunId, run))).toBe(2);
  expect((await statement()).items).toMatchObject([{ amount: 100 }, { id: run, amount: -100, balance: 0 }]);
});
