/** The journal, the trial balance and the GST, read from documents, charges, payments and returns. */
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { invoices as invoicesTable, suppliers } from "#api/core/database/schema/index.ts";
import type { Posting } from "#contract/books/schema.ts";
import { operations } from "#contract/operations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { add } from "#contract/rules/money.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { adjustment } from "#tests/support/forms.ts";
import { aReleasedPayment } from "#tests/support/released-payment.ts";
import { opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";
import { bankDetails, type TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { books, charges, invoices, orders } = operations;
const today = dayOf(new Date().toISOString(), "Australia/Sydney");

let finance: TestUser;
let admin: TestUser;
let supplier: number;
let marketplace: number;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"] });
  admin = await api.aUser({ roles: ["Administrator"] });
});
beforeEach(async () => {
  marketplace = await api.aMarketplace("Harbour & Co");
  supplier = await api.aSupplier({ name: "Acacia", ...bankDetails, bankDetailsVerifiedAt: new Date() });
  await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace });
});

const parties = () => ({ supplierId: supplier, marketplaceId: marketplace });
const sell = async (price: number, more = {}) =>
  api.aSentItem(await api.anOrder(supplier, { marketplaceId: marketplace }), {
    price,
    quantity: 1,
    shipping: 0,
    commissionRate: 0.1,
    ...more,
  });
const charge = (AmountIncTax: number, more = {}) =>
  api.ok(finance, charges.add, {
    SupplierId: supplier,
    MarketplaceId: marketplace,
    Kind: "fee",
    Description: "Photos",
    Day: today,
    AmountIncTax,
    TaxClass: "taxable",
    ...more,
  });
const documents = async () => {
  const Only = [{ SupplierId: supplier, MarketplaceId: marketplace }];
  const invoiceIds: number[] = (await api.ok(finance, invoices.generate, { Only }))?.invoiceIds ?? [];
  for (const id of invoiceIds) await api.issue(id);
  return invoiceIds;
};
type Filters = { fromDate?: string; toDate?: string; account?: Posting["account"]; supplierId?: number };
const journal = async (filters: Filters = {}) =>
  (await api.ok(finance, books.journal, { supplierId: supplier, pageSize: 200, ...filters })).items;
const balances = async (filters: Filters = {}) =>
  (await api.ok(finance, books.trialBalance, { supplierId: supplier, ...filters })).items;
const closingOf = async (account: Posting["account"], filters: Filters = {}) =>
  (await balances(filters)).find((each) => each.account === account)?.closing;
const lines = (postings: Posting[]) =>
  postings.map(({ account, debit, credit }) => `${account} ${debit ? `Dr ${debit}` : `Cr ${credit}`}`);

