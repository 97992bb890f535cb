import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orders as orderTable, suppliers as supplierTable } from "#api/core/database/schema/index.ts";
import { invoiceEmail } from "#api/core/mail/emails.ts";
import { operations } from "#contract/operations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { entryDetails, entryName } from "#contract/rules/supplier-statement.ts";
import { requestFor, startApi } from "#tests/support/api.ts";
import { adjustment, orderDetails } from "#tests/support/forms.ts";
import { pagesOf } from "#tests/support/pdf.ts";
import { bankDetails, type TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db, transaction } = api.database;
const { charges, history, invoices, marketplaces, orders, suppliers } = operations;
const timeZone = "Australia/Sydney";
const daysFromNow = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000).toISOString(), timeZone);
const at = (day: string) => new Date(`${day}T03:00:00Z`);
const begins = "2026-07-01";
const [before, after] = ["2026-06-30", "2026-07-02"];

let admin: TestUser;
let finance: TestUser;
let operator: TestUser;
let supplier: number;
let marketplace: number;
beforeAll(async () => {
  admin = await api.aUser({ roles: ["Administrator"], givenName: "Kim", surname: "Doe" });
  finance = await api.aUser({ roles: ["Finance"] });
  operator = await api.aUser({ roles: ["Operator"] });
});
beforeEach(async () => {
  marketplace = await api.aMarketplace("Harbour & Co");
  supplier = await aSupplier();
});

const registrations = { registered: true, "not registered": false, unknown: null } as const;

async function aSupplier(gstRegistered: boolean | null = true) {
  const id = await api.aSupplier({
    name: "Acacia",
    abn: "53004085616",
    gstRegistered,
    billingContactEmails: "books@acacia.example",
    ...bankDetails,
    bankDetailsVerifiedAt: new Date(),
  });
  await api.anAgreement({ supplierId: id, marketplaceId: marketplace });
  return id;
}

const setBasis = (AgentFrom: string | null) =>
  api.call(admin, marketplaces.updateBasis, { MarketplaceId: marketplace, AgentFrom });
const becomeAgent = async () => expect((await setBasis(begins)).status).toBe(200);
const aSale = async (day = after, of = supplier) =>
  api.aSentItem(await api.anOrder(of, { marketplaceId: marketplace, orderedAt: at(day) }), { at: at(day) });
const refund = (item: number) =>
  api.ok(operator, orders.addLineItemAdjustment, {
    ...adjustment(item),
    PurchaseAmountExTaxAdjustment: -10,
    PurchaseAmountTaxAdjustment: -1,
    CommissionAmountExTaxAdjustment: -1,
    CommissionAmountTaxAdjustment: -0.1,
    Comment: "Cracked.",
  });
const aFee = (AmountIncTax = 11, of = supplier) =>
  api.ok(finance, charges.add, {
    SupplierId: of,
    MarketplaceId: marketplace,
    Kind: "fee",
    Description: "Photos",
    Day: daysFromNow(0),
    AmountIncTax,
    TaxClass: "taxable",
  });
const generate = async (of = supplier) =>
  (await api.ok(finance, invoices.generate, { Only: [{ SupplierId: of, MarketplaceId: marketplace }] }))?.invoiceIds ??
  [];
const get = (id: number, user = finance) => api.ok(user, invoices.get, { id });
const notify = (...InvoiceIds: number[]) =>
  api.call(finance, invoices.notifySuppliers, { ExpectedPaymentDate: daysFromNow(7), InvoiceIds });
const read = async (id: number) =>
  (await pagesOf((await api.send(finance, requestFor(invoices.document, { id }))).rawPayload)).join(" ");
const workbook = async (invoiceId: number) =>
  (await api.send(finance, requestFor(invoices.export, { invoiceId, format: "csv" }))).rawPayload.toString();
const kinds = async (ids: readonly number[]) =>
  (await Promise.all(ids.map((id) => get(id)))).map(
    ({ documentKind, isAdjustment, transactions }) =>
      `${isAdjustment ? "changed " : ""}${documentKind}: ${transactions.length}`,
  );

