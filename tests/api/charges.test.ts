import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import pino from "pino";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { enterDueCharges } from "#api/areas/charges/monthly.ts";
import { readConfig } from "#api/core/config.ts";
import { suppliers } from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import { createJobs } from "#api/core/jobs/jobs.ts";
import { type Parts, runProcess } from "#api/core/processing/run.ts";
import { processKinds } from "#api/registries/processes.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { startApi } from "#tests/support/api.ts";
import { workbookOf } from "#tests/support/workbook.ts";
import { bankDetails, type TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { database } = api;
const { db } = database;
const { charges, invoices } = operations;
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
const daysFromNow = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000).toISOString(), "Australia/Sydney");
const today = daysFromNow(0);
const payee = { ...bankDetails, billingContactEmails: "books@acacia.example" };

let finance: TestUser;
let staff: TestUser;
let supplier: number;
let marketplace: number;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"], givenName: "Kim", surname: "Doe" });
});
beforeEach(async () => {
  marketplace = await api.aMarketplace("Harbour & Co");
  supplier = await api.aSupplier({ ...payee, bankDetailsVerifiedAt: new Date() });
  await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace });
  staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.invoices }] });
});

type AddCharge = SentInput<typeof charges.add>;
const fee = (more: Partial<AddCharge> = {}) => ({
  SupplierId: supplier,
  MarketplaceId: marketplace,
  Kind: "fee" as const,
  Description: "Photos of 12 products",
  Day: today,
  AmountIncTax: 110,
  TaxClass: "taxable" as const,
  ...more,
});
const add = (more: Partial<AddCharge> = {}) => api.ok(finance, charges.add, fee(more));
const tryAdding = (more: Partial<AddCharge>) => api.call(finance, charges.add, fee(more));
const aSale = async (dollars: number, of = supplier) =>
  api.aSentItem(await api.anOrder(of, { marketplaceId: marketplace }), {
    price: dollars,
    quantity: 1,
    shipping: 0,
    commissionRate: 0,
  });
const generate = async () => {
  const Only = [{ SupplierId: supplier, MarketplaceId: marketplace }];
  return (await api.ok(finance, invoices.generate, { Only }))?.invoiceIds ?? [];
};
const invoice = (id: number, user = finance) => api.ok(user, invoices.get, { id });
const listed = async (user = finance) => (await api.ok(user, charges.list, { supplierId: supplier })).items;

