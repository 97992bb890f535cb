import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  invoices as invoicesTable,
  orderLineItems,
  orderTransactions,
  suppliers,
} from "#api/core/database/schema/index.ts";
import { OrderLineItemStatus, TransactionType } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { invoices, orders } = operations;

let finance: TestUser;
let supplier: number;
let marketplace: number;
let order: number;
/** The item on the invoice: $18.93. */
let item: number;
let id: number;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"] });
});
beforeEach(async () => {
  [supplier, marketplace] = [await api.aSupplier({ name: "Acacia" }), await api.aMarketplace()];
  order = await api.anOrder(supplier, { marketplaceId: marketplace });
  item = await api.aSentItem(order);
  id = await generate();
});

const ours = () => ({ SupplierId: supplier, MarketplaceId: marketplace });
const generate = async () => (await api.ok(finance, invoices.generate, { Only: [ours()] }))?.invoiceIds[0] ?? 0;
const regenerate = (InvoiceId = id, user = finance) => api.call(user, invoices.generate, { InvoiceId });
const invoice = async () => api.ok(finance, invoices.get, { id });
const refunded = () => api.aTransaction(item, { type: TransactionType.refund, purchaseExTax: -1, purchaseTax: -0.1 });
const payments = async () => {
  const rows = await db
    .select()
    .from(orderTransactions)
    .where(eq(orderTransactions.invoiceId, id))
    .orderBy(orderTransactions.id);
  return rows
    .filter(({ type }) => type === TransactionType.payment)
    .map(({ lineItemId, purchaseExTax }) => [lineItemId, purchaseExTax]);
};
const owedOf = async (lineItemId: number) =>
  (await api.ok(finance, orders.get, { id: order })).lineItems.find((each) => each.id === lineItemId)?.subTotal.owed;

describe("regenerating an invoice", () => {
  test("keeps the number and uses the current balance", async () => {
    const before = await invoice();
    await refunded();
    const added = await api.aSentItem(order);
    expect(await regenerate()).toMatchObject({ status: 200, body: { invoiceIds: [id], processId: null } });
    const after = await invoice();
    expect(after).toMatchObject({ id, total: 36.76 });
    expect(
      after.transactions.map(({ lineItemId, supplierPaymentIncTax }) => [lineItemId, supplierPaymentIncTax]),
    ).toEqual([
      [item, 17.83],
      [added, 18.93],
    ]);
    expect(after.invoiceDate > before.invoiceDate).toBe(true);
    expect([await owedOf(item), await owedOf(added)]).toEqual([0, 0]);
  });

  test("adds only differences to the ledger, and nothing if there are none", async () => {
    await regenerate();
    expect(await payments()).toEqual([[item, 18.09]]);
    await refunded();
    await regenerate();
    expect(await payments()).toEqual([
      [item, 18.09],
      [item, -1],
    ]);
  });

  test("drops items that were reopened, which the next invoice pays", async () => {
    const { open, complete } = { open: OrderLineItemStatus.partiallyFilled, complete: OrderLineItemStatus.complete };
    const become = (status: number) => db.update(orderLineItems).set({ status }).where(eq(orderLineItems.id, item));
    await become(open);
    await regenerate();
    expect(await invoice()).toMatchObject({ total: 0, purchaseAmountExTax: 0, transactions: [], canRegenerate: true });
    expect(await owedOf(item)).toBe(18.93);
    await become(complete);
    await regenerate();
    expect(await invoice()).toMatchObject({ total: 18.93, transactions: [{ lineItemId: item }] });
    expect(await owedOf(item)).toBe(0);
  });

  test("uses the parties' current names", async () => {
    await db
      .update(suppliers)
      .set({ legalName: "Acacia Homewares Pty Ltd", abn: "51824753556" })
      .where(eq(suppliers.id, supplier));
    expect(await invoice()).toMatchObject({ supplierName: "Acacia", supplierABN: "53004085616" });
    await regenerate();
    expect(await invoice()).toMatchObject({ supplierName: "Acacia Homewares Pty Ltd", supplierABN: "51824753556" });
  });

  test("ten times at once, while others generate, loses nothing and pays nothing twice", async () => {
    await refunded();
    const results = await Promise.all(Array.from({ length: 12 }, (_, i) => (i % 4 === 3 ? generate() : regenerate())));
    const made = await db.select().from(invoicesTable).where(eq(invoicesTable.supplierId, supplier));
    expect(made.reduce((sum, each) => sum + Math.round((each.purchaseExTax + each.purchaseTax) * 100), 0)).toBe(1880);
    expect(await owedOf(item)).toBe(0);
    for (const result of results) if (typeof result === "object") expect([200, 409]).toContain(result.status);
  });
});

describe("regenerating is refused", () => {
  test("for an invoice that is not the newest of its supplier and marketplace", async () => {
    await api.aSentItem(order);
    const next = await generate();
    expect(await invoice()).toMatchObject({ canRegenerate: false });
    const { status, problem } = await regenerate();
    expect([status, problem.message]).toEqual([
      409,
      `There is a newer invoice, INV-${String(next).padStart(7, "0")}, so this one cannot change.`,
    ]);
    expect(await api.ok(finance, invoices.get, { id: next })).toMatchObject({ canRegenerate: true });
  });

  test("after the supplier was notified; changes go on the next invoice", async () => {
    await db.update(invoicesTable).set({ notifiedAt: new Date() }).where(eq(invoicesTable.id, id));
    await refunded();
    expect(await invoice()).toMatchObject({ canRegenerate: false });
    expect(await regenerate()).toMatchObject({ status: 409 });
    expect(await invoice()).toMatchObject({ total: 18.93 });
    expect(await api.ok(finance, invoices.get, { id: await generate() })).toMatchObject({ total: -1.1 });
  });

  test("for users who may only see the invoice, and for an unknown invoice", async () => {
    const operator = await api.aUser({ roles: ["Operator"] });
    expect(await api.ok(operator, invoices.get, { id })).toMatchObject({ canRegenerate: false });
    expect(await regenerate(id, operator)).toMatchObject({ status: 403 });
    expect(await regenerate(2_000_000_000)).toMatchObject({ status: 404 });
  });

  test("with a date other than today", async () => {
    const { status, problem } = await api.call(finance, invoices.generate, {
      InvoiceId: id,
      InvoiceDate: "2026-03-01T00:00:00Z",
    });
    expect([status, problem.errors]).toEqual([
      422,
      { InvoiceDate: ["An invoice that is generated again takes the current date."] },
    ]);
  });
});
