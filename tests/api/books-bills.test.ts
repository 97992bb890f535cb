/** Bills for an accounting program: what a file has, that each document is in one, and which codes are missing. */
import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { invoices as invoicesTable, suppliers as suppliersTable } from "#api/core/database/schema/index.ts";
import { mostBills } from "#contract/books/exports.ts";
import { operations } from "#contract/operations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { mostBillsInFile } from "#contract/rules/xero-bills.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import type { TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { books, charges, invoices } = operations;
const today = dayOf(new Date().toISOString(), "Australia/Sydney");
const todayText = today.split("-").toReversed().join("/");

const codes = {
  PurchasesCode: "300",
  PurchasesTax: "GST on Expenses",
  GstFreePurchasesCode: "301",
  GstFreePurchasesTax: "GST Free Expenses",
  ProceedsCode: "",
  ProceedsTax: "",
  CommissionCode: "200",
  FeeCode: "201",
  AdvertisingCode: "",
  FineCode: "",
  GoodwillCode: "204",
  OtherCode: "",
  SalesTax: "GST on Income",
  GstFreeSalesTax: "",
};

let finance: TestUser;
let supplier: number;
let marketplace: number;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"] });
});
beforeEach(async () => {
  // Those of other tests are as if they had never been issued.
  await db.execute(sql`update invoices set notified_at = null`);
  marketplace = await api.aMarketplace("Harbour & Co");
  supplier = await api.aSupplier({ name: 'Acacia, "Homewares"' });
  await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace });
  await api.ok(finance, books.updateBillCodes, codes);
});

const charge = (Kind: "fee" | "fine" | "openingBalance", AmountIncTax: number, TaxClass: "taxable" | "gstFree") =>
  api.ok(finance, charges.add, {
    SupplierId: supplier,
    MarketplaceId: marketplace,
    Kind,
    Description: "Photos",
    Day: today,
    AmountIncTax,
    TaxClass,
  });

/** A document of a sale of $220 with a commission of 10 %, a fee and an opening balance. */
async function aDocument() {
  const order = await api.anOrder(supplier, { marketplaceId: marketplace });
  await api.aSentItem(order, { price: 220, quantity: 1, shipping: 0, commissionRate: 0.1 });
  await charge("fee", 11, "taxable");
  await charge("openingBalance", -300, "gstFree");
  const Only = [{ SupplierId: supplier, MarketplaceId: marketplace }];
  const { invoiceIds } = (await api.ok(finance, invoices.generate, { Only })) ?? { invoiceIds: [] };
  return api.issue(invoiceIds[0] ?? 0);
}

const exported = (more: { Program?: "myob" } = {}) =>
  api.call(finance, books.exportBills, { FromDate: today, ToDate: today, ...more });
const file = (id: number) => api.send(finance, requestFor(books.billFile, { id }));

test("an export has each document as a bill, whose lines add up to what is payable for it", async () => {
  const id = await aDocument();
  const { status, body } = await exported();
  expect(status).toBe(200);
  const [made] = (await api.ok(finance, books.billExports, {})).items;
  expect(made).toMatchObject({ id: body, fromDate: today, toDate: today, documents: 1, total: 187 });
  const answer = await file(Number(body));
  expect(createHash("sha256").update(answer.rawPayload).digest("hex")).toBe(made?.sha256);
  const [head, ...lines] = answer.body.trimEnd().split("\r\n");
  expect(head).toBe(
    "*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode,POCountry,*InvoiceNumber,*InvoiceDate,*DueDate,Total,InventoryItemCode,Description,*Quantity,*UnitAmount,*AccountCode,*TaxType,TaxAmount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency",
  );
  const line = (rest: string) =>
    `"Acacia, ""Homewares""",,,,,,,,,,${invoiceNumber(id)},${todayText},${todayText},,,${rest},,,,,AUD`;
  expect(lines).toEqual([
    line("Goods and shipping,1,200.00,300,GST on Expenses,20.00"),
    line("Commission,1,-20.00,200,GST on Income,-2.00"),
    line("Photos,1,-10.00,201,GST on Income,-1.00"),
  ]);
});

