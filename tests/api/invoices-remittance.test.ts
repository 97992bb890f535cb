/** Information for suppliers about a payment: by email, and on the pages of the invoices. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { suppliers, invoices as table } from "#api/core/database/schema/index.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { dayOf, formatPlainDay } from "#contract/rules/dates.ts";
import { maskedAccount } from "#contract/rules/payment.ts";
import { startApi } from "#tests/support/api.ts";
import { aReleasedPayment } from "#tests/support/released-payment.ts";
import { bankDetails, type SupplierTraits, type TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { invoices } = operations;
const bankDate = dayOf(new Date(Date.now() + 86_400_000).toISOString(), "Australia/Sydney");
const day = formatPlainDay(bankDate);

let finance: TestUser;
let marketplace: number;
let supplier: number;
let books: string;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"] });
});
beforeEach(async () => {
  books = `books-${randomUUID()}@acacia.example`;
  marketplace = await api.aMarketplace("Harbour & Co");
  supplier = await aPayee({ billingContactEmails: books });
});

const aPayee = (traits: SupplierTraits = {}) =>
  api.aSupplier({ name: "Acacia & Sons", ...bankDetails, bankDetailsVerifiedAt: new Date(), ...traits });
const anInvoice = (dollars: number, of = supplier) =>
  api.anInvoiceToPay({ supplierId: of, marketplaceId: marketplace }, dollars);
const pay = (InvoiceIds: number[]) => aReleasedPayment(api, finance, { InvoiceIds, BankDate: bankDate });
const number = (id: number) => `INV-${String(id).padStart(7, "0")}`;
const invoice = (id: number, user = finance) => api.ok(user, invoices.get, { id });

describe("the remittance advice", () => {
  test("names amount, date, reference, account and each document, and goes to each billing contact once", async () => {
    const other = `cash-${randomUUID()}@acacia.example`;
    await db
      .update(suppliers)
      .set({ billingContactEmails: `${books}, ${other}, ${books}` })
      .where(eq(suppliers.id, supplier));
    const [first, note] = [await anInvoice(1_100), await anInvoice(22)];
    await db.update(table).set({ isAdjustment: true }).where(eq(table.id, note));
    await pay([first, note]);
    const [mail, ...others] = await api.mailsTo(books);
    expect(others).toEqual([]);
    expect(await api.mailsTo(other)).toHaveLength(1);
    expect(mail?.subject).toBe(`Payment of $1,122.00 on ${day}, reference ${number(first)} +1`);
    expect(mail?.text.split("\n")).toEqual([
      "Hello,",
      "",
      "Harbour Trading Pty Ltd pays $1,122.00 to Acacia & Sons.",
      "",
      `Date: ${day}`,
      `Reference on your bank statement: ${number(first)} +1`,
      `Paid to: ${maskedAccount(bankDetails)}`,
      "",
      "This payment is for:",
      `Invoice ${number(first)}, Harbour & Co: $1,100.00`,
      `Adjustment note ${number(note)}, Harbour & Co: $22.00`,
      "Total: $1,122.00",
      "",
      "Open the invoices:",
      expect.stringMatching(new RegExp(`^https?://.*/invoices\\?supplierId=${supplier}$`)),
      "",
    ]);
    expect(mail?.text).not.toContain(bankDetails.accountNumber);
    expect(mail?.html).toContain("Acacia &amp; Sons");
    expect(mail?.html).not.toContain(bankDetails.accountNumber);
  });

  test("leads to the invoice if there is one alone", async () => {
    const id = await anInvoice(11);
    await pay([id]);
    const [mail] = await api.mailsTo(books);
    expect(mail?.text).toMatch(new RegExp(`Open the invoice:\\nhttps?://.*/invoices/${id}\\n`));
  });

  test("lists fifty documents and says how many more there are", async () => {
    const ids = [await anInvoice(11)];
    const [row] = await db
      .select()
      .from(table)
      .where(eq(table.id, ids[0] ?? 0));
    if (!row) throw new Error("The invoice is gone.");
    const { id: _, ...same } = row;
    const copies = await db
      .insert(table)
      .values(Array.from({ length: 51 }, () => same))
      .returning({ id: table.id });
    ids.push(...copies.map(({ id }) => id));
    await pay(ids);
    const [mail] = await api.mailsTo(books);
    expect(mail?.text.match(/^Invoice INV-/gm)).toHaveLength(50);
    expect(mail?.text).toContain("… and 2 more.\nTotal: $572.00");
    const { payment } = await invoice(ids.at(-1) ?? 0);
    expect([payment?.invoiceCount, payment?.invoices.length]).toEqual([52, 50]);
  });

  test("goes to each supplier with its own amounts alone, and to nobody without an address", async () => {
    const theirs = `books-${randomUUID()}@banksia.example`;
    const [other, silent] = [
      await aPayee({ name: "Banksia", billingContactEmails: theirs }),
      await aPayee({ name: "Cedar", billingContactEmails: "" }),
    ];
    const ids = [await anInvoice(11), await anInvoice(777, other), await anInvoice(33, silent)];
    const payable = (await api.ok(finance, invoices.payable, {})).suppliers;
    const announced = (id: number) => payable.find(({ supplierId }) => supplierId === id)?.adviceTo;
    expect([supplier, other, silent].map(announced)).toEqual([[books], [theirs], []]);
    const run = await pay(ids);
    const [mail] = await api.mailsTo(books);
    expect(mail?.text).toContain("$11.00");
    expect(mail?.text).not.toMatch(/777|Banksia/);
    // The receivers at that time, also if the contacts change later.
    await db.update(suppliers).set({ billingContactEmails: "new@acacia.example" }).where(eq(suppliers.id, supplier));
    const { payments } = await api.ok(finance, invoices.paymentRun, { id: run });
    expect(payments.map(({ supplierId, adviceTo }) => [supplierId, adviceTo])).toEqual([
      [supplier, [books]],
      [other, [theirs]],
      [silent, []],
    ]);
  });

  test("is not sent if the payment is refused", async () => {
    const id = await anInvoice(11);
    await db.update(table).set({ notifiedAt: null }).where(eq(table.id, id));
    const { status } = await api.call(finance, invoices.makePayment, { InvoiceIds: [id], BankDate: bankDate });
    expect([status, await api.mailsTo(books)]).toEqual([409, []]);
  });
});

describe("a paid invoice", () => {
  test("shows the supplier's staff reference and documents of its payment, and nothing of other suppliers", async () => {
    const other = await aPayee({ name: "Banksia" });
    const [first, second, foreign] = [await anInvoice(11), await anInvoice(22), await anInvoice(777, other)];
    await pay([first, second, foreign]);
    const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.invoices }] });
    expect(await invoice(second, staff)).toMatchObject({
      paidDate: bankDate,
      payment: {
        reference: `${number(first)} +1`,
        amount: 33,
        invoiceCount: 2,
        invoices: [
          { id: first, isAdjustment: false, total: 11 },
          { id: second, isAdjustment: false, total: 22 },
        ],
      },
    });
    expect((await api.call(staff, invoices.get, { id: foreign })).status).toBe(404);
  });

  test("has no payment before it is paid", async () => {
    expect((await invoice(await anInvoice(11))).payment).toBeNull();
  });
});

test.each([
  ["123456789", "BSB 066-102, account number ending in 789"],
  ["12345", "BSB 066-102, account number ending in 5"],
])("the account number %s is masked", (accountNumber, shown) => {
  expect(maskedAccount({ bsb: "066102", accountNumber })).toBe(shown);
});
