/** Payments to suppliers that quote no ABN: a part is kept for the Tax Office, and is named wherever the payment is. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { suppliers, invoices as table } from "#api/core/database/schema/index.ts";
import { operations } from "#contract/operations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { aReleasedPayment } from "#tests/support/released-payment.ts";
import { bankDetails, type TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { invoices } = operations;
const today = dayOf(new Date().toISOString(), "Australia/Sydney");

let finance: TestUser;
let marketplace: number;
let books: string;
let supplier: number;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"] });
  marketplace = await api.aMarketplace("Harbour & Co");
});
beforeEach(async () => {
  books = `books-${randomUUID()}@acacia.example`;
  supplier = await aPayee({ abn: "", gstRegistered: false });
});

const aPayee = (traits: Parameters<typeof api.aSupplier>[0]) =>
  api.aSupplier({
    name: "Acacia",
    ...bankDetails,
    bankDetailsVerifiedAt: new Date(),
    billingContactEmails: books,
    ...traits,
  });

/** A statement of one sale. Harbour & Co keeps 10% of it. */
async function aStatement(dollars: number, commissionRate = 0.1): Promise<number> {
  const parties = { supplierId: supplier, marketplaceId: marketplace };
  const order = await api.anOrder(supplier, parties);
  await api.aSentItem(order, { price: dollars, quantity: 1, shipping: 0, commissionRate });
  return api.issue(await api.anInvoice(parties));
}

const make = (...InvoiceIds: number[]) => api.call(finance, invoices.makePayment, { InvoiceIds, BankDate: today });
const pay = (...InvoiceIds: number[]) => aReleasedPayment(api, finance, { InvoiceIds, BankDate: today });
const paymentIn = async (id: number) => (await api.ok(finance, invoices.paymentRun, { id })).payments[0];
const offered = async () =>
  (await api.ok(finance, invoices.payable, {})).suppliers.find(({ supplierId }) => supplierId === supplier);
const balance = async () => (await api.ok(finance, invoices.statementBalances, { id: supplier })).closingBalance;

test("without an ABN 47% of the supplies is withheld, before commission, and the bank pays the rest", async () => {
  const [first, second] = [await aStatement(100), await aStatement(60)];
  expect(await offered()).toMatchObject({ withheld: 75.2, warnings: ["abnMissing"] });
  const run = await pay(first, second);
  // Owed: $160 less $16 of commission. Withheld: 47% of $160.
  expect(await paymentIn(run)).toMatchObject({ amount: 68.8, withheld: 75.2 });
  expect(await api.ok(finance, invoices.paymentRun, { id: run })).toMatchObject({ total: 68.8 });
  const { body } = await api.send(finance, requestFor(invoices.paymentFile, { id: run }));
  expect(body).toContain("0000006880");
  expect(await balance()).toBe(0);
  const { items: accounts } = await api.ok(finance, operations.books.trialBalance, { supplierId: supplier });
  expect(Object.fromEntries(accounts.map(({ account, closing }) => [account, closing]))).toMatchObject({
    payable: 0,
    bank: -68.8,
    withheld: -75.2,
  });
  const { items } = await api.ok(finance, invoices.statement, { id: supplier });
  expect(items.at(-1)).toMatchObject({ kind: "payment", amount: -144, payment: { withheld: 75.2 } });
  expect(await api.ok(finance, invoices.get, { id: first })).toMatchObject({
    payment: { amount: 68.8, withheld: 75.2 },
  });
  const [mail] = await api.mailsTo(books);
  expect(mail?.text).toContain(
    "Total: $144.00\nWithheld for the Tax Office, because no ABN was quoted: $75.20\nPaid: $68.80",
  );
});

test("nothing is withheld up to $75, with an ABN, or with a reason for none", async () => {
  expect(await paymentIn(await pay(await aStatement(75)))).toMatchObject({ amount: 67.5, withheld: 0 });
  await api.ok(finance, operations.suppliers.checkGst, {
    SupplierId: supplier,
    Registered: "no",
    NoAbnReason: "Statement by a supplier of 2 March 2026: hobby",
  });
  const invoice = await aStatement(100);
  expect(await offered()).toMatchObject({ withheld: 0, warnings: [] });
  expect(await paymentIn(await pay(invoice))).toMatchObject({ amount: 90, withheld: 0 });
  await db.update(suppliers).set({ abn: "51824753556", noAbnReason: "" }).where(eq(suppliers.id, supplier));
  expect(await paymentIn(await pay(await aStatement(100)))).toMatchObject({ amount: 90, withheld: 0 });
});

test("a document that states an ABN was issued with it, even if it was removed since", async () => {
  const [stated, other] = [await aStatement(200), await aStatement(100)];
  await db.update(table).set({ supplierAbn: "51824753556" }).where(eq(table.id, stated));
  expect(await paymentIn(await pay(stated, other))).toMatchObject({ amount: 223, withheld: 47 });
});

test("nothing is withheld from what an agent remits", async () => {
  const [sold, remitted] = [await aStatement(200), await aStatement(100)];
  await db.update(table).set({ documentKind: "agentWithoutGst" }).where(eq(table.id, remitted));
  expect(await paymentIn(await pay(sold, remitted))).toMatchObject({ amount: 176, withheld: 94 });
});

test("a payment that would withhold another amount now is not released", async () => {
  const PaymentRunId = await api.ok(finance, invoices.makePayment, {
    InvoiceIds: [await aStatement(100)],
    BankDate: today,
  });
  await db.update(suppliers).set({ abn: "51824753556" }).where(eq(suppliers.id, supplier));
  const other = await api.aUser({ roles: ["Finance"] });
  const { status, problem } = await api.call(other, invoices.releasePayment, {
    PaymentRunId,
    BankDate: today,
  });
  expect([status, problem?.message]).toEqual([
    409,
    expect.stringContaining(
      "The ABN of Acacia has changed since this payment was made, so another amount is withheld.",
    ),
  ]);
});

test("a payment of which nothing would be left is refused with both amounts", async () => {
  const { status, problem } = await make(await aStatement(100, 0.6));
  expect([status, problem?.message]).toEqual([
    409,
    "Nothing to pay Acacia: the selected invoices total $40.00, and $47.00 is withheld without an ABN.",
  ]);
});

test("a returned credit is owed again with what was withheld from it", async () => {
  const run = await pay(await aStatement(100));
  await api.ok(finance, invoices.returnPayment, {
    PaymentRunId: run,
    SupplierId: supplier,
    ReturnedOn: today,
    Reason: "Account closed",
  });
  expect(await balance()).toBe(90);
  const { items } = await api.ok(finance, invoices.statement, { id: supplier });
  expect(items.at(-1)).toMatchObject({ kind: "returnedPayment", amount: 90, payment: { withheld: 47 } });
});
