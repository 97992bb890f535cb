import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderLineItems, transfers } from "#api/core/database/schema/index.ts";
import { OrderLineItemStatus, SupplierPermission, TransactionType } from "#contract/enumerations.ts";
import { operations } from "#contract/operations.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { pagesOf } from "#tests/support/pdf.ts";
import { filesIn } from "#tests/support/unzip.ts";
import { opened, rowsOf, sheetNamed } from "#tests/support/workbook.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { invoices } = operations;
const { complete } = OrderLineItemStatus;

let finance: TestUser;
let supplier: number;
let marketplace: number;
let order: number;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"] });
});
beforeEach(async () => {
  supplier = await api.aSupplier({
    name: "Acacia",
    legalName: "Acacia Homewares Pty Ltd",
    abn: "53004085616",
    bsb: "066102",
    accountNumber: "12345",
    accountName: "Acacia",
    address: { streetAddress: "1 Wattle Way", streetAddress2: randomUUID() },
  });
  marketplace = await api.aMarketplace("Harbour & Co", {
    businessAddressId: await api.anAddress({ streetAddress: "5 Dock Street", streetAddress2: randomUUID() }),
  });
  order = await api.anOrder(supplier, {
    marketplaceId: marketplace,
    marketplaceOrderId: "=HC-1",
    orderedAt: day("2026-03-01"),
  });
});

const day = (text: string) => new Date(`${text}T02:00:00Z`);
const anInvoice = (date = day("2026-03-31")) =>
  api.anInvoice({ supplierId: supplier, marketplaceId: marketplace }, date);
const aSentItem = (traits: Parameters<typeof api.aSentItem>[1] = {}) =>
  api.aSentItem(order, { at: day("2026-03-02"), ...traits });
const { export: exportOne, exportAll, exportReconciliation, document } = invoices;

describe("an invoice as a workbook", () => {
  const ask = (invoiceId: number, user = finance) => api.send(user, requestFor(exportOne, { invoiceId }));

  test("has a row for each line item, and totals", async () => {
    const [basket, tray] = [
      await aSentItem(),
      await aSentItem({ productName: "Tray", quantity: 1, price: 110, shipping: 0 }),
    ];
    const id = await anInvoice();
    const { headers, rawPayload } = await ask(id);
    expect(headers["content-disposition"]).toBe(
      `attachment; filename="Invoice-${id}.xlsx"; filename*=UTF-8''Invoice-${id}.xlsx`,
    );
    const rows = rowsOf(sheetNamed(await opened(rawPayload), "Invoice"));
    expect(rows[0]).toEqual({
      Invoice: `INV-${String(id).padStart(7, "0")}`,
      Document: "DRAFT · Recipient created tax invoice",
      "Invoice date": new Date("2026-03-31T13:00:00Z"),
      Supplier: "Acacia Homewares Pty Ltd",
      Marketplace: "Harbour & Co",
      OrderId: order,
      "Order number": "=HC-1",
      "Order date": new Date("2026-03-01T13:00:00Z"),
      LineItemId: basket,
      Product: "Woven basket",
      "Tax class": null,
      Adjusts: null,
      "Adjusted invoice date": null,
      Reason: null,
      Quantity: 2,
      "Purchase ex GST": 18.09,
      "Purchase GST": 1.81,
      "Shipping ex GST": 4.55,
      Settlement: null,
      "Shipping GST": 0.45,
      "Commission ex GST": 5.43,
      "Commission GST": 0.54,
      "GST payable (net)": 1.72,
      Total: 18.93,
    });
    expect(rows.map(({ LineItemId, Product, Total }) => [LineItemId, Product, Total])).toEqual([
      [basket, "Woven basket", 18.93],
      [tray, "Tray", 77],
      [null, "Total", 95.93],
    ]);
  });

  test("has every row of a long invoice exactly once", async () => {
    for (let i = 0; i < 230; i++) await aSentItem();
    const rows = rowsOf(sheetNamed(await opened((await ask(await anInvoice())).rawPayload), "Invoice"));
    expect(new Set(rows.map(({ LineItemId }) => LineItemId)).size).toBe(231);
    expect(rows.at(-1)).toMatchObject({ Product: "Total", Total: 4353.9 });
  });

  test("is not found by users who cannot see the invoice", async () => {
    await aSentItem();
    const id = await anInvoice();
    const [theirs, without] = [
      await api.aUser({ links: [{ supplier: await api.aSupplier() }] }),
      await api.aUser({ links: [{ supplier, bits: 8 }] }),
    ];
    for (const operation of [exportOne, document]) {
      const statuses = [theirs, without].map(
        async (user) => (await api.send(user, requestFor(operation, { invoiceId: id, id }))).statusCode,
      );
      expect(await Promise.all(statuses)).toEqual([404, 403]);
    }
    expect(await ask(2_000_000_000)).toMatchObject({ statusCode: 404 });
    expect(await db.$count(transfers)).toBe(0);
  });
});

