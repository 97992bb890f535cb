import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { paymentRuns, suppliers } from "#api/core/database/schema/index.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { dayOf, formatPlainDay } from "#contract/rules/dates.ts";
import { paymentNumber } from "#contract/rules/payment.ts";
import { startApi } from "#tests/support/api.ts";
import { aReleasedPayment } from "#tests/support/released-payment.ts";
import { bankDetails, type TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { invoices } = operations;
const daysFromNow = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000).toISOString(), "Australia/Sydney");
const [yesterday, today, tomorrow] = [daysFromNow(-1), daysFromNow(0), daysFromNow(1)];
const Reason = "Account closed.";

let finance: TestUser;
let supplier: number;
let other: number;
let marketplace: number;
let books: string;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"], givenName: "Kim", surname: "Doe" });
});
beforeEach(async () => {
  books = `books-${randomUUID()}@acacia.example`;
  marketplace = await api.aMarketplace("Harbour & Co");
  const payee = { ...bankDetails, bankDetailsVerifiedAt: new Date() };
  supplier = await api.aSupplier({ name: "Acacia", billingContactEmails: books, ...payee });
  other = await api.aSupplier({ name: "Banksia", ...payee });
});

const anInvoice = (dollars: number, of = supplier) =>
  api.anInvoiceToPay({ supplierId: of, marketplaceId: marketplace }, dollars);
const pay = (InvoiceIds: number[]) => aReleasedPayment(api, finance, { InvoiceIds, BankDate: today });
const comesBack = (
  PaymentRunId: number,
  more: Partial<{ SupplierId: number; ReturnedOn: string; Reason: string }> = {},
) =>
  api.call(finance, invoices.returnPayment, { PaymentRunId, SupplierId: supplier, ReturnedOn: today, Reason, ...more });
const invoice = (id: number, user = finance) => api.ok(user, invoices.get, { id });
const run = (id: number) => api.ok(finance, invoices.paymentRun, { id });
const payable = async (of = supplier) =>
  (await api.ok(finance, invoices.payable, {})).suppliers.find(({ supplierId }) => supplierId === of);

test("a credit that came back makes its invoices payable again, and only those of its supplier", async () => {
  const [first, second, others] = [await anInvoice(100), await anInvoice(11), await anInvoice(22, other)];
  const payment = await pay([first, second, others]);
  expect((await run(payment)).payments).toMatchObject([
    { supplierId: supplier, returned: null, canReturn: true },
    { supplierId: other, returned: null, canReturn: true },
  ]);
  expect((await comesBack(payment)).status).toBe(200);
  const { payments, total } = await run(payment);
  expect([total, payments]).toMatchObject([
    133,
    [
      {
        amount: 111,
        invoices: [
          { id: first, total: 100 },
          { id: second, total: 11 },
        ],
        returned: { returnedOn: today, reason: Reason, recordedByUserFullName: "Kim Doe" },
        canReturn: false,
      },
      { amount: 22, invoices: [{ id: others, total: 22 }], returned: null, canReturn: true },
    ],
  ]);
  const { items } = await api.ok(finance, invoices.paymentRuns, { pageSize: 1 });
  expect(items).toMatchObject([{ id: payment, suppliers: 2, invoices: 3, total: 133 }]);
  for (const id of [first, second])
    expect(await invoice(id)).toMatchObject({
      state: "notified",
      paidDate: null,
      payment: null,
      returnedPayments: [{ paymentRunId: payment, bankDate: today, returnedOn: today, amount: 111, reason: Reason }],
    });
  expect(await invoice(others)).toMatchObject({ state: "paid", returnedPayments: [] });
  expect((await payable())?.invoices.map(({ id }) => id)).toEqual([first, second]);
});