describe("the postings", () => {
  test("of a tax invoice are purchases with their GST, against commission, charges, their GST, and what is payable", async () => {
    await sell(220);
    await charge(11);
    await charge(-5.5, { Kind: "goodwill" });
    await charge(20, { Kind: "fine", TaxClass: "gstFree" });
    const [id] = await documents();
    const postings = await journal();
    expect(lines(postings)).toEqual([
      "payable Cr 172.5",
      "purchases Dr 200",
      "gstOnPurchases Dr 20",
      "commission Cr 20",
      "fee Cr 10",
      "fine Cr 20",
      "goodwill Dr 5",
      "gstOnSales Cr 2.5",
    ]);
    for (const posting of postings)
      expect(posting).toMatchObject({ kind: "document", id, day: today, supplierName: "Acacia", isAdjustment: false });
  });

  test("of an adjustment note have the other side, and never a negative amount", async () => {
    const item = await sell(220);
    await documents();
    await api.ok(admin, orders.addLineItemAdjustment, {
      ...adjustment(item),
      PurchaseAmountExTaxAdjustment: -50,
      PurchaseAmountTaxAdjustment: -5,
      Comment: "Damaged.",
    });
    await documents();
    const note = (await journal()).filter(({ isAdjustment }) => isAdjustment);
    expect(lines(note)).toEqual(expect.arrayContaining(["purchases Cr 50", "gstOnPurchases Cr 5"]));
    for (const { debit, credit } of await journal()) {
      expect(Math.min(debit, credit)).toBe(0);
      expect(Math.max(debit, credit)).toBeGreaterThan(0);
    }
  });

  test("of a supplier without a registration have purchases without GST, and the GST of the commission", async () => {
    await db.update(suppliers).set({ gstRegistered: false }).where(eq(suppliers.id, supplier));
    await sell(220);
    await documents();
    expect(lines(await journal())).toEqual([
      "payable Cr 198",
      "purchases Dr 220",
      "commission Cr 20",
      "gstOnSales Cr 2",
    ]);
  });

  test("of a remittance of an agent have the proceeds, which are no purchase, and GST of the commission alone", async () => {
    await sell(220);
    const [id = 0] = await documents();
    await db.update(invoicesTable).set({ documentKind: "agent" }).where(eq(invoicesTable.id, id));
    expect(lines(await journal())).toEqual([
      "payable Cr 198",
      "proceeds Dr 220",
      "commission Cr 20",
      "gstOnSales Cr 2",
    ]);
  });

  test("of an opening balance are of its own day, and not repeated by its document", async () => {
    const opening = { Kind: "openingBalance", TaxClass: "gstFree", Day: "2026-07-01" };
    await charge(-300, { ...opening, Day: daysAgo(40) });
    await sell(110);
    const [id = 0] = await documents();
    expect(await api.ok(finance, invoices.get, { id })).toMatchObject({ total: 399 });
    const postings = await journal();
    expect(lines(postings.filter(({ kind }) => kind === "openingBalance"))).toEqual([
      "payable Cr 300",
      "openingBalances Dr 300",
    ]);
    expect(postings[0]?.day).toBe(daysAgo(40));
    expect(lines(postings.filter(({ kind, account }) => kind === "document" && account === "payable"))).toEqual([
      "payable Cr 99",
    ]);
  });

  test("of payments are against the bank, once they are released, and the reverse if they come back", async () => {
    const id = await api.anInvoiceToPay(parties(), 110);
    await api.ok(finance, invoices.makePayment, { InvoiceIds: [id], BankDate: today });
    expect(await closingOf("bank")).toBe(0);
    const other = await api.anInvoiceToPay(parties(), 33);
    const PaymentRunId = await aReleasedPayment(api, finance, { InvoiceIds: [other], BankDate: today });
    expect(await closingOf("bank")).toBe(-33);
    const back = { PaymentRunId, SupplierId: supplier, ReturnedOn: today, Reason: "Account closed." };
    await api.ok(finance, invoices.returnPayment, back);
    expect(lines((await journal()).filter(({ kind }) => kind !== "document"))).toEqual([
      "payable Dr 33",
      "bank Cr 33",
      "payable Cr 33",
      "bank Dr 33",
    ]);
  });

  test("are listed by account and by days, in pages and in both directions", async () => {
    const early = await api.anInvoiceToPay(parties(), 110);
    await db
      .update(invoicesTable)
      .set({ notifiedAt: new Date("2026-03-31T13:30:00Z") })
      .where(eq(invoicesTable.id, early));
    const late = await api.anInvoiceToPay(parties(), 22);
    // In Sydney it was already April.
    expect((await journal({ fromDate: "2026-04-01", toDate: "2026-04-01" })).map(({ id }) => id)).toEqual([
      early,
      early,
      early,
    ]);
    expect(await journal({ toDate: "2026-03-31" })).toEqual([]);
    const payable = { supplierId: supplier, account: "payable", pageSize: 1 } as const;
    const newest = await api.ok(finance, books.journal, { ...payable, sortDirection: "Descending" });
    expect(newest).toMatchObject({ items: [{ id: late, credit: 22 }], totalCount: 2 });
    expect((await api.call(finance, books.journal, { fromDate: "2026-04-02", toDate: "2026-04-01" })).status).toBe(422);
  });
});

const daysAgo = (days: number) => dayOf(new Date(Date.now() - days * 86_400_000).toISOString(), "Australia/Sydney");

