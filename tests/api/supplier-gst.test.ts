import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { suppliers as supplierRows } from "#api/database/schema/index.ts";
import { SupplierMarketplaceStatus, SupplierPermission } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { shownText } from "#contract/rules/edits.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { supplierGst } from "#contract/suppliers/edits.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { adjustment } from "#tests/support/forms.ts";
import { pagesOf } from "#tests/support/pdf.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { invoices, suppliers } = operations;
const bank = { bsb: "066102", accountNumber: "12345", accountName: "Acacia", bankDetailsVerifiedAt: new Date() };

let finance: TestUser;
let supplier: number;
let marketplace: number;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"] });
});
beforeEach(async () => {
  supplier = await api.aSupplier({
    name: "Acacia",
    abn: "53004085616",
    billingContactEmails: "books@acacia.example",
    ...bank,
  });
  marketplace = await api.aMarketplace();
});

const check = (Registered: "yes" | "no" | "unknown", RegisteredFrom = "") =>
  api.call(finance, suppliers.checkGst, { SupplierId: supplier, Registered, RegisteredFrom });
const stored = () => api.ok(finance, suppliers.get, { id: supplier });

describe("the GST registration of a supplier", () => {
  test("is unknown until it is checked, and shows its start, and by whom and when it was checked", async () => {
    expect(await stored()).toMatchObject({ gstRegistered: null, gstCheckedDate: null, canCheckGst: true });
    expect((await check("yes", "2020-07-01")).status).toBe(200);
    expect(await stored()).toMatchObject({
      gstRegistered: true,
      gstRegisteredFrom: "2020-07-01",
      gstCheckedDate: expect.stringMatching(/^\d{4}-/),
      gstCheckedByUserFullName: "Kim Doe",
    });
    await check("no", "2020-07-01");
    expect(await stored()).toMatchObject({ gstRegistered: false, gstRegisteredFrom: null });
    await check("unknown");
    expect(await stored()).toMatchObject({ gstRegistered: null, gstCheckedDate: null, gstCheckedByUserFullName: null });
  });

  test("that somebody else has changed meanwhile is looked at again, whatever was typed", async () => {
    await check("yes", "2013-07-01");
    const Shown = shownText(supplierGst(await stored()));
    await check("no");
    const sent = { SupplierId: supplier, Registered: "yes" as const, RegisteredFrom: "2014-07-01", Shown };
    const { status, problem } = await api.call(finance, suppliers.checkGst, sent);
    expect([status, problem.theirs]).toEqual([409, { Registered: "no", RegisteredFrom: null }]);
    expect(problem.by).toMatchObject({ Registered: { userName: "Kim Doe" }, RegisteredFrom: { userName: "Kim Doe" } });
    const untouched = { ...sent, RegisteredFrom: "2013-07-01" };
    expect((await api.call(finance, suppliers.checkGst, untouched)).status).toBe(409);
    expect(await stored()).toMatchObject({ gstRegistered: false });
    expect((await api.call(finance, suppliers.checkGst, { ...sent, Shown: problem.shown })).status).toBe(200);
    expect(await stored()).toMatchObject({ gstRegistered: true, gstRegisteredFrom: "2014-07-01" });
  });

  test("is unknown again when the ABN changes, but not when only the account does", async () => {
    await check("yes");
    const details = {
      SupplierId: supplier,
      ABN: "53004085616",
      BSB: "066102",
      AccountNumber: "999",
      AccountName: "Acacia",
      BillingContactEmails: "books@acacia.example",
    };
    await api.ok(finance, suppliers.updateFinancialDetails, details);
    expect((await stored()).gstRegistered).toBe(true);
    await api.ok(finance, suppliers.updateFinancialDetails, { ...details, ABN: "51824753556" });
    expect((await stored()).gstRegistered).toBeNull();
  });

  test("requires an ABN and a valid date", async () => {
    expect((await check("yes", "2026-02-30")).status).toBe(422);
    await db.update(supplierRows).set({ abn: "" }).where(eq(supplierRows.id, supplier));
    const { status, problem } = await check("yes");
    expect([status, problem.message]).toEqual([
      409,
      "GST registration is tied to an ABN. Please enter the supplier's ABN first.",
    ]);
  });

  test("is recorded by Administrator and Finance, never by supplier staff", async () => {
    const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.financialDetails }] });
    for (const user of [staff, await api.aUser({ roles: ["Operator"] })]) {
      expect((await api.call(user, suppliers.checkGst, { SupplierId: supplier, Registered: "yes" })).status).toBe(403);
      expect(await api.ok(user, suppliers.get, { id: supplier })).toMatchObject({ canCheckGst: false });
    }
  });
});

