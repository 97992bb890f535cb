/** The bank's return file: each credit in it is recorded on its payment, once. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { operations } from "#contract/operations.ts";
import { formatBsb } from "#contract/rules/abn.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { startApi } from "#tests/support/api.ts";
import { aReleasedPayment } from "#tests/support/released-payment.ts";
import { returnsFile } from "#tests/support/returns-file.ts";
import { bankDetails, type TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { invoices } = operations;
const today = dayOf(new Date().toISOString(), "Australia/Sydney");
/** As the file has it. */
const fileDay = `${today.slice(8)}${today.slice(5, 7)}${today.slice(2, 4)}`;
const account = { bsb: formatBsb(bankDetails.bsb), accountNumber: bankDetails.accountNumber };

let finance: TestUser;
let marketplace: number;
let acacia: number;
let banksia: number;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"] });
  marketplace = await api.aMarketplace();
});
beforeEach(async () => {
  const payee = { ...bankDetails, bankDetailsVerifiedAt: new Date() };
  acacia = await api.aSupplier({ name: "Acacia", ...payee });
  banksia = await api.aSupplier({ name: "Banksia", ...payee, accountNumber: "00123400" });
});

const anInvoice = (supplierId: number, dollars: number) =>
  api.anInvoiceToPay({ supplierId, marketplaceId: marketplace }, dollars);
const pay = (...InvoiceIds: number[]) => aReleasedPayment(api, finance, { InvoiceIds, BankDate: today });
const record = (Content: string, more: { SkipOthers?: boolean } = {}) =>
  api.call(finance, invoices.recordReturns, { Content, ...more });
const returns = async (run: number) =>
  (await api.ok(finance, invoices.paymentRun, { id: run })).payments.map(({ returned }) =>
    returned ? `${returned.returnedOn}: ${returned.reason}` : null,
  );

test("each credit is found by reference, amount and account, and recorded once", async () => {
  const [first, second] = [await anInvoice(acacia, 100), await anInvoice(banksia, 22.5)];
  const run = await pay(first, second);
  const file = returnsFile(
    [
      { reference: invoiceNumber(second), amount: 22.5, ...account, accountNumber: "123400", code: "5" },
      { reference: invoiceNumber(first), amount: 100, ...account },
    ],
    fileDay,
  );
  expect(await record(file)).toMatchObject({ status: 200, body: { recorded: 2, known: 0, others: 0 } });
  expect(await returns(run)).toEqual([
    `${today}: Account closed`,
    `${today}: No such account, or an incorrect account number`,
  ]);
  expect(await record(file)).toMatchObject({ status: 200, body: { recorded: 0, known: 2, others: 0 } });
});

test("the second of two equal payments comes back after the first", async () => {
  const invoice = await anInvoice(acacia, 100);
  const credit = { reference: invoiceNumber(invoice), amount: 100, ...account };
  const first = await pay(invoice);
  await record(returnsFile([credit], fileDay));
  await api.ok(finance, invoices.paymentRun, { id: first });
  await api.database.db.execute(`update suppliers set bank_details_verified_at = now() where id = ${acacia}`);
  const second = await pay(invoice);
  await record(returnsFile([credit], fileDay));
  expect([await returns(first), await returns(second)]).toEqual([
    [`${today}: Account closed`],
    [`${today}: Account closed`],
  ]);
});

test("a credit that fits no payment refuses the file with its line, unless it is left out", async () => {
  const invoice = await anInvoice(acacia, 100);
  const run = await pay(invoice);
  const right = { reference: invoiceNumber(invoice), amount: 100, ...account };
  const wrong = [
    { ...right, amount: 99.99 },
    { ...right, reference: "INV-9999999" },
    { ...right, bsb: "999-998" },
  ];
  const file = returnsFile([right, ...wrong], fileDay);
  const { status, problem } = await record(file);
  expect([status, problem?.message?.split("\n")]).toEqual([
    409,
    [
      `Line 3: no payment of $99.99 with the reference “${invoiceNumber(invoice)}” went to this account of ACACIA.`,
      "Line 4: no payment of $100.00 with the reference “INV-9999999” went to this account of ACACIA.",
      `Line 5: no payment of $100.00 with the reference “${invoiceNumber(invoice)}” went to this account of ACACIA.`,
      "Nothing was recorded. What fits no payment can be left out.",
    ],
  ]);
  expect(await returns(run)).toEqual([null]);
  expect(await record(file, { SkipOthers: true })).toMatchObject({ body: { recorded: 1, known: 0, others: 3 } });
  expect(await returns(run)).toEqual([`${today}: Account closed`]);
});

test.each([
  ["", "Please paste the bank's file."],
  ["Dear customer,\nyour file is ready.", "There is no returned credit in it: no line begins with 2."],
  ["2 is a line", "Line 1 is not a returned credit as banks write it. Please copy the whole file, unchanged."],
  ["2".repeat(200_001), "This is more than a file of returned credits has. Please paste a part of it."],
])("%.20s is refused", async (content, message) => {
  const { status, problem } = await record(content);
  expect([status, problem?.errors?.Content]).toEqual([422, [message]]);
});