describe("the trial balance", () => {
  test("of all suppliers adds up to nothing, and what is payable is the sum of their statements", async () => {
    await sell(220);
    await charge(-300, { Kind: "openingBalance", TaxClass: "gstFree" });
    const ids = await documents();
    await aReleasedPayment(api, finance, { InvoiceIds: ids, BankDate: today });
    const { items } = await api.ok(finance, books.trialBalance, {});
    for (const figure of ["opening", "closing"] as const)
      expect(add(...items.map((account) => account[figure]))).toBe(0);
    expect(add(...items.map(({ debit }) => debit))).toBe(add(...items.map(({ credit }) => credit)));
    const owed: number[] = [];
    for (const { id } of await db.select({ id: suppliers.id }).from(suppliers))
      owed.push((await api.ok(finance, invoices.statementBalances, { id })).closingBalance);
    expect(items.find(({ account }) => account === "payable")?.closing).toBe(0 - add(...owed));
  });

  test("has what was before the days in the opening balance, and the days in debits and credits", async () => {
    const early = await api.anInvoiceToPay(parties(), 110);
    await db
      .update(invoicesTable)
      .set({ notifiedAt: new Date("2026-03-02T02:00:00Z") })
      .where(eq(invoicesTable.id, early));
    await api.anInvoiceToPay(parties(), 22);
    const days = { fromDate: "2026-03-03", toDate: today };
    expect((await balances(days)).find(({ account }) => account === "purchases")).toEqual({
      account: "purchases",
      opening: 100,
      debit: 20,
      credit: 0,
      closing: 120,
    });
    expect(await closingOf("purchases", { toDate: "2026-03-02" })).toBe(100);
  });
});

test("the GST is that of the documents of the days, by side, with supplies without GST beside it", async () => {
  const day = { notifiedAt: new Date("2025-05-05T02:00:00Z") };
  const days = { fromDate: "2025-05-01", toDate: "2025-05-31" };
  const item = await sell(220);
  await sell(50, { taxClass: "gstFree", tax: 0 });
  await charge(11);
  await charge(20, { Kind: "fine", TaxClass: "gstFree" });
  const ids = await documents();
  await api.ok(admin, orders.addLineItemAdjustment, {
    ...adjustment(item),
    PurchaseAmountExTaxAdjustment: -50,
    PurchaseAmountTaxAdjustment: -5,
    Comment: "Damaged.",
  });
  ids.push(...(await documents()));
  for (const id of ids) await db.update(invoicesTable).set(day).where(eq(invoicesTable.id, id));
  const { sales, purchases } = await api.ok(finance, books.gst, days);
  expect(purchases.gst).toBe(await closingOf("gstOnPurchases", days));
  expect(sales.gst).toBe(0 - ((await closingOf("gstOnSales", days)) ?? 0));
  expect(purchases.gstOfAdjustments).toBe(-5);
  expect(add(purchases.withGst, purchases.withoutGst)).toBe(await closingOf("purchases", days));
  expect(sales.withoutGst).toBe(20);
  expect(await api.ok(finance, books.gst, { fromDate: "2025-06-01", toDate: "2025-06-30" })).toMatchObject({
    sales: { gst: 0, withGst: 0, withoutGst: 0 },
  });
});

describe("exports", () => {
  test("have the postings and the balances that the pages show, as workbooks and as CSV", async () => {
    await api.anInvoiceToPay(parties(), 110);
    const send = (
      operation: typeof books.journalExport | typeof books.trialBalanceExport,
      input: Record<string, unknown>,
    ) => api.send(finance, requestFor(operation, input));
    const journalFile = await send(books.journalExport, { supplierId: supplier });
    const rows = rowsOf(sheetNamed(await opened(journalFile.rawPayload), "Journal"));
    expect(rows).toMatchObject([
      { Supplier: "Acacia", Account: "Payable to suppliers", Credit: 110 },
      { Account: "Purchases from suppliers", Debit: 100 },
      { Account: "GST on purchases", Debit: 10 },
    ]);
    const csv = await send(books.trialBalanceExport, { format: "csv" });
    expect(csv.body.trim().split("\r\n").at(-1)).toMatch(/^Total,0,/);
  });
});

test("a key with the scope reads the books, and another one does not", async () => {
  const key = await api.aKey({ scopes: ["books.read"] });
  expect((await api.call(key, books.trialBalance, {})).status).toBe(200);
  expect((await api.call(key, invoices.makePayment, { InvoiceIds: [1], BankDate: today })).status).toBe(403);
  expect((await api.call(await api.aKey({ scopes: ["statements.read"] }), books.journal, {})).status).toBe(403);
});