describe("the basis of a marketplace", () => {
  const errorsOf = async (day: string | null) => (await setBasis(day)).problem.errors;

  test("is shown with its day, and is in the history", async () => {
    expect(await api.ok(admin, marketplaces.get, { id: marketplace })).toMatchObject({ agentFrom: null });
    await becomeAgent();
    expect(await api.ok(admin, marketplaces.get, { id: marketplace })).toMatchObject({ agentFrom: begins });
    const { items } = await api.ok(admin, history.list, { record: "marketplace", recordId: marketplace });
    expect(JSON.stringify(items)).toContain("Agent of its suppliers from");
    expect(
      (await api.call(operator, marketplaces.updateBasis, { MarketplaceId: marketplace, AgentFrom: null })).status,
    ).toBe(403);
  });

  test("does not change for orders that have been placed, in either direction", async () => {
    await aSale(before);
    await aSale("2026-07-05");
    expect(await errorsOf(begins)).toEqual({
      AgentFrom: [
        "An order has been placed since 01 Jul 2026, the last on 05 Jul 2026, on which the marketplace bought from its suppliers. Please choose a day after that.",
      ],
    });
    expect(await errorsOf("2026-06-30")).toEqual({ AgentFrom: [expect.stringContaining("2 orders have been placed")] });
    expect((await setBasis("2026-07-06")).status).toBe(200);
    await aSale("2026-07-08");
    const onAgentBasis = {
      AgentFrom: [expect.stringContaining("An order has been placed on agent basis, the last on 08 Jul 2026")],
    };
    expect(await errorsOf("2026-07-09")).toEqual(onAgentBasis);
    expect(await errorsOf(null)).toEqual(onAgentBasis);
    expect((await setBasis("2026-07-08")).status).toBe(200);
    expect((await setBasis("2026-07-08")).status).toBe(200);
  });

  test("begins with the day of the operator's time zone", async () => {
    await becomeAgent();
    for (const orderedAt of ["2026-06-30T13:59:59Z", "2026-06-30T14:00:00Z"]) {
      const order = await api.anOrder(supplier, { marketplaceId: marketplace, orderedAt: new Date(orderedAt) });
      await api.aSentItem(order, { at: at(after) });
    }
    expect(await kinds(await generate())).toEqual(["agent: 1", "taxInvoice: 1"]);
  });

  test("waits for an order that is being placed, and does not change under it", async () => {
    let place = () => {};
    const placed = new Promise<void>((resolve) => {
      place = resolve;
    });
    const placing = transaction(async (tx) => {
      await tx.insert(orderTable).values({
        name: "M-1",
        marketplaceOrderId: crypto.randomUUID(),
        customerFirstName: "Ana",
        customerSurname: "Lee",
        supplierId: supplier,
        marketplaceId: marketplace,
        orderedAt: at(after),
      });
      place();
    });
    await placed;
    expect((await setBasis(begins)).status).toBe(422);
    await placing;
  });

  test("has to be agreed to again, by an agreement without recipient created tax invoices", async () => {
    const agreement = async () => {
      const preview = requestFor(marketplaces.previewAgreement, { id: marketplace });
      return (await pagesOf((await api.send(admin, preview)).rawPayload)).join(" ");
    };
    expect(await agreement()).toContain("may issue recipient created tax invoices");
    await becomeAgent();
    const link = (await api.ok(admin, suppliers.get, { id: supplier })).marketplaces.find(
      ({ marketplaceId }) => marketplaceId === marketplace,
    );
    expect(link).toMatchObject({ status: 1 });
    const text = await agreement();
    expect(text).not.toMatch(/recipient created/i);
    expect(text).toContain("The Marketplace sells the Supplier's products in the Supplier's name, as its agent.");
    await setBasis("2999-01-01");
    const both = await agreement();
    expect(both).toContain("may issue recipient created tax invoices");
    expect(both).toContain("For orders that are placed from 01 Jan 2999 on, the Marketplace sells");
  });

  test("keeps an order that is in a document on the day that it was sold on", async () => {
    await becomeAgent();
    await aSale(before);
    const [order] = await db.select().from(orderTable).where(eq(orderTable.marketplaceId, marketplace));
    const id = order?.id ?? 0;
    const date = async (day: string) =>
      api.call(operator, orders.updateDetails, {
        ...orderDetails(id, await api.anAddress()),
        OrderDate: at(day).toISOString(),
      });
    expect((await date(after)).status).toBe(200);
    expect((await date(before)).status).toBe(200);
    expect(await kinds(await generate())).toEqual(["taxInvoice: 1"]);
    expect((await date(after)).problem.errors).toEqual({
      OrderDate: [
        "From 01 Jul 2026 on the marketplace sells as agent of its suppliers. This order is in a document to its supplier already, so its date cannot move across that day.",
      ],
    });
    expect((await date("2026-06-01")).status).toBe(200);
  });
});