test("the account has to be confirmed again before the next payment, which goes to the corrected one", async () => {
  const id = await anInvoice(100);
  const payment = await pay([id]);
  await comesBack(payment);
  expect((await payable())?.problems).toEqual(["notVerified"]);
  const refused = await api.call(finance, invoices.makePayment, { InvoiceIds: [id], BankDate: today });
  expect(refused.problem.message).toBe(
    "Acacia can't be paid: The bank details have not been confirmed since they were changed, or since a payment came back.",
  );
  const corrected = { bsb: "066999", accountNumber: "7654321", bankDetailsVerifiedAt: new Date() };
  await db.update(suppliers).set(corrected).where(eq(suppliers.id, supplier));
  const again = await pay([id]);
  expect((await run(again)).payments).toMatchObject([{ bsb: "066999", accountNumber: "7654321", amount: 100 }]);
  expect((await run(payment)).payments).toMatchObject([{ ...bankDetails, invoices: [{ id }] }]);
  expect(await invoice(id)).toMatchObject({ state: "paid", paymentRunId: again, returnedPayments: [{}] });
  await comesBack(again, { Reason: "No such account." });
  expect((await invoice(id)).returnedPayments.map(({ reason }) => reason)).toEqual([Reason, "No such account."]);
});

test("an account that was corrected and confirmed before the credit came back stays confirmed", async () => {
  const payment = await pay([await anInvoice(100)]);
  await db.update(suppliers).set({ accountNumber: "7654321" }).where(eq(suppliers.id, supplier));
  await comesBack(payment);
  expect((await payable())?.problems).toEqual([]);
});

test("a credit comes back once, also when two people record it at the same moment", async () => {
  const payment = await pay([await anInvoice(100)]);
  const both = await Promise.all([comesBack(payment), comesBack(payment)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { status, problem } = await comesBack(payment);
  expect([status, problem.message]).toEqual([
    409,
    `That the payment to Acacia in ${paymentNumber(payment)} came back on ${formatPlainDay(today)} has already been recorded.`,
  ]);
});

test("the day is between the bank's and today, a reason is needed, and the credit is in the payment", async () => {
  const payment = await pay([await anInvoice(100)]);
  const errors = async (...sent: Parameters<typeof comesBack>) => (await comesBack(...sent)).problem.errors;
  expect(await errors(payment, { ReturnedOn: yesterday })).toEqual({
    ReturnedOn: [`The bank made this payment on ${formatPlainDay(today)}: it cannot have come back before.`],
  });
  expect(await errors(payment, { ReturnedOn: tomorrow })).toEqual({ ReturnedOn: ["This day is in the future."] });
  expect(await errors(payment, { ReturnedOn: "soon" })).toEqual({
    ReturnedOn: ["Please enter the day on which the credit came back."],
  });
  expect(await errors(payment, { Reason: " " })).toEqual({ Reason: ["Please enter the reason that the bank gives."] });
  expect(await errors(payment, { Reason: "x".repeat(501) })).toMatchObject({ Reason: [expect.any(String)] });
  expect((await comesBack(payment, { SupplierId: other })).status).toBe(404);
  expect((await comesBack(payment + 1)).status).toBe(404);
  await db.update(paymentRuns).set({ bankDate: tomorrow }).where(eq(paymentRuns.id, payment));
  expect((await run(payment)).payments).toMatchObject([{ canReturn: false }]);
  expect(await errors(payment)).toMatchObject({
    ReturnedOn: [expect.stringContaining("cannot have come back before")],
  });
});

test("those who were told of the payment, and the supplier's contacts of now, are told that it came back", async () => {
  const payment = await pay([await anInvoice(100)]);
  const accounts = `accounts-${randomUUID()}@acacia.example`;
  await db.update(suppliers).set({ billingContactEmails: accounts }).where(eq(suppliers.id, supplier));
  await comesBack(payment);
  for (const address of [books, accounts]) {
    const email = (await api.mailsTo(address)).find(({ subject }) => subject.includes("has come back"));
    expect(email?.text).toContain("The bank has returned the payment of $100.00 to Acacia.");
    expect(email?.text).toContain(`Reason: ${Reason}`);
    expect(email?.text).not.toContain(bankDetails.accountNumber);
  }
});

test("the supplier's staff see it on the invoice, and cannot record it", async () => {
  const id = await anInvoice(100);
  const payment = await pay([id]);
  const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.invoices }] });
  const sent = { PaymentRunId: payment, SupplierId: supplier, ReturnedOn: today, Reason };
  expect((await api.call(staff, invoices.returnPayment, sent)).status).toBe(403);
  await comesBack(payment);
  expect((await invoice(id, staff)).returnedPayments).toMatchObject([{ paymentRunId: payment, reason: Reason }]);
});