describe("a charge", () => {
  test("is in the next document of its supplier, which pays the rest", async () => {
    await aSale(200);
    const id = await add();
    await add({ Kind: "goodwill", Description: "Late pick-up", AmountIncTax: -5.5 });
    await add({ Kind: "fine", Description: "Sent late", AmountIncTax: 20, TaxClass: "gstFree" });
    const readiness = await api.ok(finance, invoices.readiness, {});
    expect(readiness.find((row) => row.supplierId === supplier)).toMatchObject({ charges: 3, total: 75.5 });
    const [document = 0, ...others] = await generate();
    expect(others).toEqual([]);
    expect(await invoice(document)).toMatchObject({
      documentKind: "taxInvoice",
      chargesAmountExTax: 115,
      chargesAmountTax: 9.5,
      total: 75.5,
      charges: [
        { id, kind: "fee", description: "Photos of 12 products", amountExTax: 100, amountTax: 10, amountIncTax: 110 },
        { kind: "goodwill", amountExTax: -5, amountTax: -0.5, amountIncTax: -5.5 },
        { kind: "fine", amountExTax: 20, amountTax: 0, taxClass: "gstFree" },
      ],
    });
    expect(await generate()).toEqual([]);
  });

  test("makes a document of its own where nothing was sold, which any supplier can be sent", async () => {
    await db.update(suppliers).set({ gstRegistered: null, abn: "" }).where(eq(suppliers.id, supplier));
    await add();
    const [id = 0] = await generate();
    expect(await invoice(id)).toMatchObject({ documentKind: "charges", issueProblem: null, total: -110 });
    const { notified } = (await api.ok(finance, invoices.notifySuppliers, {
      InvoiceIds: [id],
      ExpectedPaymentDate: today,
    })) ?? { notified: 0 };
    expect(notified).toBe(1);
    expect(await invoice(id, staff)).toMatchObject({ documentKind: "charges", state: "notified", total: -110 });
  });

  test("waits until its day, and for generating again", async () => {
    await aSale(200);
    await add({ Day: daysFromNow(1) });
    const [id = 0] = await generate();
    expect(await invoice(id)).toMatchObject({ total: 200, charges: [] });
    await add({ AmountIncTax: 50 });
    await api.ok(finance, invoices.generate, { InvoiceId: id });
    expect(await invoice(id)).toMatchObject({ total: 150, charges: [{ amountIncTax: 50 }] });
  });

  test("is released when its draft is voided", async () => {
    await add();
    const [id = 0] = await generate();
    expect(await invoice(id)).toMatchObject({ canVoid: true });
    await api.ok(finance, invoices.void, { InvoiceId: id });
    expect(await invoice(id)).toMatchObject({ total: 0, charges: [], state: "void" });
    const [next = 0] = await generate();
    expect(await invoice(next)).toMatchObject({ total: -110 });
  });

  test("is deducted from the payment of another document", async () => {
    await aSale(200);
    const [sold = 0] = await generate();
    await add();
    const [charged = 0] = await generate();
    for (const id of [sold, charged]) await api.issue(id);
    const run = await api.ok(finance, invoices.makePayment, { InvoiceIds: [sold, charged], BankDate: today });
    expect(await api.ok(finance, invoices.paymentRun, { id: run })).toMatchObject({ total: 90 });
  });

  test("is withdrawn with a reason, also out of a draft, but not once it is issued", async () => {
    const [first, second] = [(await add()) ?? 0, (await add({ AmountIncTax: 33 })) ?? 0];
    const [id = 0] = await generate();
    const withdraw = (ChargeId: number) => api.call(finance, charges.withdraw, { ChargeId, Reason: "Entered twice." });
    expect((await withdraw(first)).status).toBe(200);
    expect(await invoice(id)).toMatchObject({ total: -33, charges: [{ id: second }] });
    const again = await withdraw(first);
    expect([again.status, again.problem.message]).toEqual([409, "This charge has already been withdrawn."]);
    await api.issue(id);
    const late = await withdraw(second);
    expect([late.status, late.problem.message]).toEqual([
      409,
      expect.stringContaining("has been issued. Please enter a credit of the same amount."),
    ]);
    expect((await listed()).map(({ state }) => state)).toEqual(["issued", "withdrawn"]);
  });

  test("is seen by the supplier, who does not learn of drafts, and not by other suppliers", async () => {
    await add();
    await generate();
    expect(await listed()).toMatchObject([{ state: "inDraft", enteredByUserFullName: "Kim Doe", canWithdraw: true }]);
    expect(await listed(staff)).toMatchObject([
      { state: "waiting", invoiceId: null, enteredByUserFullName: null, canWithdraw: false },
    ]);
    const others = await api.aUser({ links: [{ supplier: await api.aSupplier(), bits: SupplierPermission.invoices }] });
    expect(await listed(others)).toEqual([]);
  });

  test("can be queried by the supplier, and answered", async () => {
    const ChargeId = (await add()) ?? 0;
    const [InvoiceId = 0] = await generate();
    await api.issue(InvoiceId);
    const ids = { InvoiceId, ChargeId };
    await api.ok(staff, invoices.queryRow, { ...ids, Note: "There were ten." });
    const answersNow = async () => (await invoice(InvoiceId)).charges[0]?.answers ?? [];
    const [query] = await answersNow();
    expect(await invoice(InvoiceId)).toMatchObject({ queriedRows: 1 });
    await api.ok(finance, invoices.answerQuery, { ...ids, LastAnswerId: query?.id, Note: "Two are variants." });
    expect((await answersNow()).map(({ kind }) => kind)).toEqual(["queried", "answered"]);
    const both = await api.call(staff, invoices.confirmRow, { ...ids, LineItemId: 1 });
    expect(both.problem.errors).toEqual({ LineItemId: ["Please name either a line item or a charge."] });
  });

  test("is confirmed with all rows", async () => {
    await aSale(20);
    await add({ AmountIncTax: 5 });
    const [InvoiceId = 0] = await generate();
    await api.issue(InvoiceId);
    expect(await api.ok(staff, invoices.confirmRows, { InvoiceId })).toBe(2);
    expect((await invoice(InvoiceId)).charges[0]?.answers).toMatchObject([{ kind: "confirmed" }]);
  });
});