describe("the invoice document", () => {
  const text = async (id: number, user = finance) =>
    (await pagesOf((await api.send(user, requestFor(document, { id }))).rawPayload)).join(" ");

  test("contains everything the law requires of a recipient created tax invoice", async () => {
    await aSentItem();
    await aSentItem({ productName: "Tray", quantity: 1, price: 110, shipping: 0 });
    const id = await anInvoice();
    const read = await text(id);
    for (const part of [
      "Recipient created tax invoice",
      `INV-${String(id).padStart(7, "0")} · 31 Mar 2026`,
      "Orders of 01 Mar 2026, with all amounts up to 31 Mar 2026",
      "Supplier Acacia Homewares Pty Ltd ABN 53 004 085 616 1 Wattle Way",
      "Supply to (recipient) Harbour & Co Pty Ltd ABN 51 824 753 556 5 Dock Street",
      "=HC-1 01 Mar 2026 Woven basket 2 $19.90 $5.00 $2.26 $24.90",
      "Tray 1 $110.00 $0.00 $10.00 $110.00",
      "Total of the supplies $129.90 $5.00 $12.26 $134.90",
      "GST shown on these supplies is payable by the supplier.",
      `Tax invoice INV-${String(id).padStart(7, "0")}-C for the marketplace's commission`,
      "Commission on these supplies, ex GST $35.43 GST $3.54 Commission inc GST $38.97",
      "Supplies inc GST $134.90 Less commission inc GST -$38.97 Amount payable to the supplier $95.93",
      "To be paid to Acacia, BSB 066-102, account 12345.",
    ])
      expect(read).toContain(part);
  });

  test("omits bank details for users who may not see them", async () => {
    await aSentItem();
    const id = await anInvoice();
    const readOnly = await api.aUser({ roles: ["Read Only"] });
    expect(await text(id, readOnly)).not.toContain("12345");
  });

  test("is an adjustment that names the payer if refunds exceed sales", async () => {
    const item = await aSentItem();
    await api.issue(await anInvoice());
    await api.aTransaction(item, {
      type: TransactionType.refund,
      purchaseExTax: -10,
      purchaseTax: -1,
      at: day("2026-04-01"),
    });
    const read = await text(await anInvoice(day("2026-04-02")));
    expect(read).toMatch(
      /Woven basket \(adjustment\) Adjusts tax invoice INV-\d+ of 31 Mar 2026 01 Apr 2026, -\$11\.00: no reason given 0 -\$11\.00 \$0\.00 -\$1\.00 -\$11\.00/,
    );
    expect(read).toContain("Amount payable by the supplier $11.00");
  });
});

describe("the export of all invoices of a marketplace", () => {
  const ask = (user = finance, marketplaceId: unknown = marketplace) =>
    api.send(user, requestFor(exportAll, { marketplaceId }));

  test("is one file with the document and the workbook of each invoice", async () => {
    await aSentItem();
    const first = await anInvoice();
    await aSentItem({ price: 110, shipping: 0 });
    const second = await anInvoice();
    const { headers, rawPayload } = await ask();
    expect(headers).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": expect.stringContaining('filename="InvoicesExport.zip"'),
    });
    const found = await filesIn(rawPayload);
    expect(found.map(({ name }) => name)).toEqual([
      `Invoice-${first}.pdf`,
      `Invoice-${first}.xlsx`,
      `Invoice-${second}.pdf`,
      `Invoice-${second}.xlsx`,
    ]);
    expect((await pagesOf(found[2]?.content ?? Buffer.alloc(0))).join(" ")).toContain(
      "Amount payable to the supplier $154.00",
    );
    expect(rowsOf(sheetNamed(await opened(found[1]?.content ?? Buffer.alloc(0)), "Invoice")).at(-1)).toMatchObject({
      Total: 18.93,
    });
    expect(await db.$count(transfers)).toBe(0);
  });

  test("contains only invoices that the caller can see, and is refused if there are none", async () => {
    await aSentItem();
    const mine = await api.issue(await anInvoice());
    const other = await api.aSupplier();
    await api.aSentItem(await api.anOrder(other, { marketplaceId: marketplace }));
    await api.issue(await api.anInvoice({ supplierId: other, marketplaceId: marketplace }));
    const staff = (of: number) => api.aUser({ links: [{ supplier: of, bits: SupplierPermission.invoices }] });
    expect((await filesIn((await ask(await staff(supplier))).rawPayload)).map(({ name }) => name)).toEqual([
      `Invoice-${mine}.pdf`,
      `Invoice-${mine}.xlsx`,
    ]);
    const none = await ask(await staff(await api.aSupplier()));
    expect([none.statusCode, none.json().message]).toEqual([409, "There are no invoices of this marketplace yet."]);
  });

  test("requires a marketplace", async () => {
    const refused = await ask(finance, "");
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { marketplaceId: ["Please select a marketplace."] },
    ]);
  });
});

