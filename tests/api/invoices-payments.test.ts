import { createHash, randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { invoices as invoicesTable, paymentRuns, suppliers } from "#api/core/database/schema/index.ts";
import { TransactionType } from "#contract/enumerations.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { supplierFinances } from "#tests/support/forms.ts";
import { opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";
import { bankDetails, type SupplierTraits, type TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { invoices } = operations;

let finance: TestUser;
let supplier: number;
let marketplace: number;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"] });
});
beforeEach(async () => {
  [supplier, marketplace] = [await aPayee(), await api.aMarketplace("Harbour & Co")];
});

const aPayee = (traits: SupplierTraits = {}) =>
  api.aSupplier({ name: "Acacia", ...bankDetails, bankDetailsVerifiedAt: new Date(), ...traits });
const anInvoice = (dollars?: number, of = supplier) =>
  api.anInvoiceToPay({ supplierId: of, marketplaceId: marketplace }, dollars);
/** An invoice with a negative total, which the supplier owes. */
async function aRefund(dollars: number): Promise<number> {
  const item = await api.aSentItem(await api.anOrder(supplier, { marketplaceId: marketplace }), {
    price: 1,
    quantity: 1,
    shipping: 0,
    commissionRate: 0,
  });
  await api.aTransaction(item, { type: TransactionType.refund, purchaseExTax: -0.91 - dollars, purchaseTax: -0.09 });
  const id = await api.anInvoice({ supplierId: supplier, marketplaceId: marketplace });
  await db.update(invoicesTable).set({ notifiedAt: new Date() }).where(eq(invoicesTable.id, id));
  return id;
}

const everything = { fromDate: "2020-01-01T00:00:00Z", toDate: "2100-01-01T00:00:00Z" };
const daysFromNow = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000).toISOString(), "Australia/Sydney");
const tomorrow = daysFromNow(1);
type Input = Partial<SentInput<typeof invoices.makePayment>>;
const pay = (InvoiceIds: number[], input: Input = {}) =>
  api.call(finance, invoices.makePayment, { InvoiceIds, BankDate: tomorrow, ...input });
const paid = async (InvoiceIds: number[], input: Input = {}) => {
  const { status, body, problem } = await pay(InvoiceIds, input);
  expect(status, problem?.message).toBe(200);
  const other = await api.aUser({ roles: ["Finance"] });
  await api.ok(other, invoices.releasePayment, { PaymentRunId: body, BankDate: tomorrow });
  return body;
};
const refused = async (InvoiceIds: number[], input: Input = {}) => {
  const { status, problem } = await pay(InvoiceIds, input);
  return [status, problem.message];
};
const run = (id: number) => api.ok(finance, invoices.paymentRun, { id });
const invoice = (id: number, user = finance) => api.ok(user, invoices.get, { id });
const fileOf = (id: number) => api.send(finance, requestFor(invoices.paymentFile, { id }));
const number = (id: number) => `INV-${String(id).padStart(7, "0")}`;
const runNumber = (id: number) => `PAY-${String(id).padStart(7, "0")}`;
const payable = async (of = supplier) =>
  (await api.ok(finance, invoices.payable, {})).suppliers.find(({ supplierId }) => supplierId === of);

