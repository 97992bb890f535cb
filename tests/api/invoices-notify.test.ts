import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendInvoice } from "#api/areas/invoices/send-invoice.ts";
import { readConfig } from "#api/core/config.ts";
import { invoiceEmails, invoices as invoicesTable } from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import type { Email } from "#api/core/mail/mailer.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { pagesOf } from "#tests/support/pdf.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { database } = api;
const { db } = database;
const { invoices } = operations;
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });

let finance: TestUser;
let supplier: number;
let marketplace: number;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"] });
});
beforeEach(async () => {
  // No invoices of other tests are pending.
  await db.update(invoicesTable).set({ notifiedAt: new Date() });
  [supplier, marketplace] = [
    await api.aSupplier({
      name: "Acacia",
      billingContactEmails: "books@acacia.example, cash@acacia.example, books@acacia.example",
      accountNumber: "12345",
    }),
    await api.aMarketplace("Harbour & Co"),
  ];
});

async function anInvoice(of = supplier, date = new Date()): Promise<number> {
  await api.aSentItem(await api.anOrder(of, { marketplaceId: marketplace }), { at: new Date("2026-01-01T00:00:00Z") });
  return api.anInvoice({ supplierId: of, marketplaceId: marketplace }, date);
}

type Input = Partial<SentInput<typeof invoices.notifySuppliers>>;
const notify = (input: Input = {}) =>
  api.call(finance, invoices.notifySuppliers, { ExpectedPaymentDate: "2026-04-15", ...input });
const invoice = (id: number, user = finance) => api.ok(user, invoices.get, { id });

describe("notifying suppliers of invoices", () => {
  test("emails every supplier once, and records on the invoice who was notified, when and by whom", async () => {
    const id = await anInvoice();
    const { status, body } = await notify();
    expect([status, body]).toEqual([200, { notified: 1, withoutContact: 0, notIssuable: [] }]);
    expect(await invoice(id)).toMatchObject({
      notifiedDate: expect.stringMatching(/^\d{4}-/),
      notifiedByUserFullName: "Kim Doe",
      expectedPaymentDate: "2026-04-15",
      canRegenerate: false,
      letters: [
        { address: "books@acacia.example", sentDate: null, failedDate: null },
        { address: "cash@acacia.example", sentDate: null, failedDate: null },
      ],
    });
    const again = await notify();
    expect([again.status, again.problem.message]).toEqual([409, "Every supplier has already been notified."]);
  });

  test("by several people at once sends one email per contact", async () => {
    const id = await anInvoice();
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => notify()))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await db.$count(invoiceEmails, eq(invoiceEmails.invoiceId, id))).toBe(2);
  });

  test("skips suppliers without a billing contact, and lists them beforehand", async () => {
    const [mute, id] = [await api.aSupplier({ name: "Banksia" }), await anInvoice()];
    const waiting = await anInvoice(mute);
    expect(await api.ok(finance, invoices.toNotify, {})).toEqual({
      invoices: [
        {
          id,
          invoiceDate: (await invoice(id)).invoiceDate,
          documentKind: "taxInvoice",
          isAdjustment: false,
          supplierName: "Acacia",
          marketplaceName: "Harbour & Co",
          total: 18.93,
        },
      ],
      count: 1,
      newestDate: (await invoice(waiting)).invoiceDate,
      withoutContact: [{ supplierId: mute, supplierName: "Banksia" }],
      notIssuable: [],
    });
    expect((await notify()).body).toEqual({ notified: 1, withoutContact: 1, notIssuable: [] });
    expect(await invoice(waiting)).toMatchObject({ notifiedDate: null, canRegenerate: true });
    expect(await invoice(id)).toMatchObject({ canRegenerate: false });
    expect((await notify()).problem.message).toBe(
      "None of these suppliers has an email address for billing. Enter one on the supplier's page first.",
    );
  });

  test("covers only the selected invoices, without those whose suppliers were notified meanwhile", async () => {
    const [first, second, third] = [await anInvoice(), await anInvoice(), await anInvoice()];
    expect((await notify({ InvoiceIds: [second] })).body).toEqual({ notified: 1, withoutContact: 0, notIssuable: [] });
    expect((await notify({ InvoiceIds: [second, first] })).body).toEqual({
      notified: 1,
      withoutContact: 0,
      notIssuable: [],
    });
    expect((await notify({ InvoiceIds: [first, second] })).problem.message).toBe(
      "The suppliers of these invoices have already been notified.",
    );
    expect((await notify({ InvoiceIds: [] })).problem.message).toBe(
      "The suppliers of these invoices have already been notified.",
    );
    expect(await invoice(third)).toMatchObject({ notifiedDate: null });
    const many = await notify({ InvoiceIds: Array.from({ length: 20_001 }, (_, i) => i + 1) });
    expect([many.status, many.problem.errors]).toEqual([422, { InvoiceIds: ["Please choose at most 20,000."] }]);
    await notify();
  });

  test("covers invoices up to a date", async () => {
    const early = await anInvoice(supplier, new Date("2026-03-01T00:00:00Z"));
    const late = await anInvoice();
    await notify({ InvoiceDate: "2026-03-31T00:00:00Z" });
    expect([(await invoice(early)).notifiedDate === null, (await invoice(late)).notifiedDate]).toEqual([false, null]);
  });

  test("requires the expected payment date", async () => {
    await anInvoice();
    for (const ExpectedPaymentDate of ["", "soon", "2026-02-30"]) {
      const { status, problem } = await notify({ ExpectedPaymentDate });
      expect([status, problem.errors]).toEqual([
        422,
        { ExpectedPaymentDate: ["Please enter the expected payment date."] },
      ]);
    }
  });

  test("shows the email addresses only to users who can see the bank details", async () => {
    const id = await anInvoice();
    await notify();
    expect(await invoice(id, await api.aUser({ roles: ["Read Only"] }))).toMatchObject({
      letters: [],
      expectedPaymentDate: "2026-04-15",
    });
  });
});

