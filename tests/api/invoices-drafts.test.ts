import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { invoices as invoicesTable, orderLineItems } from "#api/core/database/schema/index.ts";
import { OrderLineItemStatus, SupplierPermission, TransactionType } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { pagesOf } from "#tests/support/pdf.ts";
import { filesIn } from "#tests/support/unzip.ts";
import { opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { invoices, orders } = operations;

let finance: TestUser;
let staff: TestUser;
let supplier: number;
let marketplace: number;
let item: number;
let id: number;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"] });
});
beforeEach(async () => {
  [supplier, marketplace] = [
    await api.aSupplier({ name: "Acacia", billingContactEmails: "books@acacia.example" }),
    await api.aMarketplace(),
  ];
  staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.invoices }] });
  item = await api.aSentItem(await api.anOrder(supplier, { marketplaceId: marketplace }));
  id = await api.anInvoice({ supplierId: supplier, marketplaceId: marketplace });
});

const notify = () => api.ok(finance, invoices.notifySuppliers, { ExpectedPaymentDate: "2026-04-15" });
const list = (user: TestUser, state?: "draft" | "notified" | "scheduled" | "paid" | "void") =>
  api.ok(user, invoices.list, { supplierId: supplier, ...(state && { state }) });
const listed = async (user: TestUser, state?: Parameters<typeof list>[1]) =>
  (await list(user, state)).items.map((row) => [row.id, row.state]);
const empty = async () => {
  await db
    .update(orderLineItems)
    .set({ status: OrderLineItemStatus.partiallyFilled })
    .where(eq(orderLineItems.id, item));
  await api.ok(finance, invoices.generate, { InvoiceId: id });
};
const pdf = async (user: TestUser) =>
  (await pagesOf((await api.send(user, requestFor(invoices.document, { id }))).rawPayload)).join();
const today = () => ({
  fromDate: new Date(Date.now() - 86_400_000).toISOString(),
  toDate: new Date(Date.now() + 86_400_000).toISOString(),
});
const reconciled = async (user: TestUser) => {
  const { rawPayload } = await api.send(
    user,
    requestFor(invoices.exportReconciliation, { marketplaceId: String(marketplace), ...today() }),
  );
  return rowsOf(sheetNamed(await opened(rawPayload), "Reconciliation"));
};

describe("before the supplier is notified", () => {
  test("an invoice is a draft that supplier staff cannot find anywhere", async () => {
    expect(await listed(finance)).toEqual([[id, "draft"]]);
    expect((await list(staff)).totalCount).toBe(0);
    expect((await api.call(staff, invoices.get, { id })).status).toBe(404);
    expect((await api.call(staff, invoices.document, { id })).status).toBe(404);
    expect((await api.call(staff, invoices.export, { invoiceId: id })).status).toBe(404);
    expect((await api.call(staff, invoices.confirmRows, { InvoiceId: id })).status).toBe(404);
    expect((await api.call(staff, invoices.exportAll, { marketplaceId: String(marketplace) })).problem.message).toBe(
      "There are no invoices of this marketplace yet.",
    );
  });

  test("the reconciliation shows its items to supplier staff as not yet invoiced", async () => {
    const before = await reconciled(staff);
    expect(before.filter(({ Type }) => Type === "Payment" || Type === "Sum of the invoice")).toEqual([]);
    expect(before.find(({ Type }) => Type === "Purchase")).toMatchObject({ Invoice: null, State: "To be invoiced" });
    expect((await reconciled(finance)).some(({ Type }) => Type === "Payment")).toBe(true);
    await notify();
    expect((await reconciled(staff)).some(({ Type }) => Type === "Payment")).toBe(true);
  });

  test("the order shows supplier staff no payment, and its items as owed", async () => {
    const [{ orderId } = { orderId: 0 }] = await db
      .select({ orderId: orderLineItems.orderId })
      .from(orderLineItems)
      .where(eq(orderLineItems.id, item));
    const seen = async (user: TestUser) => {
      const [line] = (await api.ok(user, orders.get, { id: orderId })).lineItems;
      const entries = await api.ok(user, orders.lineItemTransactions, { orderId, lineItemId: item });
      const hasPayment = (transactions: { transactionType: number }[] = []) =>
        transactions.some(({ transactionType }) => transactionType === TransactionType.payment);
      return [line?.subTotal.owed, hasPayment(line?.transactions), hasPayment(entries)];
    };
    expect(await seen(finance)).toEqual([0, true, true]);
    expect(await seen(staff)).toEqual([18.93, false, false]);
    await notify();
    expect(await seen(staff)).toEqual([0, true, true]);
  });

  test("its document is marked DRAFT, until the supplier is notified", async () => {
    const draft = await pdf(finance);
    expect(draft).toContain("DRAFT · Recipient created tax invoice");
    expect(draft).toContain("This is a draft.");
    await notify();
    const issued = await pdf(staff);
    expect(issued).not.toContain("DRAFT");
    expect(issued).toMatch(/ · issued \d\d \w{3} \d{4}/);
    expect(await listed(staff)).toEqual([[id, "notified"]]);
    const { rawPayload } = await api.send(
      staff,
      requestFor(invoices.exportAll, { marketplaceId: String(marketplace) }),
    );
    expect((await filesIn(rawPayload)).map(({ name }) => name)).toEqual([`Invoice-${id}.pdf`, `Invoice-${id}.xlsx`]);
  });

  test("no command changes its amounts after the supplier was notified", async () => {
    await notify();
    const before = await api.ok(finance, invoices.get, { id });
    await api.aTransaction(item, { type: 1, purchaseExTax: -1, purchaseTax: -0.1 });
    expect((await api.call(finance, invoices.generate, { InvoiceId: id })).status).toBe(409);
    expect((await api.call(finance, invoices.void, { InvoiceId: id })).status).toBe(409);
    await api.ok(finance, invoices.generate, { Only: [{ SupplierId: supplier, MarketplaceId: marketplace }] });
    expect(await api.ok(finance, invoices.get, { id })).toEqual(before);
  });
});

