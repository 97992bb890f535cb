import { randomUUID } from "node:crypto";
import { asc, eq, inArray } from "drizzle-orm";
import pino from "pino";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "#api/core/config.ts";
import {
  invoices as invoicesTable,
  marketplaces,
  orders as orderRows,
  orderTransactions,
  processRows,
  suppliers,
  users,
} from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import type { ProcessKind } from "#api/core/processing/process.ts";
import { runProcess, runRows } from "#api/core/processing/run.ts";
import { processKinds } from "#api/registries/processes.ts";
import { OrderLineItemStatus, TransactionType } from "#contract/enumerations.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { startApi } from "#tests/support/api.ts";
import { adjustment } from "#tests/support/forms.ts";
import { manySentItems } from "#tests/support/sent-items.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { database } = api;
const { db } = database;
const { invoices, orders, processing } = operations;
const { complete, cancelled, partiallyFilled } = OrderLineItemStatus;

let finance: TestUser;
let operator: TestUser;
let supplier: number;
let marketplace: number;
let order: number;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"] });
  operator = await api.aUser({ roles: ["Operator"] });
});
beforeEach(async () => {
  [supplier, marketplace] = [await api.aSupplier(), await api.aMarketplace()];
  order = await api.anOrder(supplier, { marketplaceId: marketplace });
});

type Input = Omit<SentInput<typeof invoices.generate>, "Id"> & { Id?: string };
const ours = () => ({ SupplierId: supplier, MarketplaceId: marketplace });
const generate = async (input: Input = {}) =>
  (await api.ok(finance, invoices.generate, { Only: [ours()], ...input }))?.invoiceIds ?? [];
const invoice = async (id: number | undefined) => api.ok(finance, invoices.get, { id: id ?? 0 });
const onlyInvoice = async (input: Input = {}) => {
  const [id, ...more] = await generate(input);
  expect(more).toEqual([]);
  return invoice(id);
};
const lineItem = async (id: number, of = order) =>
  (await api.ok(operator, orders.get, { id: of })).lineItems.find((item) => item.id === id);
const aDay = (text: string) => new Date(`${text}T02:00:00Z`);

/** Refunds $1.10 of the purchase, and the commission on it. */
const refund = (LineItemId: number) =>
  api.ok(operator, orders.addLineItemAdjustment, {
    ...adjustment(LineItemId),
    PurchaseAmountExTaxAdjustment: -1,
    PurchaseAmountTaxAdjustment: -0.1,
    CommissionAmountExTaxAdjustment: -0.3,
    CommissionAmountTaxAdjustment: -0.03,
  });