describe("is refused", () => {
  test.each<[string, Partial<AddCharge>, string, string]>([
    ["nothing", { AmountIncTax: 0 }, "AmountIncTax", "Please enter an amount other than 0"],
    ["a fraction of a cent", { AmountIncTax: 1.005 }, "AmountIncTax", "at most two decimals"],
    ["more than a million", { AmountIncTax: -1_000_000.01 }, "AmountIncTax", "Please enter at most 1,000,000."],
    ["a day of another century", { Day: "1999-01-01" }, "Day", "within a year before or after today"],
    ["a blank text", { Description: " " }, "Description", "This is a required field"],
    ["an opening balance with GST", { Kind: "openingBalance" }, "TaxClass", "An opening balance carries no GST."],
    ["the 31st of every month", { IsMonthly: true, Day: "2026-12-31" }, "Day", "up to the 28th"],
    ["a last day of a single charge", { LastDay: "2026-12-31" }, "LastDay", "Only a monthly charge has a last day."],
  ])("%s", async (_, more, field, message) => {
    const { status, problem } = await tryAdding(more);
    expect([status, problem.errors?.[field]?.[0]]).toEqual([422, expect.stringContaining(message)]);
  });

  test("a marketplace on which the supplier does not sell", async () => {
    const { problem } = await tryAdding({ MarketplaceId: await api.aMarketplace() });
    expect(problem.errors).toEqual({ MarketplaceId: ["This supplier does not sell on this marketplace."] });
  });

  test("the same reference a second time, even at the same moment, until the first is withdrawn", async () => {
    const Reference = `ADS-${randomUUID().slice(0, 8)}`;
    const both = await Promise.all([tryAdding({ Reference }), tryAdding({ Reference: Reference.toLowerCase() })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const [known] = await listed();
    await api.ok(finance, charges.withdraw, { ChargeId: known?.id ?? 0, Reason: "Wrong supplier." });
    expect((await tryAdding({ Reference })).status).toBe(200);
  });
});

describe("a monthly charge", () => {
  const enterDue = (day: string) => enterDueCharges({ database, config }, new Date(`${day}T03:00:00Z`));
  const days = async () => (await listed()).map(({ day }) => day).toReversed();
  const first = `${today.slice(0, 7)}-01`;
  const month = (ahead: number) => {
    const date = new Date(`${first}T00:00:00Z`);
    date.setUTCMonth(date.getUTCMonth() + ahead);
    return date.toISOString().slice(0, 10);
  };

  test("is entered on its day of every month, once, and for months that were missed", async () => {
    await add({ Day: first, IsMonthly: true, LastDay: month(3) });
    expect(await days()).toEqual([first]);
    await Promise.all([enterDue(month(2)), enterDue(month(2))]);
    expect(await days()).toEqual([first, month(1), month(2)]);
    await enterDue(month(5));
    expect(await days()).toEqual([first, month(1), month(2), month(3)]);
  });

  test("ends when somebody ends it, once", async () => {
    expect(await add({ Day: month(1), IsMonthly: true })).toBeNull();
    const { items } = await api.ok(staff, charges.monthly, { pageSize: 200 });
    const mine = items.find(({ supplierId }) => supplierId === supplier);
    expect(mine).toMatchObject({ amountIncTax: 110, firstDay: month(1), nextDay: month(1) });
    const end = () => api.call(finance, charges.endMonthly, { MonthlyChargeId: mine?.id ?? 0 });
    expect([(await end()).status, (await end()).status]).toEqual([200, 409]);
    await enterDue(month(2));
    expect(await days()).toEqual([]);
  });
});

describe("a worksheet of charges", () => {
  const jobs = createJobs(database, pino({ level: "silent" }));
  const parts: Parts = { database, config, files: databaseFiles, jobs, kinds: processKinds };
  const run = (id: string) => runProcess(parts)({ id }, { id: randomUUID(), isLastTry: false });
  const head = ["Supplier", "Marketplace", "Kind", "Description", "Day", "Amount inc GST", "Tax class", "Reference"];
  const send = async (...rows: (string | number)[][]) => {
    const content = await workbookOf([head, ...rows], "Charges");
    const file = new File([new Uint8Array(content)], "Charges.xlsx");
    const { body } = await api.sendFile(finance, charges.importCheck, file);
    await run(body);
    return body;
  };
  const result = async (id: string) => (await api.ok(finance, charges.excelImportResult, { id })).summary;
  const apply = async (check: string) => {
    const id = await api.ok(finance, charges.applyImport, { ProcessId: check });
    await run(id);
    return id;
  };
  const row = (more: Partial<Record<string, string | number>> = {}) => {
    const values: Record<string, string | number | undefined> = {
      Supplier: supplier,
      Marketplace: marketplace,
      Kind: "advertising",
      Description: "Banner in March",
      Day: today,
      "Amount inc GST": 55,
      "Tax class": "Taxable",
      ...more,
    };
    return head.map((column) => values[column] ?? "");
  };

  test("is checked, entered and undone, except for what has been issued", async () => {
    const check = await send(row({ Reference: "A-1" }), row({ Reference: "A-2", "Amount inc GST": -11 }));
    expect(await result(check)).toMatchObject({ made: { count: 2 }, refused: { count: 0 }, total: 44 });
    expect(await listed()).toEqual([]);
    const applied = await apply(check);
    expect(await listed()).toMatchObject([
      { reference: "A-2", amountIncTax: -11, kind: "advertising", state: "waiting" },
      { reference: "A-1", amountIncTax: 55, amountTax: 5 },
    ]);
    const undo = await api.ok(finance, charges.undoImport, { ProcessId: applied });
    await run(undo);
    expect((await listed()).map(({ state }) => state)).toEqual(["withdrawn", "withdrawn"]);
  });

  test("enters nothing twice", async () => {
    await apply(await send(row({ Reference: "B-1" }), row({ Description: "Without a reference" })));
    const again = await send(
      row({ Reference: "B-1" }),
      row({ Description: "Without a reference" }),
      row({ Reference: "B-1", "Amount inc GST": 56, Supplier: `  ${supplier} ` }),
    );
    const { unchanged, refused } = (await result(again)) ?? {};
    expect(unchanged?.count).toBe(1);
    expect(refused?.first.flatMap(({ problems }) => problems)).toEqual([
      "Row 3, Reference: A charge with the same supplier, day, description and amount has been entered already. If this is another one, give it a reference.",
      expect.stringMatching(
        /^Row 4, Reference: A charge of this supplier with the reference B-1 has been entered already/,
      ),
    ]);
  });

  test("says what is wrong with a row, cell by cell", async () => {
    const check = await send(
      row({ Supplier: "Nobody", Kind: "Bribe", "Amount inc GST": "ten", Day: "tomorrow" }),
      row({ Supplier: "Nobody", Marketplace: "Nowhere" }),
      row({ Kind: "Opening balance" }),
      row({ Description: "" }),
    );
    const { refused } = (await result(check)) ?? {};
    expect(refused?.first.flatMap(({ problems }) => problems)).toEqual([
      "Row 2, Kind: Please enter one of: Fee; Advertising; Fine; Goodwill; Other; Opening balance.",
      "Row 2, Day: “tomorrow” isn't a day. Please enter one like 1/7/2020.",
      "Row 2, Amount inc GST: “ten” isn't an amount. Please enter one like 9.95.",
      "Row 3, Supplier: There is no supplier “Nobody”.",
      "Row 3, Marketplace: There is no marketplace “Nowhere”.",
      "Row 4, Tax class: An opening balance carries no GST. Please choose GST-free.",
      "Row 5, Description: This is a required field",
    ]);
  });
});
