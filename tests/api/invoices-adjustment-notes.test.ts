import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendInvoice } from "#api/areas/invoices/send-invoice.ts";
import { readConfig } from "#api/core/config.ts";
import { invoiceEmails, invoices as invoiceRecords } from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import type { Email } from "#api/core/mail/mailer.ts";
import { operations } from "#contract/operations.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { adjustment } from "#tests/support/forms.ts";
import { pagesOf } from "#tests/support/pdf.ts";
import { opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { invoices, orders } = operations;
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });

let finance: TestUser;
let operator: TestUser;
let supplier: number;
let marketplace: number;
let order: number;
let item: number;
/** An issued invoice of $18.93. */
let original: number;
beforeAll(async () => {
  [finance, operator] = [await api.aUser({ roles: ["Finance"] }), await api.aUser({ roles: ["Operator"] })];
});
beforeEach(async () => {
  supplier = await api.aSupplier({
    name: "Acacia",
    abn: "53004085616",
    bsb: "066102",
    accountNumber: "12345",
    accountName: "Acacia",
  });
  marketplace = await api.aMarketplace("Harbour & Co");
  order = await api.anOrder(supplier, { marketplaceId: marketplace });
  item = await api.aSentItem(order);
  original = await api.anInvoice({ supplierId: supplier, marketplaceId: marketplace });
});

const numberOf = (id: number) => `INV-${String(id).padStart(7, "0")}`;
const generate = async () =>
  (await api.ok(finance, invoices.generate, { Only: [{ SupplierId: supplier, MarketplaceId: marketplace }] }))
    ?.invoiceIds ?? [];
const invoice = (id: number | undefined) => api.ok(finance, invoices.get, { id: id ?? 0 });
/** Refunds $11.00 less $3.30 commission, which is $7.70 less for the supplier. */
const refund = (Comment: string, LineItemId = item) =>
  api.ok(operator, orders.addLineItemAdjustment, {
    ...adjustment(LineItemId),
    PurchaseAmountExTaxAdjustment: -10,
    PurchaseAmountTaxAdjustment: -1,
    CommissionAmountExTaxAdjustment: -3,
    CommissionAmountTaxAdjustment: -0.3,
    Comment,
  });
const pdf = async (id: number) =>
  (await pagesOf((await api.send(finance, requestFor(invoices.document, { id }))).rawPayload)).join(" ");

async function aNote(reason = "The glaze was cracked."): Promise<number> {
  await api.issue(original);
  await refund(reason);
  const [id = 0, ...more] = await generate();
  expect(more).toEqual([]);
  return id;
}