describe("what a marketplace sold as an agent", () => {
  beforeEach(becomeAgent);

  test("is divided from what it bought before, and changed by documents of the same kind", async () => {
    const items = [await aSale(before), await aSale(after)];
    const ids = await generate();
    expect(await kinds(ids)).toEqual(["agent: 1", "taxInvoice: 1"]);
    expect((await notify(...ids)).body).toMatchObject({ notified: 2, notIssuable: [] });
    for (const item of items) await refund(item);
    expect(await kinds(await generate())).toEqual(["changed agent: 1", "changed taxInvoice: 1"]);
  });

  test("is a draft that is generated again as the same kind, and follows the registration", async () => {
    await aSale();
    const [id = 0] = await generate();
    await aSale();
    await api.ok(finance, invoices.generate, { InvoiceId: id });
    expect(await kinds([id])).toEqual(["agent: 2"]);
    await db.update(supplierTable).set({ gstRegistered: null }).where(eq(supplierTable.id, supplier));
    expect(await get(id)).toMatchObject({ documentKind: "agentWithoutGst", purchaseAmountTax: 0 });
    await api.ok(finance, invoices.generate, { InvoiceId: id });
    expect(await kinds([id])).toEqual(["agentWithoutGst: 2"]);
  });

  test("has the charges, rather than a document of what was bought", async () => {
    await aSale(before);
    await aSale(after);
    await aFee();
    const ids = await generate();
    expect(
      (await Promise.all(ids.map((id) => get(id)))).map((each) => [each.documentKind, each.charges.length]),
    ).toEqual([
      ["agent", 1],
      ["taxInvoice", 0],
    ]);
  });

  test("is issued and paid although nobody has checked the registration, without an ABN", async () => {
    await db.update(supplierTable).set({ gstRegistered: null, abn: "" }).where(eq(supplierTable.id, supplier));
    await aSale();
    const readiness = await api.ok(finance, invoices.readiness, {});
    expect(readiness.find((row) => row.supplierId === supplier)).toMatchObject({
      documentKinds: ["agentWithoutGst"],
      problems: ["abnMissing", "noAgreement"],
    });
    const [id = 0] = await generate();
    expect(await get(id)).toMatchObject({ documentKind: "agentWithoutGst", issueProblem: null });
    expect((await notify(id)).body).toMatchObject({ notified: 1, notIssuable: [] });
    await db.update(supplierTable).set({ gstRegistered: true }).where(eq(supplierTable.id, supplier));
    expect(await get(id)).toMatchObject({ documentKind: "agentWithoutGst", purchaseAmountTax: 0 });
    const { suppliers: payees } = await api.ok(finance, invoices.payable, {});
    expect(payees.find(({ supplierId }) => supplierId === supplier)?.problems).toEqual([]);
    const payment = { InvoiceIds: [id], BankDate: daysFromNow(0) };
    expect((await api.call(finance, invoices.makePayment, payment)).status).toBe(200);
  });

  test("is called a remittance in the statement of account and the email", async () => {
    await aSale();
    const [id = 0] = await generate();
    await notify(id);
    const { items } = await api.ok(finance, invoices.statement, { id: supplier });
    expect(items.map(entryName)).toEqual(["Remittance of proceeds"]);
    expect(items.map(entryDetails)).toEqual([expect.stringMatching(/^Harbour & Co: proceeds \$/)]);
    const { documentKind, isAdjustment, total } = await get(id);
    const facts = { number: invoiceNumber(id), documentKind, isAdjustment, marketplaceName: "Harbour & Co", total };
    const { subject, text } = invoiceEmail({ ...facts, expectedPayment: "15 Jul 2026", link: "https://x.example" });
    expect(subject).toBe(`Remittance ${invoiceNumber(id)} from Harbour & Co`);
    expect(text).toContain(`has issued remittance of proceeds ${invoiceNumber(id)}. It is attached.`);
  });
});

