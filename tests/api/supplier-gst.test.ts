import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  invoices as invoiceTable,
  orderTransactions,
  suppliers as supplierRows,
} from "#api/core/database/schema/index.ts";
import { SupplierMarketplaceStatus, SupplierPermission, TransactionType } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { shownText } from "#contract/rules/edits.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { add } from "#contract/rules/money.ts";
import { issuedProblemText, issueProblemText } from "#contract/rules/supplier-tax.ts";
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
        `${invoiceNumber(id)} of Acacia. ${issueProblemText.notRegistered}`,
      ]);
      await api.aSentItem(await api.anOrder(other, { marketplaceId: marketplace }));
      const valid = await api.anInvoice({ supplierId: other, marketplaceId: marketplace });
      expect((await notify(id, valid)).body).toEqual({ notified: 1, withoutContact: 0, notIssuable: [id] });
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
      expect([status, problem.message]).toEqual([409, `${invoiceNumber(id)}: ${issuedProblemText.notRegistered}`]);
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

    const aNoteOf = async (item: number) => {
      const operator = await api.aUser({ roles: ["Operator"] });
      const change = { PurchaseAmountExTaxAdjustment: -10, PurchaseAmountTaxAdjustment: -1, Comment: "Cracked." };
      await api.ok(operator, operations.orders.addLineItemAdjustment, { ...adjustment(item), ...change });
      return api.anInvoice({ supplierId: supplier, marketplaceId: marketplace });
    };
    const anInvoiceOf = async (orderedAt = new Date(), at = new Date()) => {
      const item = await api.aSentItem(await api.anOrder(supplier, { marketplaceId: marketplace, orderedAt }), { at });
      return { item, id: await api.anInvoice({ supplierId: supplier, marketplaceId: marketplace }) };
    };
    const payeeOf = async () =>
      (await api.ok(finance, invoices.payable, {})).suppliers.filter(({ supplierId }) => supplierId === supplier);

    test("waits as an adjustment note of a document that should not have been issued", async () => {
      const { item, id } = await anInvoiceOf();
      await api.issue(id);
      const note = await aNoteOf(item);
      await check("no");
      expect(await get(note)).toMatchObject({ isAdjustment: true, issueProblem: "notRegistered" });
      expect((await notify(note)).status).toBe(409);
    });

    test("gets the refund on an invoice of the time of its registration deducted", async () => {
      await check("yes");
      const { item, id } = await anInvoiceOf();
      await notify(id);
      const note = await aNoteOf(item);
      await check("no");
      expect(await get(note)).toMatchObject({ isAdjustment: true, issueProblem: null });
      expect((await notify(note)).body).toMatchObject({ notified: 1 });
      expect(await listed()).toEqual([]);
      const [payee] = await payeeOf();
      expect([payee?.problems, payee?.invoices.map((row) => [row.id, row.total])]).toEqual([
        [],
        [
          [id, 18.93],
          [note, -11],
        ],
      ]);
      expect((await pay(id, note)).status).toBe(200);
      expect(await read(note)).not.toContain(both);
    });

    test("is invoiced for what it sold after its registration, once the draft of the whole period is void", async () => {
      const Only = [{ SupplierId: supplier, MarketplaceId: marketplace }];
      const generate = async (InvoiceDate: string | null) =>
        (await api.ok(finance, invoices.generate, { InvoiceDate, Only }))?.invoiceIds ?? [];
      const at = (day: string) => new Date(`${day}T03:00:00Z`);
      for (const day of ["2026-06-20", "2026-07-03"])
        await api.aSentItem(await api.anOrder(supplier, { marketplaceId: marketplace, orderedAt: at(day) }), {
          at: at(day),
        });
      const [whole = 0] = await generate(null);
      expect(await get(whole)).toMatchObject({ total: 37.86, canVoid: false });
      await check("yes", "2026-07-01");
      expect(await get(whole)).toMatchObject({ issueProblem: "notRegistered", canVoid: true });
      await api.ok(finance, invoices.void, { InvoiceId: whole });
      expect(await get(whole)).toMatchObject({ state: "void", total: 0, transactions: [], issueProblem: null });
      const [before = 0, ...more] = await generate("2026-06-30T13:59:59.999Z");
      const [after = 0] = await generate(null);
      expect(more).toEqual([]);
      expect(await get(before)).toMatchObject({ total: 18.93, issueProblem: "notRegistered" });
      expect(await get(after)).toMatchObject({ total: 18.93, issueProblem: null });
      expect((await notify(before, after)).body).toEqual({ notified: 1, withoutContact: 0, notIssuable: [before] });
      expect(await generate(null)).toEqual([]);
      const paid = await db.select().from(orderTransactions).where(eq(orderTransactions.type, TransactionType.payment));
      const sumOf = (id: number) =>
        paid
          .filter(({ invoiceId }) => invoiceId === id)
          .reduce((sum, row) => add(sum, row.purchaseExTax, row.purchaseTax), 0);
      expect([sumOf(whole), sumOf(before)]).toEqual([0, sumOf(after)]);
    });

    test("is paid outside of payment files for what was issued when it was recorded as not registered", async () => {
      const { id } = await anInvoiceOf();
      await api.issue(id);
      await check("no");
      expect((await payeeOf()).map(({ problems }) => problems)).toEqual([["notValid"]]);
      await db.update(invoiceTable).set({ supplierGstRegistered: false }).where(eq(invoiceTable.id, id));
      await check("yes");
      expect((await payeeOf()).map(({ problems }) => problems)).toEqual([["notValidForGood"]]);
    });

    test("is found in earlier invoices with orders before the registration that they were issued by", async () => {
      const { id } = await anInvoiceOf(new Date("2026-06-20T03:00:00Z"), new Date("2026-06-21T03:00:00Z"));
      await check("yes", "2026-07-01");
      await api.issue(id);
      await db.update(invoiceTable).set({ supplierGstRegistered: true }).where(eq(invoiceTable.id, id));
      expect(await listed()).toEqual([[id, "notified", "notRegistered"]]);
      expect((await pay(id)).status).toBe(409);
      await check("yes", "2026-07-02");
      expect(await listed()).toEqual([]);
    });

    test("is warned of where the first order in its invoices is older than the registration", async () => {
      const { id } = await anInvoiceOf(new Date("2026-06-20T03:00:00Z"));
      await api.issue(id);
      await check("yes", "2026-06-21");
      expect((await payeeOf()).map(({ warnings }) => warnings)).toEqual([["gstLater"]]);
      await check("yes", "2026-06-20");
      expect((await payeeOf()).map(({ warnings }) => warnings)).toEqual([[]]);
    });

    test("does not learn from the filter which of its invoices are not valid", async () => {
      const [valid, reader] = [await api.issue(await anInvoice()), await staff()];
      await db.update(invoiceTable).set({ supplierGstRegistered: true }).where(eq(invoiceTable.id, valid));
      const invalid = await api.issue(await anInvoice());
      await check("no");
      expect(await listed()).toEqual([[invalid, "notified", "notRegistered"]]);
      expect((await listed(reader)).map(([id]) => id).sort()).toEqual([valid, invalid].sort());
    });

    test("has a paid document in the list of all of them, and not in that of unpaid ones", async () => {
      const [draft, issued, paid] = [await anInvoice(), await anInvoice(), await anInvoice()];
      for (const id of [issued, paid]) await api.issue(id);
      const paymentRunId = await api.aPaymentRun("2026-01-01");
      await db.update(invoiceTable).set({ paymentRunId }).where(eq(invoiceTable.id, paid));
      await check("no");
      const unpaid = { supplierId: supplier, notIssuableOnly: true, unpaidOnly: true };
      expect((await listed()).map(([id]) => id).sort()).toEqual([draft, issued, paid].sort());
      const { items } = await api.ok(finance, invoices.list, unpaid);
      expect(items.map(({ id }) => id).sort()).toEqual([draft, issued].sort());
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