describe("a refund after its invoice was issued", () => {
  test("becomes an adjustment note that states the tax invoice's number and date and the reason", async () => {
    const note = await invoice(await aNote());
    const { invoiceDate } = await invoice(original);
    expect(note).toMatchObject({ isAdjustment: true, total: -7.7, state: "draft" });
    expect(note.transactions).toMatchObject([
      {
        lineItemId: item,
        supplierPaymentIncTax: -7.7,
        originals: [{ id: original, invoiceDate }],
        adjustments: [{ amountIncTax: -11, reason: "The glaze was cracked." }],
      },
    ]);
    expect(await invoice(original)).toMatchObject({ isAdjustment: false, total: 18.93 });
  });

  test("is kept apart from new sales, which go on a tax invoice of their own", async () => {
    await api.issue(original);
    await refund("Cracked.");
    const sold = await api.aSentItem(order);
    const [first, second] = await Promise.all((await generate()).map(invoice));
    expect([first?.isAdjustment, first?.total, first?.transactions.map(({ lineItemId }) => lineItemId)]).toEqual([
      false,
      18.93,
      [sold],
    ]);
    expect([second?.isAdjustment, second?.total, second?.transactions.map(({ lineItemId }) => lineItemId)]).toEqual([
      true,
      -7.7,
      [item],
    ]);
    expect([first?.canRegenerate, second?.canRegenerate]).toEqual([true, true]);
    await refund("A dent.", sold);
    for (const id of [first?.id, second?.id]) await api.ok(finance, invoices.generate, { InvoiceId: id ?? 0 });
    expect([(await invoice(first?.id)).total, (await invoice(second?.id)).total]).toEqual([11.23, -7.7]);
  });

  test("is printed with the payer, and never shows the supplier's account as the payee", async () => {
    const id = await aNote();
    await api.issue(id);
    const read = await pdf(id);
    for (const part of [
      "Recipient created adjustment note",
      `Adjusts tax invoice ${numberOf(original)} of `,
      "$11.00: The glaze was cracked.",
      "The GST payable by the supplier on these supplies decreases by the GST shown.",
      `Adjustment note ${numberOf(id)}-C for the marketplace's commission`,
      "Amount payable by the supplier $7.70",
      "This amount is deducted from the next payment to the supplier.",
    ])
      expect(read).toContain(part);
    expect(read).not.toContain("To be paid to");
    expect(read).not.toContain("Recipient created tax invoice");
  });

  test("has the same content in its workbook", async () => {
    const id = await aNote();
    const { rawPayload } = await api.send(finance, requestFor(invoices.export, { invoiceId: id }));
    expect(rowsOf(sheetNamed(await opened(rawPayload), "Invoice"))).toMatchObject([
      {
        Document: "DRAFT · Recipient created adjustment note",
        Adjusts: numberOf(original),
        "Adjusted invoice date": expect.stringMatching(/^\d\d \w{3} \d{4}$/),
        Reason: "The glaze was cracked.",
        Total: -7.7,
        Settlement: null,
      },
      { Product: "Total", Total: -7.7, Settlement: "Amount payable by the supplier" },
    ]);
  });

  test("is announced to the supplier as a deduction", async () => {
    const id = await aNote();
    await db.update(invoiceRecords).set({ expectedPaymentDate: "2026-04-15" }).where(eq(invoiceRecords.id, id));
    const [letter] = await db
      .insert(invoiceEmails)
      .values({ invoiceId: id, address: "books@acacia.example" })
      .returning();
    const sent: Email[] = [];
    await sendInvoice({
      database: api.database,
      config,
      files: databaseFiles,
      sendEmail: async (each) => void sent.push(each),
    })({ letterId: letter?.id ?? "" }, { id: "job", isLastTry: false });
    expect(sent[0]?.subject).toBe(`Adjustment note ${numberOf(id)} from Harbour & Co`);
    expect(sent[0]?.text).toContain("$7.70 is payable by you. It is deducted from your next payment.");
  });
});

test("a refund before the supplier is notified changes the draft and creates no adjustment note", async () => {
  await refund("Cracked.");
  expect(await generate()).toEqual([]);
  await api.ok(finance, invoices.generate, { InvoiceId: original });
  const draft = await invoice(original);
  expect(draft).toMatchObject({ isAdjustment: false, total: 11.23 });
  expect(draft.transactions).toMatchObject([
    { quantity: 2, originals: [], adjustments: [{ amountIncTax: -11, reason: "Cracked." }] },
  ]);
});

test("an extra payment after the invoice was issued becomes an adjustment note in the supplier's favour", async () => {
  await api.issue(original);
  await api.ok(operator, orders.addLineItemAdjustment, {
    ...adjustment(item),
    ShippingAmountExTaxAdjustment: 10,
    ShippingAmountTaxAdjustment: 1,
    Comment: "A second parcel.",
  });
  const [id = 0] = await generate();
  expect(await invoice(id)).toMatchObject({ isAdjustment: true, total: 11 });
  const read = await pdf(id);
  expect(read).toContain("on these supplies increases by the GST shown.");
  expect(read).toContain("Amount payable to the supplier $11.00 To be paid to Acacia, BSB 066-102, account 12345.");
});