describe("the reconciliation report", () => {
  const march = { fromDate: "2026-03-01T00:00:00Z", toDate: "2026-03-31T23:59:59.999Z" };
  const ask = (input: object = {}, user = finance) =>
    api.send(user, requestFor(exportReconciliation, { marketplaceId: marketplace, ...march, ...input }));
  const report = async (input: object = {}, user = finance) =>
    rowsOf(sheetNamed(await opened((await ask(input, user)).rawPayload), "Reconciliation"));

  test("has every transaction with its order, invoice and status, and its totals match the invoices", async () => {
    const item = await aSentItem();
    await db.update(orderLineItems).set({ status: complete }).where(eq(orderLineItems.id, item));
    const id = await anInvoice(day("2026-03-10"));
    const number = `INV-${String(id).padStart(7, "0")}`;
    await api.aTransaction(item, {
      type: TransactionType.refund,
      purchaseExTax: -1,
      purchaseTax: -0.1,
      at: day("2026-03-12"),
    });
    await api.aLineItem(order, { at: day("2026-03-13"), productName: "Open" });
    await api.aLineItem(order, { at: day("2026-03-14"), productName: "Gone", deletedAt: new Date() });
    await api.aLineItem(await api.anOrder(null, { marketplaceId: marketplace }), {
      at: day("2026-03-15"),
      productName: "Nobody's",
    });
    await api.aLineItem(order, { at: day("2026-04-15"), productName: "Later" });
    const rows = await report({ toDate: new Date(Date.now() + 60_000).toISOString() });
    expect(
      rows.map((row) => [row.Type, row.Product, row.Owed, row.Invoiced, row.Invoice, row["Invoice total"], row.State]),
    ).toEqual([
      ["Purchase", "Woven basket", 18.93, null, number, null, "Invoiced"],
      ["Refund", "Woven basket", -1.1, null, null, null, "To be invoiced"],
      ["Purchase", "Open", 18.93, null, null, null, "Its item is open"],
      ["Purchase", "Gone", null, null, null, null, "Deleted with its item"],
      ["Purchase", "Nobody's", 18.93, null, null, null, "Its order has no supplier"],
      ["Purchase", "Later", 18.93, null, null, null, "Its item is open"],
      ["Shipment", "Woven basket", 0, null, null, null, null],
      ["Payment", "Woven basket", null, 18.93, number, null, "Invoiced"],
      ["Sum of the invoice", null, 18.93, 18.93, number, 18.93, "Invoiced"],
      ["Total", null, 74.62, 18.93, null, null, null],
    ]);
    expect(rows.filter((row) => row["Paid by bank"] !== null).map((row) => [row.Type, row["Paid by bank"]])).toEqual([
      ["Sum of the invoice", 0],
      ["Total", 0],
    ]);
    expect(rows[0]).toMatchObject({
      OrderId: order,
      "Order number": "=HC-1",
      Supplier: "Acacia",
      LineItemId: item,
      Quantity: 2,
      "Purchase ex GST": 18.09,
    });
    expect((await report()).map((row) => row.Product)).not.toContain("Later");
  });

  test("covers only what the caller can see", async () => {
    await aSentItem();
    await anInvoice();
    const other = await api.aUser({ links: [{ supplier: await api.aSupplier() }] });
    expect((await report({}, other)).map((row) => row.Type)).toEqual(["Total"]);
    const mine = await api.aUser({ links: [{ supplier, bits: SupplierPermission.invoices }] });
    expect((await report({}, mine)).map((row) => row.Product)).toContain("Woven basket");
  });

  test("requires a marketplace and two dates, the first no later than the second", async () => {
    const refused = async (input: object) => (await ask(input)).json().errors;
    const from = { fromDate: ["Invalid from date."] };
    expect(await refused({ fromDate: undefined })).toEqual(from);
    expect(await refused({ fromDate: "yesterday" })).toEqual(from);
    expect(await refused({ toDate: "" })).toEqual({ toDate: ["Invalid to date."] });
    expect(await refused({ fromDate: "2026-04-01T00:00:00Z" })).toEqual({ toDate: ["Invalid to date."] });
    for (const marketplaceId of ["", undefined])
      expect(await refused({ marketplaceId })).toEqual({ marketplaceId: ["Please select a marketplace."] });
    expect((await ask({ fromDate: march.toDate })).statusCode).toBe(200);
  });
});