describe("the invoices that can be paid", () => {
  test("are those that suppliers were notified of, with differences from the invoice marked", async () => {
    const [first, second] = [await anInvoice(11), await anInvoice(22)];
    await api.aSentItem(await api.anOrder(supplier, { marketplaceId: marketplace }));
    await api.anInvoice({ supplierId: supplier, marketplaceId: marketplace });
    await db.update(suppliers).set({ accountNumber: "87654321" }).where(eq(suppliers.id, supplier));
    const last = await anInvoice(33);
    await db.update(invoicesTable).set({ expectedPaymentDate: "2026-04-15" }).where(eq(invoicesTable.id, last));
    expect(await payable()).toMatchObject({
      supplierName: "Acacia",
      bsb: "066102",
      accountNumber: "87654321",
      accountName: "Acacia Homewares",
      bankDetailsChangedDate: null,
      problems: [],
      invoices: [
        { id: first, marketplaceName: "Harbour & Co", total: 11, otherBankDetails: ["accountNumber"] },
        { id: second, total: 22, otherBankDetails: ["accountNumber"] },
        { id: last, expectedPaymentDate: "2026-04-15", otherBankDetails: [] },
      ],
    });
    await paid([first, second, last]);
    expect(await payable()).toBeUndefined();
    expect((await api.ok(finance, invoices.payable, {})).payer).toEqual({
      userName: "Harbour Trading Pty Ltd",
      bsb: "032-001",
      accountNumber: "123456",
    });
  });

  test.each([
    [{ bankDetailsVerifiedAt: null }, ["notVerified"]],
    [{ bsb: "", accountNumber: "", accountName: "", bankDetailsVerifiedAt: null }, ["noBankDetails"]],
    [{ accountNumber: "1234567890" }, ["longAccountNumber"]],
    [{ accountNumber: "12-AB" }, ["wrongAccountNumber"]],
    [{ accountName: "株式会社" }, ["noAccountName"]],
  ])("with %j are shown with the reason why they cannot be paid", async (traits, problems) => {
    const of = await aPayee(traits);
    await anInvoice(11, of);
    expect(await payable(of)).toMatchObject({ problems });
  });

  test("are marked if the account was changed in the last 24 hours, as are the invoice and the payment", async () => {
    const id = await anInvoice();
    const [books, clerk] = [await api.aUser({ roles: ["Finance"] }), await api.aUser({ roles: ["Read Only"] })];
    await api.ok(books, operations.suppliers.updateFinancialDetails, supplierFinances(supplier));
    expect(await payable()).toMatchObject({
      bankDetailsChangedDate: expect.stringMatching(/^\d{4}-/),
      problems: ["notVerified"],
    });
    expect([(await invoice(id)).bankDetailsChangedDate, (await invoice(id, clerk)).bankDetailsChangedDate]).toEqual([
      expect.stringMatching(/^\d{4}-/),
      null,
    ]);
    await db.update(suppliers).set({ bankDetailsVerifiedAt: new Date() }).where(eq(suppliers.id, supplier));
    const payment = await paid([id]);
    await db
      .update(suppliers)
      .set({ bankDetailsChangedAt: new Date("2026-01-01") })
      .where(eq(suppliers.id, supplier));
    expect((await run(payment)).payments).toMatchObject([
      { bsb: "980123", accountNumber: "123456", bankDetailsChangedDate: expect.stringMatching(/^\d{4}-/) },
    ]);
    expect((await invoice(id)).bankDetailsChangedDate).toBeNull();
  });
});

