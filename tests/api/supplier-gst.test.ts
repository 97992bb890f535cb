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
    gstRegistered: null,
    billingContactEmails: "books@acacia.example",
    ...bank,
  });
  marketplace = await api.aMarketplace();
});

const check = (Registered: "yes" | "no" | "unknown", RegisteredFrom = "", RegisteredUntil = "") =>
  api.call(finance, suppliers.checkGst, { SupplierId: supplier, Registered, RegisteredFrom, RegisteredUntil });
const stored = () => api.ok(finance, suppliers.get, { id: supplier });

describe("the GST registration of a supplier", () => {
  test("is unknown until it is checked, and shows its days, and by whom and when it was checked", async () => {
    expect(await stored()).toMatchObject({ gstRegistered: null, gstCheckedDate: null, canCheckGst: true });
    expect((await check("yes", "2020-07-01")).status).toBe(200);
    expect(await stored()).toMatchObject({
      gstRegistered: true,
      gstRegisteredFrom: "2020-07-01",
      gstCheckedDate: expect.stringMatching(/^\d{4}-/),
      gstCheckedByUserFullName: "Kim Doe",
    });
    await check("yes", "2020-07-01", "2026-06-30");
    expect(await stored()).toMatchObject({ gstRegisteredFrom: "2020-07-01", gstRegisteredUntil: "2026-06-30" });
    await check("no", "2020-07-01", "2026-06-30");
    expect(await stored()).toMatchObject({ gstRegistered: false, gstRegisteredFrom: null, gstRegisteredUntil: null });
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

  test("requires an ABN and valid dates, the last not before the first", async () => {
    expect((await check("yes", "2026-02-30")).status).toBe(422);
    const tooEarly = await check("yes", "2026-07-01", "2026-06-30");
    expect([tooEarly.status, tooEarly.problem.errors]).toEqual([
      422,
      { RegisteredUntil: ["The last day of the registration cannot be before its first day."] },
    ]);
    expect((await check("yes", "2026-07-01", "2026-07-01")).status).toBe(200);
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
      expect([text.includes(agreed), text.includes(both)]).toEqual([false, false]);
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

  test("can be paid with a warning if the supplier has lost its ABN, and with it its registration", async () => {
    await check("yes");
    await api.issue(await anInvoice());
    const warnings = async () => {
      const { suppliers: payees } = await api.ok(finance, invoices.payable, {});
      const payee = payees.find(({ supplierId }) => supplierId === supplier);
      return [payee?.problems, payee?.warnings];
    };
    expect(await warnings()).toEqual([[], []]);
    await db.update(invoiceTable).set({ supplierGstRegistered: true }).where(eq(invoiceTable.supplierId, supplier));
    await db.update(supplierRows).set({ abn: "", gstRegistered: null }).where(eq(supplierRows.id, supplier));
    expect(await warnings()).toEqual([[], ["abnMissing", "gstUnknown"]]);
  });

  describe("of a supplier without a GST registration on the days of its orders", () => {
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

    const at = (day: string) => new Date(`${day}T03:00:00Z`);
    const aSale = async (day: string) =>
      api.aSentItem(await api.anOrder(supplier, { marketplaceId: marketplace, orderedAt: at(day) }), { at: at(day) });
    const generate = async (InvoiceDate: string | null = null) =>
      (
        await api.ok(finance, invoices.generate, {
          InvoiceDate,
          Only: [{ SupplierId: supplier, MarketplaceId: marketplace }],
        })
      )?.invoiceIds ?? [];
    const documents = async (ids: readonly number[]) =>
      (await Promise.all(ids.map((id) => get(id)))).map(
        ({ documentKind, isAdjustment, total, transactions }) =>
          `${isAdjustment ? "changed " : ""}${documentKind}: ${transactions.length} of ${total}`,
      );
    /** As earlier versions issued invoices, whatever was known. */
    const issuedEarlier = async (id: number) => {
      await db
        .update(invoiceTable)
        .set({ notifiedAt: new Date(), documentKind: "taxInvoice" })
        .where(eq(invoiceTable.id, id));
      return id;
    };

    test("is a draft that is not issued while nobody has checked it, and says whom to ask", async () => {
      const [id, other] = [await anInvoice(), await api.aSupplier({ billingContactEmails: "a@b.example" })];
      const { status, problem } = await notify(id);
      expect([status, problem.message]).toEqual([
        409,
        `${invoiceNumber(id)} of Acacia. ${issueProblemText.notChecked}`,
      ]);
      expect(issueProblemText.notChecked).toContain("Finance or an administrator records it on the supplier's page");
      await api.aSentItem(await api.anOrder(other, { marketplaceId: marketplace }));
      const valid = await api.anInvoice({ supplierId: other, marketplaceId: marketplace });
      expect((await notify(id, valid)).body).toEqual({ notified: 1, withoutContact: 0, notIssuable: [id] });
      expect(await get(id)).toMatchObject({
        state: "draft",
        letters: [],
        documentKind: "undecided",
        issueProblem: "notChecked",
      });
      const { invoices: ready, notIssuable } = await api.ok(finance, invoices.toNotify, {});
      expect(ready.map((row) => row.id)).not.toContain(id);
      const waiting = { supplierId: supplier, supplierName: "Acacia", count: 1, problem: "notChecked" };
      expect(notIssuable).toContainEqual(waiting);
      expect(await listed()).toEqual([[id, "draft", "notChecked"]]);
    });

    test("is marked on paper and in workbooks until it is checked, and has no title of a tax invoice", async () => {
      const id = await anInvoice();
      const mark = "DRAFT, NOT TO BE ISSUED · Supplies, kind of document not decided";
      const workbook = async () =>
        (await api.send(finance, requestFor(invoices.export, { invoiceId: id, format: "csv" }))).rawPayload.toString();
      expect([(await read(id)).includes(mark), (await workbook()).includes(mark)]).toEqual([true, true]);
      await check("yes");
      expect(await read(id)).toContain("DRAFT · Recipient created tax invoice");
      expect((await notify(id)).body).toMatchObject({ notified: 1 });
      expect(await get(id)).toMatchObject({ documentKind: "taxInvoice", isSupplierRegistered: true });
    });

    test("is a statement of supplies without GST, of the same total, which is issued, emailed and paid", async () => {
      await agree();
      await check("yes");
      const id = await anInvoice();
      const taxInvoice = await get(id);
      await check("no");
      const statement = await get(id);
      expect(statement).toMatchObject({ documentKind: "statement", issueProblem: null, total: taxInvoice.total });
      const { purchaseAmountExTax, purchaseAmountTax, commissionAmountTax } = taxInvoice;
      expect(statement).toMatchObject({
        purchaseAmountExTax: add(purchaseAmountExTax, purchaseAmountTax),
        purchaseAmountTax: 0,
        shippingAmountTax: 0,
        commissionAmountTax,
        transactions: [{ purchaseAmountTax: 0, supplierPaymentTax: -commissionAmountTax }],
      });
      expect((await notify(id)).body).toMatchObject({ notified: 1 });
      const text = await read(id);
      expect(text).toMatch(/^Statement of supplies INV-/);
      expect(text).toContain("there is no GST on them, and this is not a tax invoice");
      expect(text).toContain(`Tax invoice ${invoiceNumber(id)}-C for the marketplace's commission`);
      for (const forbidden of ["Recipient created", agreed, both, "GST shown on these supplies", "Goods inc GST"])
        expect(text).not.toContain(forbidden);
      await check("yes");
      expect(await read(id)).toBe(text);
      expect(await listed()).toEqual([]);
      expect((await api.ok(finance, invoices.list, { supplierId: supplier })).items).toMatchObject([
        { id, documentKind: "statement", purchaseAmountTax: 0 },
      ]);
      expect((await pay(id)).status).toBe(200);
    });

    test("is divided at the day on which the registration begins, and at that on which it ends", async () => {
      for (const day of ["2026-06-29", "2026-06-30", "2026-07-01", "2026-07-31", "2026-08-01"]) await aSale(day);
      await check("yes", "2026-07-01", "2026-07-31");
      const ids = await generate();
      expect(await documents(ids)).toEqual(["statement: 3 of 56.79", "taxInvoice: 2 of 37.86"]);
      expect((await notify(...ids)).body).toMatchObject({ notified: 2, notIssuable: [] });
      expect(await generate()).toEqual([]);
    });

    test("belongs to the day of the operator's time zone", async () => {
      for (const orderedAt of ["2026-06-30T13:59:59Z", "2026-06-30T14:00:00Z"])
        await api.aSentItem(
          await api.anOrder(supplier, { marketplaceId: marketplace, orderedAt: new Date(orderedAt) }),
          { at: at("2026-07-03") },
        );
      await check("yes", "2026-07-01");
      const [statement = 0] = await generate();
      expect((await get(statement)).transactions).toMatchObject([{ orderDate: "2026-06-30T13:59:59.000Z" }]);
    });

    test("that was generated before the day of its registration was known is voided, and divided then", async () => {
      for (const day of ["2026-06-20", "2026-07-03"]) await aSale(day);
      await check("yes");
      const [whole = 0] = await generate();
      expect(await get(whole)).toMatchObject({ total: 37.86, canVoid: false });
      await check("yes", "2026-07-01");
      expect(await get(whole)).toMatchObject({
        documentKind: "undecided",
        issueProblem: "divided",
        canVoid: true,
      });
      expect((await notify(whole)).problem.message).toContain(issueProblemText.divided);
      await api.ok(finance, invoices.void, { InvoiceId: whole });
      expect(await get(whole)).toMatchObject({ state: "void", total: 0, transactions: [], issueProblem: null });
      const ids = await generate();
      expect(await documents(ids)).toEqual(["statement: 1 of 18.93", "taxInvoice: 1 of 18.93"]);
      expect((await notify(...ids)).body).toEqual({ notified: 2, withoutContact: 0, notIssuable: [] });
      const paid = await db.select().from(orderTransactions).where(eq(orderTransactions.type, TransactionType.payment));
      const sumOf = (id = 0) =>
        paid
          .filter(({ invoiceId }) => invoiceId === id)
          .reduce((sum, row) => add(sum, row.purchaseExTax, row.purchaseTax), 0);
      expect([sumOf(whole), sumOf(ids[0])]).toEqual([0, sumOf(ids[1])]);
    });

    test("that is generated again becomes one part, and leaves the other to the next generation", async () => {
      for (const day of ["2026-06-20", "2026-07-03"]) await aSale(day);
      await check("yes");
      const [whole = 0] = await generate();
      await check("yes", "2026-07-01");
      await api.ok(finance, invoices.generate, { InvoiceId: whole });
      expect(await documents([whole])).toEqual(["statement: 1 of 18.93"]);
      expect(await documents(await generate())).toEqual(["taxInvoice: 1 of 18.93"]);
    });

    test("is generated again beside a newer draft of another kind", async () => {
      await check("yes", "2026-07-01");
      for (const day of ["2026-06-20", "2026-07-03"]) await aSale(day);
      const ids = await generate();
      await aSale("2026-06-21");
      for (const id of ids) expect(await get(id)).toMatchObject({ canRegenerate: true });
      for (const id of ids) await api.ok(finance, invoices.generate, { InvoiceId: id });
      expect(await documents(ids)).toEqual(["statement: 2 of 37.86", "taxInvoice: 1 of 18.93"]);
    });

    test("is changed by a document of its own kind, whatever the registration is by then", async () => {
      await check("no");
      const { item, id } = await anInvoiceOf();
      await notify(id);
      await check("yes");
      const change = await aNoteOf(item);
      expect(await documents([change])).toEqual(["changed statement: 1 of -11"]);
      expect(await read(change)).toMatch(/^DRAFT · Statement of changed supplies/);
      expect(await read(change)).toContain(`Adjusts statement ${invoiceNumber(id)} of`);
      expect((await notify(change)).body).toMatchObject({ notified: 1 });
      expect((await pay(id, change)).status).toBe(200);
    });

    test("stays as an earlier version issued it, is listed for Finance, and is not paid", async () => {
      const id = await issuedEarlier(await anInvoice());
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
      const invalid = await issuedEarlier(await anInvoice());
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
      await issuedEarlier(id);
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

    test("is paid outside of payment files for what was issued when it was recorded as not registered", async () => {
      const { id } = await anInvoiceOf();
      await issuedEarlier(id);
      await check("no");
      expect((await payeeOf()).map(({ problems }) => problems)).toEqual([["notValid"]]);
      await db.update(invoiceTable).set({ supplierGstRegistered: false }).where(eq(invoiceTable.id, id));
      await check("yes");
      expect((await payeeOf()).map(({ problems }) => problems)).toEqual([["notValidForGood"]]);
    });

    test("is found in earlier invoices with orders before the registration that they were issued by", async () => {
      const { id } = await anInvoiceOf(new Date("2026-06-20T03:00:00Z"), new Date("2026-06-21T03:00:00Z"));
      await check("yes", "2026-07-01");
      await issuedEarlier(id);
      await db.update(invoiceTable).set({ supplierGstRegistered: true }).where(eq(invoiceTable.id, id));
      expect(await listed()).toEqual([[id, "notified", "notRegistered"]]);
      expect((await pay(id)).status).toBe(409);
      await check("yes", "2026-07-02");
      expect(await listed()).toEqual([]);
    });

    test("does not learn from the filter which of its invoices are not valid", async () => {
      const [valid, reader] = [await issuedEarlier(await anInvoice()), await staff()];
      await db.update(invoiceTable).set({ supplierGstRegistered: true }).where(eq(invoiceTable.id, valid));
      const invalid = await issuedEarlier(await anInvoice());
      await check("no");
      expect(await listed()).toEqual([[invalid, "notified", "notRegistered"]]);
      expect((await listed(reader)).map(([id]) => id).sort()).toEqual([valid, invalid].sort());
    });

    test("has a paid document in the list of all of them, and not in that of unpaid ones", async () => {
      const [draft, issued, paid] = [await anInvoice(), await anInvoice(), await anInvoice()];
      for (const id of [issued, paid]) await issuedEarlier(id);
      const paymentRunId = await api.aPaymentRun("2026-01-01");
      await db.update(invoiceTable).set({ paymentRunId }).where(eq(invoiceTable.id, paid));
      await check("unknown");
      await db.update(invoiceTable).set({ supplierGstRegistered: false }).where(eq(invoiceTable.supplierId, supplier));
      const unpaid = { supplierId: supplier, notIssuableOnly: true, unpaidOnly: true };
      expect((await listed()).map(([id]) => id).sort()).toEqual([draft, issued, paid].sort());
      const { items } = await api.ok(finance, invoices.list, unpaid);
      expect(items.map(({ id }) => id).sort()).toEqual([draft, issued].sort());
    });
  });

  test("without the supplier's ABN is issued once the ABN is entered, with that ABN", async () => {
    await db.update(supplierRows).set({ abn: "", gstRegistered: true }).where(eq(supplierRows.id, supplier));
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