describe("the email to the supplier", () => {
  async function aEmail() {
    const id = await anInvoice();
    await notify();
    const [letter] = await db
      .select()
      .from(invoiceEmails)
      .where(eq(invoiceEmails.invoiceId, id))
      .orderBy(invoiceEmails.address);
    return { id, letterId: letter?.id ?? "" };
  }
  const state = async (id: number) => (await invoice(id)).letters[0];

  test("has the invoice attached as PDF, and is sent once", async () => {
    const { id, letterId } = await aEmail();
    const sent: Email[] = [];
    const send = sendInvoice({
      database,
      config,
      files: databaseFiles,
      sendEmail: async (letter) => void sent.push(letter),
    });
    for (const _ of [1, 2]) await send({ letterId }, { id: "job", isLastTry: false });
    const number = `INV-${String(id).padStart(7, "0")}`;
    expect(sent).toMatchObject([
      {
        id: letterId,
        to: "books@acacia.example",
        subject: `Invoice ${number} from Harbour & Co`,
        attachments: [{ name: `${number}.pdf` }],
      },
    ]);
    expect(sent[0]?.text).toContain("$18.93 is payable to you. The payment is expected on 15 Apr 2026.");
    expect((await pagesOf(sent[0]?.attachments?.[0]?.content ?? Buffer.alloc(0))).join()).toContain("account 12345");
    expect(await state(id)).toMatchObject({ sentDate: expect.stringMatching(/^\d{4}-/), failedDate: null });
  });

  test("is marked as failed after the last attempt, and can still be sent by trying again", async () => {
    const { id, letterId } = await aEmail();
    const away = sendInvoice({
      database,
      config,
      files: databaseFiles,
      sendEmail: async () => {
        throw new Error("the mail server is away");
      },
    });
    await expect(away({ letterId }, { id: "job", isLastTry: false })).rejects.toThrow();
    expect(await state(id)).toMatchObject({ sentDate: null, failedDate: null });
    await expect(away({ letterId }, { id: "job", isLastTry: true })).rejects.toThrow();
    expect(await state(id)).toMatchObject({ sentDate: null, failedDate: expect.stringMatching(/^\d{4}-/) });
    await sendInvoice({ database, config, files: databaseFiles, sendEmail: async () => {} })(
      { letterId },
      { id: "job", isLastTry: true },
    );
    expect(await state(id)).toMatchObject({ sentDate: expect.stringMatching(/^\d{4}-/), failedDate: null });
  });
});