describe("a payment", () => {
  test("is one file with the amount for each supplier, and marks its invoices as paid", async () => {
    const other = await aPayee({
      name: "Banksia",
      accountName: "Müller & Søhne",
      bsb: "980001",
      accountNumber: "0012 3",
    });
    const ids = [await anInvoice(100.1), await anInvoice(0.9), await anInvoice(1234.56, other)];
    const payment = await paid(ids);
    const { rawPayload, headers } = await fileOf(payment);
    const date = `${tomorrow.slice(8)}${tomorrow.slice(5, 7)}${tomorrow.slice(2, 4)}`;
    const [first = 0, , last = 0] = ids;
    expect(rawPayload.toString("ascii")).toBe(
      [
        `0                 01WBC       Harbour Trading Pty Ltd   301500${runNumber(payment)} ${date}${" ".repeat(40)}`,
        `1066-102 12345678 500000010100Acacia Homewares                ${`${number(first)} +1`.padEnd(18)}032-001   123456Harbour Trading 00000000`,
        `1980-001    00123 500000123456Muller & Sohne                  ${number(last).padEnd(18)}032-001   123456Harbour Trading 00000000`,
        `7999-999            000013355600001335560000000000${" ".repeat(24)}000002${" ".repeat(40)}`,
        "",
      ].join("\r\n"),
    );
    expect(headers["content-disposition"]).toContain(`filename="${runNumber(payment)}.aba"`);
    expect((await fileOf(payment)).rawPayload.equals(rawPayload)).toBe(true);
    expect(await run(payment)).toMatchObject({
      madeByUserFullName: "Kim Doe",
      bankDate: tomorrow,
      total: 1335.56,
      sha256: createHash("sha256").update(rawPayload).digest("hex"),
      payments: [
        {
          supplierName: "Acacia",
          ...bankDetails,
          amount: 101,
          invoices: [
            { id: ids[0], total: 100.1 },
            { id: ids[1], total: 0.9 },
          ],
        },
        { supplierName: "Banksia", amount: 1234.56, reference: number(last), invoices: [{ id: last, total: 1234.56 }] },
      ],
    });
    for (const id of ids) expect(await invoice(id)).toMatchObject({ paidDate: tomorrow, paymentRunId: payment });
    const listed = await api.ok(finance, invoices.list, { supplierId: other });
    expect(listed.items).toMatchObject([{ id: last, paidDate: tomorrow }]);
    const reported = async () => {
      const report = await api.send(
        finance,
        requestFor(invoices.exportReconciliation, { marketplaceId: marketplace, ...everything }),
      );
      const rows = rowsOf(sheetNamed(await opened(report.rawPayload), "Reconciliation"));
      const bank = (type: string) =>
        rows.filter(({ Type }) => Type === type).map((row) => [row.Invoiced, row["Paid by bank"]]);
      return { payments: bank("Payment"), total: bank("Total"), states: new Set(rows.map(({ State }) => State)) };
    };
    expect(await reported()).toEqual({
      payments: [
        [100.1, null],
        [0.9, null],
        [1234.56, null],
      ],
      total: [[1335.56, 0]],
      states: new Set([`To be paid with ${runNumber(payment)}`, null]),
    });
    const { items } = await api.ok(finance, invoices.paymentRuns, { pageSize: 1 });
    expect(items).toMatchObject([
      { id: payment, madeByUserFullName: "Kim Doe", bankDate: tomorrow, total: 1335.56, suppliers: 2, invoices: 3 },
    ]);
    await db
      .update(paymentRuns)
      .set({ bankDate: daysFromNow(0) })
      .where(eq(paymentRuns.id, payment));
    expect(await reported()).toEqual({
      payments: [
        [100.1, 100.1],
        [0.9, 0.9],
        [1234.56, 1234.56],
      ],
      total: [[1335.56, 1335.56]],
      states: new Set([`Paid with ${runNumber(payment)}`, null]),
    });
  });

  test("offsets what a supplier owes against what it receives", async () => {
    const [sale, refund] = [await anInvoice(50), await aRefund(12.34)];
    expect((await payable())?.invoices.map(({ total }) => total)).toEqual([50, -12.34]);
    expect(await refused([refund])).toEqual([409, "Nothing to pay Acacia: the selected invoices total -$12.34."]);
    expect((await run(await paid([sale, refund]))).payments).toMatchObject([{ amount: 37.66 }]);
  });

  test("adds up to the cent across many suppliers", async () => {
    const cents = [1, 2, 3, 10, 29, 57, 115, 995, 10_001, 123_456_789];
    const ids: number[] = [];
    for (const amount of cents) ids.push(await anInvoice(amount / 100, await aPayee({ name: `Payee ${amount}` })));
    const payment = await paid(ids);
    const records = (await fileOf(payment)).body.split("\r\n").filter((record) => record.startsWith("1"));
    expect(records.map((record) => Number(record.slice(20, 30))).sort((a, b) => a - b)).toEqual(cents);
    expect((await run(payment)).total).toBe(cents.reduce((sum, amount) => sum + amount) / 100);
  });

  test("is made once per Id", async () => {
    const [id, input] = [await anInvoice(), { Id: randomUUID() }];
    expect((await pay([id], input)).body).toBe((await pay([id], input)).body);
  });

  test("made by several people at once pays nothing twice", async () => {
    const ids = [await anInvoice(1), await anInvoice(2), await anInvoice(3, await aPayee()), await anInvoice(4)];
    const before = await db.$count(paymentRuns);
    const choices = [ids, ids.slice(0, 2), ids.slice(1, 3), [...ids].reverse(), ids.slice(2), ids];
    const answers = await Promise.all(choices.map((choice) => pay(choice)));
    const made = answers.flatMap(({ status, body }) => (status === 200 ? [body] : []));
    expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(true);
    expect(await db.$count(paymentRuns)).toBe(before + made.length);
    const inRuns = (await Promise.all(made.map(run))).flatMap(({ payments }) =>
      payments.flatMap((payment) => payment.invoices.map((each) => each.id)),
    );
    expect(new Set(inRuns).size).toBe(inRuns.length);
    const rows = await db.select().from(invoicesTable).where(inArray(invoicesTable.id, ids));
    expect(
      rows
        .filter(({ paymentRunId }) => paymentRunId !== null)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...inRuns].sort());
    expect(inRuns.length).toBeGreaterThan(0);
  });

  test("never goes to an account that is changed at the same moment", async () => {
    const ids = [];
    for (let i = 0; i < 4; i++) ids.push(await anInvoice());
    const thief = await api.aUser({ roles: ["Finance"] });
    const changed = api.ok(thief, operations.suppliers.updateFinancialDetails, supplierFinances(supplier));
    const [answers] = await Promise.all([Promise.all(ids.map((id) => pay([id]))), changed]);
    const made = await Promise.all(answers.flatMap(({ status, body }) => (status === 200 ? [run(body)] : [])));
    for (const { payments } of made) expect(payments).toMatchObject([{ bsb: bankDetails.bsb }]);
    expect(await refused([await anInvoice()])).toEqual([
      409,
      "Acacia can't be paid: The bank details have not been confirmed since they were changed, or since a payment came back.",
    ]);
  });
});