describe("an invoice", () => {
  const both = "Both are registered for GST.";
  const agreed = "The recipient issues this tax invoice under its agreement with the supplier";
  const anInvoice = async () => {
    await api.aSentItem(await api.anOrder(supplier, { marketplaceId: marketplace }));
    return api.anInvoice({ supplierId: supplier, marketplaceId: marketplace });
  };
  const read = async (id: number) =>
    (await pagesOf((await api.send(finance, requestFor(invoices.document, { id }))).rawPayload)).join(" ");
  const agree = (status: number = SupplierMarketplaceStatus.active) =>
    api.anAgreement({ supplierId: supplier, marketplaceId: marketplace, status });

  test("states that both are registered only if the supplier is, and an agreement is active", async () => {
    const id = await anInvoice();
    await check("yes");
    expect(await read(id)).not.toContain(both);
    await agree();
    expect(await read(id)).toContain(both);
    for (const state of ["no", "unknown"] as const) {
      await check(state);
      const text = await read(id);
      expect(text).toContain(agreed);
      expect(text).not.toContain(both);
    }
    await check("yes", "2999-01-01");
    expect(await read(id)).not.toContain(both);
  });

  test("does not state it while the agreement is pending", async () => {
    await agree(SupplierMarketplaceStatus.pending);
    await check("yes");
    const text = await read(await anInvoice());
    expect([text.includes(agreed), text.includes(both)]).toEqual([false, false]);
  });

  test("preserves the statement it was issued with", async () => {
    const id = await anInvoice();
    await agree();
    await check("yes");
    await api.ok(finance, invoices.notifySuppliers, { ExpectedPaymentDate: "2026-04-15" });
    await check("no");
    expect(await read(id)).toContain(both);
  });

  test("can be paid with a warning if the registration was not checked, or the supplier has lost its ABN", async () => {
    await api.issue(await anInvoice());
    const warnings = async () => {
      const { suppliers: payees } = await api.ok(finance, invoices.payable, {});
      const payee = payees.find(({ supplierId }) => supplierId === supplier);
      return [payee?.problems, payee?.warnings];
    };
    expect(await warnings()).toEqual([[], ["gstUnknown"]]);
    await check("yes");
    expect(await warnings()).toEqual([[], []]);
    await db.update(supplierRows).set({ abn: "", gstRegistered: null }).where(eq(supplierRows.id, supplier));
    expect(await warnings()).toEqual([[], ["abnMissing", "gstUnknown"]]);
  });

  describe("of a supplier that is known not to be registered", () => {
    const ExpectedPaymentDate = "2026-04-15";
    const notify = (...InvoiceIds: number[]) =>
      api.call(finance, invoices.notifySuppliers, { ExpectedPaymentDate, InvoiceIds });
    const get = (id: number, user = finance) => api.ok(user, invoices.get, { id });
    const listed = async (user = finance) =>
      (await api.ok(user, invoices.list, { supplierId: supplier, notIssuableOnly: true })).items.map(
        ({ id, state, issueProblem }) => [id, state, issueProblem],
      );
    const staff = () => api.aUser({ links: [{ supplier, bits: SupplierPermission.invoices }] });
    const pay = (...InvoiceIds: number[]) =>
      api.call(finance, invoices.makePayment, {
        InvoiceIds,
        BankDate: dayOf(new Date().toISOString(), "Australia/Sydney"),
      });

    test("is generated but not issued, and says why", async () => {
      const [id, other] = [await anInvoice(), await api.aSupplier({ billingContactEmails: "a@b.example" })];
      await check("no");
      const { status, problem } = await notify(id);
      expect([status, problem.message]).toEqual([
        409,
        `${invoiceNumber(id)} of Acacia. Not to be issued: the supplier is not registered for GST on every day of this document. If it is, correct its GST registration. Otherwise the document waits.`,
      ]);
      await api.aSentItem(await api.anOrder(other, { marketplaceId: marketplace }));
      const valid = await api.anInvoice({ supplierId: other, marketplaceId: marketplace });
      expect((await notify(id, valid)).body).toEqual({ notified: 1, withoutContact: 0, notIssuable: 1 });
      expect(await get(id)).toMatchObject({ state: "draft", letters: [], issueProblem: "notRegistered" });
      const { invoices: ready, notIssuable } = await api.ok(finance, invoices.toNotify, {});
      expect(ready.map((row) => row.id)).not.toContain(id);
      expect(notIssuable).toContainEqual({
        supplierId: supplier,
        supplierName: "Acacia",
        count: 1,
        problem: "notRegistered",
      });
      expect(await listed()).toEqual([[id, "draft", "notRegistered"]]);
    });

    test("is marked on paper and in workbooks until the registration is corrected", async () => {
      const id = await anInvoice();
      await check("no");
      const mark = "DRAFT, NOT TO BE ISSUED · Recipient created tax invoice";
      expect(await read(id)).toContain(mark);
      const workbook = await api.send(finance, requestFor(invoices.export, { invoiceId: id, format: "csv" }));
      expect(workbook.rawPayload.toString()).toContain(mark);
      await check("yes");
      expect(await read(id)).toContain("DRAFT · Recipient created tax invoice");
      expect((await notify(id)).body).toMatchObject({ notified: 1 });
    });

    test("waits when the registration begins after its first order, and is issued when it begins on that day", async () => {
      const order = await api.anOrder(supplier, {
        marketplaceId: marketplace,
        orderedAt: new Date("2026-06-30T13:59:59Z"),
      });
      await api.aSentItem(order, { at: new Date("2026-07-03T00:00:00Z") });
      const parties = { supplierId: supplier, marketplaceId: marketplace };
      const id = await api.anInvoice(parties, new Date("2026-07-05T00:00:00Z"));
      await check("yes", "2026-07-01");
      expect((await notify(id)).status).toBe(409);
      await check("yes", "2026-06-30");
      expect((await notify(id)).body).toMatchObject({ notified: 1 });
    });

    test("stays as it was issued, is listed for Finance, and is not paid", async () => {
      const id = await api.issue(await anInvoice());
      const [before, reader] = [await read(id), await staff()];
      await check("no");
      expect(await read(id)).toBe(before);
      expect(await listed()).toEqual([[id, "notified", "notRegistered"]]);
      expect(await get(id, reader)).toMatchObject({ issueProblem: null });
      const { suppliers: payees } = await api.ok(finance, invoices.payable, {});
      expect(payees.find(({ supplierId }) => supplierId === supplier)).toMatchObject({ problems: ["notValid"] });
      const { status, problem } = await pay(id);
      expect([status, problem.message]).toEqual([
        409,
        `${invoiceNumber(id)}: Not valid as a tax invoice: the supplier was not registered for GST on every day of this document. It is not paid by a payment file.`,
      ]);
      expect(await get(id)).toMatchObject({ paymentRunId: null });
    });

    test("does not keep a valid invoice of the same supplier from being paid", async () => {
      await check("yes");
      const valid = await anInvoice();
      await notify(valid);
      const invalid = await api.issue(await anInvoice());
      await check("no");
      const { suppliers: payees } = await api.ok(finance, invoices.payable, {});
      expect(
        payees
          .filter(({ supplierId }) => supplierId === supplier)
          .map(({ problems, invoices: owed }) => [problems, owed.map(({ id }) => id)]),
      ).toEqual([
        [[], [valid]],
        [["notValid"], [invalid]],
      ]);
      expect((await pay(valid)).status).toBe(200);
    });

    test("waits as an adjustment note, too", async () => {
      await check("yes");
      const item = await api.aSentItem(await api.anOrder(supplier, { marketplaceId: marketplace }));
      const parties = { supplierId: supplier, marketplaceId: marketplace };
      await notify(await api.anInvoice(parties));
      const operator = await api.aUser({ roles: ["Operator"] });
      const change = { PurchaseAmountExTaxAdjustment: -10, PurchaseAmountTaxAdjustment: -1, Comment: "Cracked." };
      await api.ok(operator, operations.orders.addLineItemAdjustment, { ...adjustment(item), ...change });
      const note = await api.anInvoice(parties);
      await check("no");
      expect(await get(note)).toMatchObject({ isAdjustment: true, issueProblem: "notRegistered" });
      expect((await notify(note)).status).toBe(409);
    });
  });

  test("without the supplier's ABN is issued once the ABN is entered, with that ABN", async () => {
    await db.update(supplierRows).set({ abn: "" }).where(eq(supplierRows.id, supplier));
    const id = await anInvoice();
    const send = () =>
      api.call(finance, invoices.notifySuppliers, { ExpectedPaymentDate: "2026-04-15", InvoiceIds: [id] });
    const refused = await send();
    expect([refused.status, refused.problem.message]).toEqual([
      409,
      `${invoiceNumber(id)} of Acacia. Not to be issued: the supplier's ABN is missing. Once it is entered, the document can be issued.`,
    ]);
    expect(await read(id)).toContain("DRAFT, NOT TO BE ISSUED");
    await db.update(supplierRows).set({ abn: "53004085616" }).where(eq(supplierRows.id, supplier));
    expect((await send()).body).toMatchObject({ notified: 1 });
    expect(await api.ok(finance, invoices.get, { id })).toMatchObject({
      supplierABN: "53004085616",
      issueProblem: null,
    });
  });
});