test("a file for MYOB has the same lines with its columns, and an empty line between bills", async () => {
  await db.update(suppliersTable).set({ name: "Acacia\tHomewares" }).where(eq(suppliersTable.id, supplier));
  const [first, second] = [await aDocument(), await aDocument()];
  const answer = await file(Number((await exported({ Program: "myob" })).body));
  expect(answer.headers["content-type"]).toContain("text/tab-separated-values");
  expect(answer.headers["content-disposition"]).toMatch(/Bills-\d+\.txt/);
  const [head, ...lines] = answer.body.split("\r\n");
  expect(head?.split("\t")).toEqual([
    "Co./Last Name",
    "Purchase #",
    "Date",
    "Supplier Invoice #",
    "Delivery Status",
    "Description",
    "Account #",
    "Amount",
    "Inc-Tax Amount",
    "Journal Memo",
    "Tax Code",
    "Non-GST Amount",
    "GST Amount",
    "Purchase Status",
  ]);
  const line = (id: number, rest: string, tax: string) =>
    [
      `Acacia Homewares\t${invoiceNumber(id)}\t${todayText}\t${invoiceNumber(id)}\tA`,
      `${rest}\tPurchase; Acacia Homewares\t${tax}\tB`,
    ].join("\t");
  const bill = (id: number) => [
    line(id, "Goods and shipping\t300\t200.00\t220.00", "GST on Expenses\t0.00\t20.00"),
    line(id, "Commission\t200\t-20.00\t-22.00", "GST on Income\t0.00\t-2.00"),
    line(id, "Photos\t201\t-10.00\t-11.00", "GST on Income\t0.00\t-1.00"),
  ];
  expect(lines).toEqual([...bill(first), "", ...bill(second), ""]);
});

test("a document is in one export, also of two at once, whose files stay as they were", async () => {
  await aDocument();
  const both = await Promise.all([exported(), exported()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.problem.message).toBe(
    "Every document that was issued on these days is in an export already.",
  );
  const first = Number(both.find(({ status }) => status === 200)?.body);
  const before = (await file(first)).body;
  await aDocument();
  await api.ok(finance, books.updateBillCodes, { ...codes, CommissionCode: "299" });
  const second = Number((await exported()).body);
  expect((await file(first)).body).toBe(before);
  expect((await file(second)).body).toContain(",299,");
});

test("codes that the documents need are named while they are missing, and others are not asked for", async () => {
  await aDocument();
  await charge("fine", 20, "gstFree");
  const Only = [{ SupplierId: supplier, MarketplaceId: marketplace }];
  const { invoiceIds } = (await api.ok(finance, invoices.generate, { Only })) ?? { invoiceIds: [] };
  await api.issue(invoiceIds[0] ?? 0);
  const { status, problem } = await exported();
  expect([status, problem.message]).toEqual([
    409,
    "Please enter these codes first: Account of fines, Tax rate of commission and charges without GST.",
  ]);
  await api.ok(finance, books.updateBillCodes, { ...codes, FineCode: "203", GstFreeSalesTax: "BAS Excluded" });
  const id = Number((await exported()).body);
  expect((await file(id)).body).toContain("Photos,1,-20.00,203,BAS Excluded,0.00");
  expect(await api.ok(finance, books.billCodes, {})).toMatchObject({ FineCode: "203", AdvertisingCode: "" });
});

test("more documents than a file may have are in several, and more than an export may have are refused", async () => {
  const id = await aDocument();
  const copies = (count: number) =>
    db.execute(sql`insert into ${invoicesTable} (supplier_id, marketplace_id, invoiced_at, notified_at, purchase_ex_tax, purchase_tax)
      select ${supplier}, ${marketplace}, now(), now(), 10, 1 from generate_series(1, ${count}::int)`);
  await copies(mostBillsInFile);
  const made = await file(Number((await exported()).body));
  expect(made.headers["content-type"]).toBe("application/zip");
  expect(made.body).toContain("Bills-1-of-2.csv");
  expect(made.body).toContain("Bills-2-of-2.csv");
  expect(made.body).toContain(invoiceNumber(id));
  await copies(mostBills + 1);
  expect((await exported()).problem.errors).toEqual({
    ToDate: ["These are more than 5,000 documents. Please choose fewer days."],
  });
});