describe("no payment is made", () => {
  test("to an unverified account, and the supplier is named", async () => {
    const other = await aPayee({ name: "Banksia", bankDetailsVerifiedAt: null });
    const ids = [await anInvoice(), await anInvoice(11, other)];
    expect(await refused(ids)).toEqual([
      409,
      "Banksia can't be paid: The bank details have not been confirmed since they were changed, or since a payment came back.",
    ]);
    for (const id of ids) expect(await invoice(id)).toMatchObject({ paidDate: null, paymentRunId: null });
  });

  test("twice for the same invoice, nor before its supplier was notified", async () => {
    const id = await anInvoice();
    const payment = await paid([id]);
    expect(await refused([id, await anInvoice()])).toEqual([
      409,
      `${number(id)} is already in the payment ${runNumber(payment)}.`,
    ]);
    await api.aSentItem(await api.anOrder(supplier, { marketplaceId: marketplace }));
    const untold = await api.anInvoice({ supplierId: supplier, marketplaceId: marketplace });
    expect(await refused([untold])).toEqual([409, `The supplier has not been notified of ${number(untold)} yet.`]);
    expect((await refused([2_000_000_000]))[0]).toBe(404);
  });

  test("without invoices, or with a missing, past or distant payment date", async () => {
    const id = await anInvoice();
    expect(await refused([])).toEqual([422, "Please select at least one invoice."]);
    expect(await refused([id], { BankDate: "soon" })).toEqual([422, "Please enter the date on which the bank pays."]);
    expect(await refused([id], { BankDate: daysFromNow(-1) })).toEqual([422, "The bank can't pay before today."]);
    expect(await refused([id], { BankDate: daysFromNow(370) })).toEqual([422, "Please enter a date within a year."]);
    expect((await pay([id, id], { BankDate: daysFromNow(0) })).status).toBe(200);
  });

  test("above the maximum amount of a payment file", async () => {
    const ids = [await anInvoice(60_000_000), await anInvoice(60_000_000)];
    expect(await refused(ids)).toEqual([
      409,
      "A payment file can hold at most $99,999,999.99. Please choose fewer invoices.",
    ]);
  });
});

test("a payment that does not exist is not found", async () => {
  for (const operation of [invoices.paymentRun, invoices.paymentFile])
    expect(await api.call(finance, operation, { id: 2_000_000_000 })).toMatchObject({ status: 404 });
});

describe("without a payer account", async () => {
  const poor = await startApi({ PAYER_ACCOUNT: "" });

  test("no payment is made, and the message explains why", async () => {
    const user = await poor.aUser({ roles: ["Finance"] });
    const parties = {
      supplierId: await poor.aSupplier({ ...bankDetails, bankDetailsVerifiedAt: new Date() }),
      marketplaceId: await poor.aMarketplace(),
    };
    const id = await poor.anInvoiceToPay(parties);
    expect(await poor.ok(user, invoices.payable, {})).toMatchObject({
      payer: null,
      suppliers: [{ invoices: [{ id }] }],
    });
    const { status, problem } = await poor.call(user, invoices.makePayment, { InvoiceIds: [id], BankDate: tomorrow });
    expect([status, problem.message]).toEqual([
      409,
      "The account that suppliers are paid from has not been set up yet. Ask an administrator to do it.",
    ]);
  });
});
