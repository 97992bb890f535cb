/** Closing months: what is refused before, what nobody enters afterwards, and two people at once. */
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { enterDueCharges } from "#api/areas/charges/monthly.ts";
import { readConfig } from "#api/core/config.ts";
import { charges as chargesTable, closings, paymentRuns } from "#api/core/database/schema/index.ts";
import { SupplierPermission } from "#contract/enumerations.ts";
import type { SentInput } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { daysOfMonth, formatMonth, monthIn, monthsLater } from "#contract/rules/books.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { startApi } from "#tests/support/api.ts";
import { aReleasedPayment } from "#tests/support/released-payment.ts";
import { bankDetails, type TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { database } = api;
const { db } = database;
const { books, charges, invoices, settings } = operations;
const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
const today = dayOf(new Date().toISOString(), "Australia/Sydney");
const thisMonth = monthIn(today);
const lastMonth = monthsLater(thisMonth, -1);
const monthBefore = monthsLater(thisMonth, -2);
const { fromDate: firstDay, toDate: lastDay } = daysOfMonth(lastMonth);

let finance: TestUser;
let supplier: number;
let marketplace: number;
beforeAll(async () => {
  finance = await api.aUser({ roles: ["Finance"], givenName: "Kim", surname: "Doe" });
  marketplace = await api.aMarketplace("Harbour & Co");
});
beforeEach(async () => {
  await db.delete(closings);
  supplier = await api.aSupplier({ ...bankDetails, bankDetailsVerifiedAt: new Date() });
  await api.anAgreement({ supplierId: supplier, marketplaceId: marketplace });
});

const close = (Month = lastMonth) => api.call(finance, books.closeMonth, { Month });
const closed = async (Month = lastMonth) => api.ok(finance, books.closeMonth, { Month });
const reopen = (Month = lastMonth) => api.call(finance, books.reopenMonth, { Month, Reason: "A bill was missing." });
const closing = (month?: string) => api.ok(finance, books.closing, month ? { month } : {});
const checkOf = async (name: string) => (await closing(lastMonth)).checks.find(({ check }) => check === name);

type AddCharge = SentInput<typeof charges.add>;
const add = (more: Partial<AddCharge> = {}) =>
  api.call(finance, charges.add, {
    SupplierId: supplier,
    MarketplaceId: marketplace,
    Kind: "fee",
    Description: "Photos",
    Day: lastDay,
    AmountIncTax: 11,
    TaxClass: "taxable",
    ...more,
  });
const anOpeningBalance = { Kind: "openingBalance", TaxClass: "gstFree" } as const;
const isClosed = expect.stringContaining(`${formatMonth(lastMonth)} and all months before it are closed.`);

describe("months", () => {
  test("are closed once they are over, in order and without gaps", async () => {
    expect(await closing()).toMatchObject({ month: lastMonth, lastClosed: null, whyNot: null });
    expect((await close(thisMonth)).problem.message).toBe(`${formatMonth(thisMonth)} is not over yet.`);
    const earlier = monthsLater(thisMonth, -3);
    await closed(earlier);
    expect(await closing()).toMatchObject({ month: monthBefore, lastClosed: earlier, whyNot: null });
    expect((await close(lastMonth)).problem.message).toBe(
      `Please close ${formatMonth(monthBefore)} first: months are closed in order.`,
    );
    for (const month of [earlier, monthsLater(earlier, -1)])
      expect((await close(month)).problem.message).toBe(`${formatMonth(month)} is closed already.`);
    await closed(monthBefore);
    await closed(lastMonth);
    expect(await closing()).toMatchObject({ month: thisMonth, whyNot: `${formatMonth(thisMonth)} is not over yet.` });
  });

  test("are reopened from the last one on, with a reason that stays", async () => {
    await closed(monthBefore);
    await closed(lastMonth);
    const wrong = await reopen(monthBefore);
    expect([wrong.status, wrong.problem.message]).toEqual([
      409,
      `Please reopen ${formatMonth(lastMonth)} first: months are reopened from the last one on.`,
    ]);
    expect((await reopen(lastMonth)).status).toBe(200);
    expect((await reopen(lastMonth)).problem.message).toBe(`${formatMonth(lastMonth)} is not closed.`);
    await closed(lastMonth);
    const { items } = await api.ok(finance, books.closings, {});
    expect(items).toMatchObject([
      { month: lastMonth, closedByUserFullName: "Kim Doe", reopenedDate: null },
      { month: lastMonth, reopenedByUserFullName: "Kim Doe", reopenReason: "A bill was missing." },
      { month: monthBefore, reopenedDate: null },
    ]);
  });

  test("are closed and reopened by those who may, and seen by others who read the books", async () => {
    const reader = await api.aUser({ roles: ["Read Only"] });
    expect((await api.call(reader, books.closings, {})).status).toBe(200);
    expect((await api.call(reader, books.closeMonth, { Month: lastMonth })).status).toBe(403);
    const staff = await api.aUser({ links: [{ supplier, bits: SupplierPermission.invoices }] });
    for (const user of [staff, await api.aUser({ roles: ["Operator"] })])
      expect((await api.call(user, books.closing, {})).status).toBe(403);
  });
});

describe("before a month is closed", () => {
  test("its drafts, sales, charges and held documents are counted, and prevent nothing", async () => {
    const parties = { supplierId: supplier, marketplaceId: marketplace };
    const issued = await api.anInvoiceToPay(parties, 30);
    await db.execute(sql`update invoices set notified_at = ${`${lastDay}T01:00:00Z`} where id = ${issued}`);
    await api.ok(finance, invoices.holdPayment, { InvoiceId: issued, Reason: "Wrong goods." });
    await api.aSentItem(await api.anOrder(supplier, parties), {
      price: 20,
      quantity: 1,
      shipping: 0,
      commissionRate: 0,
    });
    const draft = await api.anInvoice(parties);
    await db.execute(sql`update invoices set invoiced_at = ${`${lastDay}T01:00:00Z`} where id = ${draft}`);
    await api.aSentItem(await api.anOrder(supplier, parties), {
      price: 5,
      quantity: 1,
      shipping: 0,
      commissionRate: 0,
    });
    const disputed = await api.aSentItem(await api.anOrder(supplier, parties), {
      price: 3,
      quantity: 1,
      shipping: 0,
      commissionRate: 0,
    });
    await api.ok(finance, invoices.holdLineItem, { LineItemId: disputed, Reason: "Wrong goods." });
    await db.execute(sql`update order_transactions set at = ${`${firstDay}T01:00:00Z`} where invoice_id is null`);
    await add({ AmountIncTax: 11 });
    expect(await checkOf("drafts")).toEqual({ check: "drafts", count: 1, total: 20, refuses: false });
    expect(await checkOf("uninvoiced")).toMatchObject({ count: 1, total: 5 });
    expect(await checkOf("charges")).toMatchObject({ count: 1, total: 11 });
    expect(await checkOf("heldRows")).toMatchObject({ count: 1, total: 3, refuses: false });
    expect(await checkOf("held")).toMatchObject({ count: 1, total: 30 });
    await closed();
  });

  test("payments of its days that nobody has released are released or cancelled", async () => {
    const id = await api.anInvoiceToPay({ supplierId: supplier, marketplaceId: marketplace }, 40);
    const PaymentRunId = await api.ok(finance, invoices.makePayment, { InvoiceIds: [id], BankDate: today });
    await db.update(paymentRuns).set({ bankDate: lastDay }).where(eq(paymentRuns.id, PaymentRunId));
    expect(await checkOf("payments")).toEqual({ check: "payments", count: 1, total: 40, refuses: true });
    const { status, problem } = await close();
    expect([status, problem.message]).toEqual([409, expect.stringContaining("has not been released.")]);
    await api.ok(finance, invoices.cancelPayment, { PaymentRunId, Reason: "Too late." });
    await closed();
  });

  test("monthly charges of its days are entered", async () => {
    await add({ Day: `${lastMonth}-03`, IsMonthly: true, LastDay: `${lastMonth}-03` });
    await db.execute(sql`update monthly_charges set next_day = first_day`);
    await db.delete(chargesTable).where(sql`monthly_charge_id is not null`);
    expect((await close()).problem.message).toContain("Monthly charges of its days are still to be entered");
    await enterDueCharges({ database, config }, new Date());
    await closed();
  });
});

describe("for a closed month", () => {
  test("no charge, credit or opening balance is entered, also by a key, and later days are open", async () => {
    await closed();
    const key = await api.aKey({ scopes: ["charges"] });
    for (const more of [{}, { AmountIncTax: -5 }, anOpeningBalance, { IsMonthly: true, Day: `${lastMonth}-02` }]) {
      const { status, problem } = await add(more);
      expect([status, problem.errors]).toEqual([422, { Day: [isClosed] }]);
    }
    const byKey = await api.call(key, charges.add, {
      SupplierId: supplier,
      MarketplaceId: marketplace,
      Kind: "fee",
      Description: "Photos",
      Day: daysOfMonth(monthBefore).fromDate,
      AmountIncTax: 11,
      TaxClass: "taxable",
    });
    expect(byKey.problem.errors).toEqual({ Day: [isClosed] });
    expect((await add({ Day: `${thisMonth}-01` })).status).toBe(200);
    await reopen();
    expect((await add()).status).toBe(200);
  });

  test("an opening balance is not withdrawn, and another charge is, because its document decides when it counts", async () => {
    const balance = (await add({ ...anOpeningBalance })).body;
    const fee = (await add()).body;
    await closed();
    const withdraw = (ChargeId: number) => api.call(finance, charges.withdraw, { ChargeId, Reason: "Wrong." });
    expect((await withdraw(Number(balance))).problem.message).toContain(
      "This opening balance counts in a closed month.",
    );
    expect((await withdraw(Number(fee))).status).toBe(200);
    await reopen();
    expect((await withdraw(Number(balance))).status).toBe(200);
  });

  test("no returned payment is recorded", async () => {
    const id = await api.anInvoiceToPay({ supplierId: supplier, marketplaceId: marketplace }, 50);
    const PaymentRunId = await aReleasedPayment(api, finance, { InvoiceIds: [id], BankDate: today });
    await db.update(paymentRuns).set({ bankDate: lastDay }).where(eq(paymentRuns.id, PaymentRunId));
    await closed();
    const comesBack = (ReturnedOn: string) =>
      api.call(finance, invoices.returnPayment, { PaymentRunId, SupplierId: supplier, ReturnedOn, Reason: "Closed." });
    expect((await comesBack(lastDay)).problem.errors).toEqual({ ReturnedOn: [isClosed] });
    expect((await comesBack(today)).status).toBe(200);
  });

  test("the time zone stays, because days of documents follow from it", async () => {
    await closed();
    const admin = await api.aUser({ roles: ["Administrator"] });
    const change = (TimeZone: string) => api.call(admin, settings.updateTimeZone, { TimeZone });
    expect((await change("Australia/Perth")).problem.message).toContain("Months are closed in the books");
    expect((await change("Australia/Sydney")).status).toBe(200);
  });
});

test("of two people at once, one closes the month, and a charge is either entered before or refused", async () => {
  for (let round = 0; round < 5; round++) {
    await db.delete(closings);
    const [first, second, charge] = await Promise.all([close(), close(), add({ Description: `Race ${round}` })]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const [entered] = await db
      .select()
      .from(chargesTable)
      .where(eq(chargesTable.description, `Race ${round}`));
    const [closedRow] = await db.select().from(closings);
    if (charge.status === 200) expect(entered?.day).toBe(lastDay);
    else expect([charge.status, entered, closedRow?.month]).toEqual([422, undefined, lastMonth]);
  }
});