describe("an empty draft", () => {
  test("can be voided once, keeps its number, and can then be neither regenerated nor notified", async () => {
    await empty();
    expect(await api.ok(finance, invoices.get, { id })).toMatchObject({
      canVoid: true,
      canRegenerate: true,
      transactions: [],
    });
    await api.ok(finance, invoices.void, { InvoiceId: id });
    expect(await api.ok(finance, invoices.get, { id })).toMatchObject({
      id,
      state: "void",
      canVoid: false,
      canRegenerate: false,
      total: 0,
    });
    expect(await listed(finance, "void")).toEqual([[id, "void"]]);
    expect(await listed(finance, "draft")).toEqual([]);
    for (const command of [invoices.void, invoices.generate] as const) {
      const { status, problem } = await api.call(finance, command, { InvoiceId: id });
      expect([status, problem.message]).toEqual([
        409,
        command === invoices.void ? "This draft has already been voided." : "This draft has been voided.",
      ]);
    }
    expect(await pdf(finance)).toContain("VOID · Recipient created tax invoice");
    expect((await list(staff)).totalCount).toBe(0);
  });

  test("can be voided, unlike one that may be issued", async () => {
    const { status, problem } = await api.call(finance, invoices.void, { InvoiceId: id });
    expect([status, problem.message]).toEqual([
      409,
      "Only a draft that is empty or must not be issued can be voided. This one has items.",
    ]);
    expect((await api.call(await api.aUser({ roles: ["Operator"] }), invoices.void, { InvoiceId: id })).status).toBe(
      403,
    );
  });
});

test("the list shows the status of an invoice and can be filtered by it", async () => {
  const [total] = (await list(finance)).items.map((row) => row.total);
  expect(total).toBe(18.93);
  expect([await listed(finance, "draft"), await listed(finance, "notified")]).toEqual([[[id, "draft"]], []]);
  await api.issue(id);
  expect([await listed(finance, "draft"), await listed(finance, "notified")]).toEqual([[], [[id, "notified"]]]);
  for (const [bankDate, state] of [
    ["2999-01-01", "scheduled"],
    ["2026-01-01", "paid"],
  ] as const) {
    await db
      .update(invoicesTable)
      .set({ paymentRunId: await api.aPaymentRun(bankDate) })
      .where(eq(invoicesTable.id, id));
    expect(await listed(finance, state)).toEqual([[id, state]]);
  }
  await db
    .update(invoicesTable)
    .set({
      paymentRunId: null,
      purchaseExTax: 0,
      purchaseTax: 0,
      shippingExTax: 0,
      shippingTax: 0,
      commissionExTax: 0,
      commissionTax: 0,
    })
    .where(eq(invoicesTable.id, id));
  expect(await listed(finance, "paid")).toEqual([[id, "paid"]]);
});