describe("generating invoices", () => {
  test("pays the whole balance of a completed item and records it in the item's ledger", async () => {
    const item = await api.aSentItem(order);
    const made = await onlyInvoice();
    expect(made).toMatchObject({
      purchaseAmountExTax: 18.09,
      purchaseAmountTax: 1.81,
      commissionAmountExTax: 5.43,
      commissionAmountTax: 0.54,
      shippingAmountExTax: 4.55,
      shippingAmountTax: 0.45,
      total: 18.93,
      transactions: [
        {
          orderId: order,
          lineItemId: item,
          productName: "Woven basket",
          quantity: 2,
          purchaseAmountIncTax: 19.9,
          shippingAmountIncTax: 5,
          commissionAmountIncTax: 5.97,
          supplierPaymentTax: 1.72,
          supplierPaymentIncTax: 18.93,
        },
      ],
    });
    const paid = await lineItem(item);
    expect(paid).toMatchObject({
      status: complete,
      subTotal: { adjusted: 18.93, owed: 0 },
      purchaseAmount: { owed: 0 },
      commissionAmount: { owed: 0 },
    });
    expect(paid?.transactions.at(-1)).toMatchObject({
      transactionType: TransactionType.payment,
      quantity: 0,
      purchaseAmountExTax: 18.09,
    });
    const [payment] = await db
      .select()
      .from(orderTransactions)
      .where(eq(orderTransactions.type, TransactionType.payment));
    expect(payment).toMatchObject({ userId: finance.id, invoiceId: made.id });
  });

  test("includes completed and cancelled items, and skips open and deleted items and unassigned orders", async () => {
    const kept = await api.aLineItem(order, { status: cancelled });
    const sent = await api.aSentItem(order);
    await api.aLineItem(order, { status: partiallyFilled });
    await api.aLineItem(order);
    await api.aLineItem(order, { status: cancelled, deletedAt: new Date() });
    await api.aSentItem(await api.anOrder(null, { marketplaceId: marketplace }));
    expect((await onlyInvoice()).transactions.map(({ lineItemId }) => lineItemId)).toEqual([kept, sent]);
  });

  test("skips a sale that was refunded before it was paid, and creates no empty invoice", async () => {
    const item = await api.aLineItem(order, {
      status: cancelled,
      price: 10,
      quantity: 1,
      shipping: 0,
      commissionRate: 0,
    });
    await api.aTransaction(item, {
      type: TransactionType.refund,
      quantity: -1,
      purchaseExTax: -9.09,
      purchaseTax: -0.91,
    });
    expect(await generate()).toEqual([]);
    expect(await db.$count(invoicesTable, eq(invoicesTable.supplierId, supplier))).toBe(0);
  });

  test("puts later changes, positive or negative, on the next invoice", async () => {
    const item = await api.aSentItem(order);
    const first = await onlyInvoice();
    expect(await generate()).toEqual([]);
    await api.issue(first.id);
    await refund(item);
    const second = await onlyInvoice();
    expect(second).toMatchObject({
      total: -0.77,
      transactions: [{ lineItemId: item, quantity: 0, supplierPaymentIncTax: -0.77, supplierPaymentTax: -0.07 }],
    });
    expect(await invoice(first.id)).toMatchObject({ total: 18.93, transactions: [{ supplierPaymentIncTax: 18.93 }] });
    expect(await lineItem(item)).toMatchObject({ subTotal: { adjusted: 18.16, owed: 0 } });
  });

  test("creates one invoice per supplier and marketplace, for the selected pairs or for all", async () => {
    const [otherSupplier, otherMarketplace] = [await api.aSupplier(), await api.aMarketplace()];
    const between = [
      [supplier, marketplace],
      [supplier, otherMarketplace],
      [otherSupplier, marketplace],
    ] as const;
    for (const [of, on] of between)
      for (const _ of [1, 2]) await api.aSentItem(await api.anOrder(of, { marketplaceId: on }));
    expect(await generate({ Only: [] })).toEqual([]);
    expect(await onlyInvoice()).toMatchObject({ supplierId: supplier, marketplaceId: marketplace });
    const made = (await api.ok(finance, invoices.generate, {}))?.invoiceIds ?? [];
    const rest = await Promise.all(made.map(invoice));
    const found = rest.filter(({ supplierId }) => supplierId === supplier || supplierId === otherSupplier);
    expect(
      found.map(({ supplierId, marketplaceId, transactions }) => [supplierId, marketplaceId, transactions.length]),
    ).toEqual([
      [supplier, otherMarketplace, 2],
      [otherSupplier, marketplace, 2],
    ]);
  });

  test("takes effect once per Id", async () => {
    await api.aSentItem(order);
    const input = { Id: randomUUID() };
    const [id] = await generate(input);
    await api.aSentItem(order);
    expect(await generate(input)).toEqual([id]);
    expect((await invoice(id)).transactions).toHaveLength(1);
  });

  test("stores both parties' details, so that later changes do not affect the invoice", async () => {
    const address = await api.anAddress({ streetAddress: "5 Dock Street" });
    const of = await api.aSupplier({
      name: "Acacia",
      legalName: "Acacia Homewares Pty Ltd",
      abn: "51824753556",
      bsb: "066102",
      accountNumber: "12345",
      accountName: "Acacia",
      address: { streetAddress: "1 Wattle Way" },
    });
    const on = await api.aMarketplace("Harbour & Co", { businessAddressId: address });
    await api.aSentItem(
      await api.anOrder(of, { marketplaceId: on, marketplaceOrderId: "HC-1", orderedAt: aDay("2026-03-02") }),
    );
    const made = await onlyInvoice({ Only: [{ SupplierId: of, MarketplaceId: on }] });
    await db
      .update(suppliers)
      .set({ name: "New", legalName: "New Pty Ltd", abn: "", accountNumber: "99999", billingAddressId: null })
      .where(eq(suppliers.id, of));
    await db
      .update(marketplaces)
      .set({ legalName: "New Pty Ltd", abn: "53004085616", businessAddressId: null })
      .where(eq(marketplaces.id, on));
    await db
      .update(orderRows)
      .set({ marketplaceOrderId: "HC-2", orderedAt: aDay("2026-03-03") })
      .where(eq(orderRows.supplierId, of));
    expect(await invoice(made.id)).toEqual(made);
    expect(made).toMatchObject({
      supplierName: "Acacia Homewares Pty Ltd",
      supplierABN: "51824753556",
      supplierAddress: { streetAddress: "1 Wattle Way" },
      supplierBSB: "066102",
      supplierAccountNumber: "12345",
      supplierAccountName: "Acacia",
      marketplace: {
        legalName: "Harbour & Co Pty Ltd",
        abn: "51824753556",
        businessAddress: { streetAddress: "5 Dock Street" },
      },
      transactions: [{ marketplaceOrderId: "HC-1", orderDate: "2026-03-02T02:00:00.000Z" }],
    });
  });
});

