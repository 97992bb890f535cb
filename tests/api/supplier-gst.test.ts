import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { suppliers as supplierRows } from "#api/database/schema/index.ts";
import { SupplierMarketplaceStatus, SupplierPermission } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { shownText } from "#contract/rules/edits.ts";
import { supplierGst } from "#contract/suppliers/edits.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
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

  test("can be paid with a warning if the ABN or the registration is missing", async () => {
    await api.issue(await anInvoice());
    const warnings = async () => {
      const { suppliers: payees } = await api.ok(finance, invoices.payable, {});
      const payee = payees.find(({ supplierId }) => supplierId === supplier);
      return [payee?.problems, payee?.warnings];
    };
    expect(await warnings()).toEqual([[], ["gstUnknown"]]);
    await check("yes");
    expect(await warnings()).toEqual([[], []]);
    await check("yes", "2027-06-01");
    expect(await warnings()).toEqual([[], ["gstLater"]]);
    await check("no");
    expect(await warnings()).toEqual([[], ["gstNo"]]);
    await db.update(supplierRows).set({ abn: "" }).where(eq(supplierRows.id, supplier));
    expect(await warnings()).toEqual([[], ["abnMissing", "gstNo"]]);
  });
});