describe("every document of a supplier", () => {
  const forbidden = [/recipient created/i, /both are registered/i, /supply to/i];
  /** The marketplace's own supplies, which are in blocks of their own. */
  const own = (text: string) => text.replace(/(Tax invoice|Adjustment note) INV-\d+-[CF] for/g, "");

  async function documentsOf(isAgent: boolean, gstRegistered: boolean | null) {
    if (isAgent) await becomeAgent();
    const of = await aSupplier(gstRegistered);
    const item = await aSale(after, of);
    await aFee(11, of);
    const [sale = 0] = await generate(of);
    if (!isAgent && gstRegistered === null) await api.issue(sale);
    else expect((await notify(sale)).body).toMatchObject({ notified: 1 });
    await refund(item);
    const [change = 0] = await generate(of);
    await api.issue(change);
    await aFee(22, of);
    const [charged = 0] = await generate(of);
    return { sale, change, charged };
  }

  test.each(Object.entries(registrations))("has no forbidden title on agent basis: %s", async (name, registered) => {
    const { sale, change, charged } = await documentsOf(true, registered);
    const [ofSale, ofChange, ofCharges] = [await read(sale), await read(change), await read(charged)];
    expect(ofSale).toMatch(/^Remittance of proceeds INV-/);
    expect(ofSale).toContain(`Tax invoice ${invoiceNumber(sale)}-C for the marketplace's commission`);
    expect(ofSale).toContain(`Tax invoice ${invoiceNumber(sale)}-F for charges`);
    expect(ofChange).toMatch(/^Remittance of changed proceeds INV-/);
    expect(ofChange).toContain(`Adjustment note ${invoiceNumber(change)}-C for the marketplace's commission`);
    expect(ofChange).toContain(`Adjusts remittance ${invoiceNumber(sale)} of`);
    for (const [text, sheet] of [
      [ofSale, await workbook(sale)],
      [ofChange, await workbook(change)],
    ] as const) {
      for (const words of forbidden) expect(text + sheet).not.toMatch(words);
      expect(own(text).replaceAll("is not a tax invoice", "")).not.toMatch(/tax invoice|adjustment note/i);
      expect(text).toContain("as its agent: this remits the proceeds, and is not a tax invoice for the supplies");
    }
    expect(ofSale.includes("GST shown on these supplies is payable by the supplier")).toBe(name === "registered");
    expect(ofSale.includes("No GST is stated on them")).toBe(name !== "registered");
    expect(ofCharges).toMatch(/Charges and credits INV-/);
    expect(ofCharges).not.toMatch(/recipient created/i);
  });

  test.each(Object.entries(registrations))("is of the same total on either basis: %s", async (_, registered) => {
    const totals = async (isAgent: boolean) => {
      marketplace = await api.aMarketplace("Harbour & Co");
      const { sale, change, charged } = await documentsOf(isAgent, registered);
      return Promise.all([sale, change, charged].map(async (id) => (await get(id)).total));
    };
    const bought = await totals(false);
    expect(await totals(true)).toEqual(bought);
    expect(bought.every((total) => total !== 0)).toBe(true);
  });

  test("is called on buyer basis what it always was", async () => {
    const { sale, change } = await documentsOf(false, true);
    expect(await read(sale)).toMatch(/^Recipient created tax invoice INV-/);
    expect(await read(change)).toMatch(/^Recipient created adjustment note INV-/);
    expect(await read(sale)).toContain("Supply to (recipient)");
  });
});