describe("the invoice date", () => {
  test("defaults to the current time", async () => {
    await api.aSentItem(order);
    const before = Date.now();
    const { invoiceDate } = await onlyInvoice();
    expect(Date.parse(invoiceDate)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(invoiceDate)).toBeLessThanOrEqual(Date.now());
  });

  test("leaves transactions recorded after it to the next invoice", async () => {
    const early = await api.aSentItem(order, { at: aDay("2026-03-01") });
    await api.aTransaction(early, {
      type: TransactionType.adjustment,
      purchaseExTax: 1,
      purchaseTax: 0.1,
      at: aDay("2026-03-09"),
    });
    const late = await api.aSentItem(order, { at: aDay("2026-03-08") });
    const first = await onlyInvoice({ InvoiceDate: aDay("2026-03-05").toISOString() });
    expect(first).toMatchObject({ invoiceDate: "2026-03-05T02:00:00.000Z", total: 18.93 });
    expect(first.transactions.map(({ lineItemId }) => lineItemId)).toEqual([early]);
    await api.issue(first.id);
    const next = await Promise.all((await generate({ InvoiceDate: aDay("2026-03-10").toISOString() })).map(invoice));
    expect(
      next.map(({ isAdjustment, transactions }) => [
        isAdjustment,
        transactions.map((row) => [row.lineItemId, row.supplierPaymentIncTax]),
      ]),
    ).toEqual([
      [false, [[late, 18.93]]],
      [true, [[early, 1.1]]],
    ]);
  });

  test("may be today, but not in the future", async () => {
    const refused = async (InvoiceDate: string) =>
      (await api.call(finance, invoices.generate, { InvoiceDate })).problem.errors;
    expect(await refused("2199-01-01T00:00:00Z")).toEqual({
      InvoiceDate: ["The invoice date must not be later than today."],
    });
    expect(await generate({ InvoiceDate: new Date().toISOString() })).toEqual([]);
  });
});

describe("under concurrency", () => {
  test("twenty callers invoice every item once while amounts are being adjusted", async () => {
    const items = [
      await api.aSentItem(order),
      await api.aSentItem(order),
      await api.aSentItem(await api.anOrder(supplier, { marketplaceId: marketplace })),
    ];
    const callers = Array.from({ length: 20 }, async (_, i) => {
      if (i % 5 === 0) await refund(items[i % 3] as number);
      return generate();
    });
    const drafts = (await Promise.all(callers)).flat();
    for (const id of drafts) await api.issue(id);
    const ids = [...drafts, ...(await generate())];
    expect(new Set(ids).size).toBe(ids.length);
    const made = await Promise.all(ids.map(invoice));
    expect(made.reduce((sum, { total }) => sum + Math.round(total * 100), 0)).toBe(3 * 1893 - 4 * 77);
    for (const item of items) {
      const of =
        item === items[2]
          ? (made.flatMap((each) => each.transactions).find(({ lineItemId }) => lineItemId === item)?.orderId ?? 0)
          : order;
      expect(await lineItem(item, of)).toMatchObject({ subTotal: { owed: 0 } });
    }
  });

  test("an item is either deleted or paid, never both", async () => {
    for (const _ of [1, 2, 3]) {
      const item = await api.aLineItem(order, { status: cancelled });
      const [deleted, made] = await Promise.all([
        api.call(operator, orders.deleteLineItem, { LineItemId: item }),
        generate(),
      ]);
      expect([deleted.status, made.length]).toEqual(deleted.status === 200 ? [200, 0] : [409, 1]);
    }
  });
});

describe("thousands of items", () => {
  const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
  const parts = {
    database,
    config,
    files: databaseFiles,
    jobs: createJobs(database, pino({ level: "silent" })),
    kinds: processKinds,
  };
  const run = (id: string) => runProcess(parts)({ id }, { id: randomUUID(), isLastTry: false });
  const begin = async () =>
    (await api.ok(finance, invoices.generate, { Only: [ours(), { SupplierId: second, MarketplaceId: marketplace }] }))
      ?.processId ?? "";
  const made = () =>
    db
      .select()
      .from(invoicesTable)
      .where(inArray(invoicesTable.supplierId, [supplier, second]))
      .orderBy(asc(invoicesTable.supplierId));
  let second: number;
  beforeEach(async () => {
    second = await api.aSupplier();
    await manySentItems(db, 1_500, { supplier, marketplace });
    await manySentItems(db, 501, { supplier: second, marketplace });
  });

  test("are invoiced in the background for the requester, as of the time of the request, with progress", async () => {
    const id = await begin();
    expect(await made()).toEqual([]);
    expect(await api.ok(finance, processing.get, { id })).toMatchObject({ status: 0, percentageComplete: 0 });
    const later = await api.aSentItem(order);
    await run(id);
    expect(await api.ok(finance, processing.get, { id })).toMatchObject({
      status: 2,
      percentageComplete: 100,
      processingMessages: [{ friendlyMessage: "2 invoices were generated." }],
    });
    expect((await made()).map(({ purchaseExTax, purchaseTax }) => [purchaseExTax, purchaseTax])).toEqual([
      [27_135, 2_715],
      [9_063.09, 906.81],
    ]);
    expect((await onlyInvoice()).transactions.map(({ lineItemId }) => lineItemId)).toEqual([later]);
  });

  test("resume after the process died, and nothing is invoiced twice", async () => {
    const id = await begin();
    await expect(runRows({ ...parts, kinds: { ...processKinds, invoices: dying() } }, id)).rejects.toThrow("died");
    expect(await made()).toEqual([]);
    await Promise.all([run(id), run(id), generate()]);
    expect((await made()).map(({ supplierId }) => supplierId)).toEqual([supplier, second]);
    expect(await generate()).toEqual([]);
  });

  test("are not invoiced if the requester has lost the right in the meantime", async () => {
    const asked = await api.aUser({ roles: ["Finance"] });
    const id =
      (await api.ok(asked, invoices.generate, { Only: [ours(), { SupplierId: second, MarketplaceId: marketplace }] }))
        ?.processId ?? "";
    await db.update(users).set({ isActive: false }).where(eq(users.id, asked.id));
    await run(id);
    expect(await made()).toEqual([]);
    expect(await db.$count(processRows, eq(processRows.processId, id))).toBe(0);
  });

  /** At the end, before anything is committed. */
  function dying(): ProcessKind {
    const kind = processKinds.invoices as ProcessKind;
    return {
      ...kind,
      async doRow(...args) {
        await kind.doRow(...args);
        throw new Error("died");
      },
    };
  }
});
