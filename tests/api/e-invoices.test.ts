import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendInvoice } from "#api/areas/invoices/send-invoice.ts";
import { readConfig } from "#api/core/config.ts";
import {
  invoiceEmails,
  invoices as storedInvoices,
  marketplaces as storedMarketplaces,
  suppliers as storedSuppliers,
} from "#api/core/database/schema/index.ts";
import { databaseFiles } from "#api/core/files/store.ts";
import type { Email } from "#api/core/mail/mailer.ts";
import { operations } from "#contract/operations.ts";
import { invoiceNumber } from "#contract/rules/invoice.ts";
import { startApi } from "#tests/support/api.ts";
import { all, readXml, rulesBroken, text, texts } from "#tests/support/e-invoice.ts";
import { adjustment } from "#tests/support/forms.ts";
import type { SupplierTraits, TestUser } from "#tests/support/world.ts";

const api = await startApi();
const { db } = api.database;
const { charges, invoices, orders, suppliers } = operations;
const today = () => new Date().toISOString().slice(0, 10);

let finance: TestUser;
let operator: TestUser;
let marketplace: number;
let supplier: number;
beforeAll(async () => {
  [finance, operator] = [await api.aUser({ roles: ["Finance"] }), await api.aUser({ roles: ["Operator"] })];
});
beforeEach(async () => {
  const businessAddressId = await api.anAddress({ city: "Sydney", state: "NSW" });
  marketplace = await api.aMarketplace("Harbour & Co", { businessAddressId });
  supplier = await aSupplier();
});

async function aSupplier(traits: SupplierTraits = {}): Promise<number> {
  const id = await api.aSupplier({
    name: "Acacia",
    legalName: "Acacia <Homewares> Pty Ltd",
    abn: "53004085616",
    bsb: "066102",
    accountNumber: "12345678",
    accountName: "Acacia Homewares",
    billingContactEmails: "books@acacia.example",
    address: { unitNumber: "3" },
    ...traits,
  });
  await api.anAgreement({ supplierId: id, marketplaceId: marketplace });
  return id;
}

/** $19.90 of goods, $5.00 of shipping and $5.97 of commission. */
const aSale = async (traits = {}, of = supplier) =>
  api.aSentItem(await api.anOrder(of, { marketplaceId: marketplace, marketplaceOrderId: "X & <1>" }), traits);
const anInvoice = (of = supplier) => api.anInvoice({ supplierId: of, marketplaceId: marketplace });
const notify = (...InvoiceIds: number[]) =>
  api.ok(finance, invoices.notifySuppliers, { InvoiceIds, ExpectedPaymentDate: "2027-04-02" });
async function issued(id: number): Promise<number> {
  await notify(id);
  return id;
}
const asked = (id: number, user = finance) => api.call(user, invoices.eInvoice, { id });
const xmlOf = async (id: number, user = finance) => (await api.download(user, invoices.eInvoice, { id })).toString();
const whyNot = async (id: number) => {
  const { status, problem } = await asked(id);
  return [status, problem.message];
};

async function read(id: number) {
  const xml = await xmlOf(id);
  expect(rulesBroken(xml)).toEqual([]);
  return readXml(xml);
}
const totals = (node: ReturnType<typeof readXml>) =>
  Object.fromEntries(
    ["TaxExclusiveAmount", "TaxInclusiveAmount", "PrepaidAmount", "PayableAmount"].map((name) => [
      name,
      text(node, `LegalMonetaryTotal/${name}`),
    ]),
  );

describe("a tax invoice", () => {
  test("is a self-billed invoice of the supplier to the marketplace, with its total and its GST", async () => {
    await aSale();
    const id = await issued(await anInvoice());
    const invoice = await read(id);
    expect([invoice.name, text(invoice, "InvoiceTypeCode"), text(invoice, "ID")]).toEqual([
      "Invoice",
      "389",
      invoiceNumber(id),
    ]);
    expect([text(invoice, "DueDate"), text(invoice, "DocumentCurrencyCode")]).toEqual(["2027-04-02", "AUD"]);
    const [seller] = all(invoice, "AccountingSupplierParty/Party");
    const [buyer] = all(invoice, "AccountingCustomerParty/Party");
    expect([seller && text(seller, "EndpointID"), buyer && text(buyer, "EndpointID")]).toEqual([
      "53004085616",
      "51824753556",
    ]);
    expect(seller && texts(seller, "PartyLegalEntity/RegistrationName")).toEqual(["Acacia <Homewares> Pty Ltd"]);
    expect(seller && texts(seller, "PostalAddress/StreetName")).toEqual([expect.stringMatching(/^3 \/ .+ Street$/)]);
    expect(buyer && texts(buyer, "PartyLegalEntity/RegistrationName")).toEqual(["Harbour & Co Pty Ltd"]);
    expect(texts(invoice, "PaymentMeans/PayeeFinancialAccount/ID")).toEqual(["12345678"]);
    expect(texts(invoice, "TaxTotal/TaxAmount")).toEqual(["2.26"]);
    expect(totals(invoice)).toEqual({
      TaxExclusiveAmount: "22.64",
      TaxInclusiveAmount: "24.90",
      PrepaidAmount: "5.97",
      PayableAmount: "18.93",
    });
    expect(texts(invoice, "PrepaidPayment/ID")).toEqual([`${invoiceNumber(id)}-C`]);
    expect(text(invoice, "Note")).toMatch(
      /^Recipient created tax invoice\. GST shown on these supplies is payable by the supplier\./,
    );
    expect(
      all(invoice, "InvoiceLine").map((line) => [
        text(line, "InvoicedQuantity"),
        text(line, "Price/PriceAmount"),
        text(line, "Price/BaseQuantity"),
        text(line, "LineExtensionAmount"),
        text(line, "Item/Name"),
        text(line, "OrderLineReference/OrderReference/ID"),
      ]),
    ).toEqual([
      ["2", "18.09", "2", "18.09", "Woven basket", "X & <1>"],
      ["1", "4.55", undefined, "4.55", "Shipping: Woven basket", "X & <1>"],
    ]);
    const { total } = await api.ok(finance, invoices.get, { id });
    expect(total).toBe(18.93);
  });

  test("states GST-free and input-taxed goods in categories of their own", async () => {
    await aSale({ price: 11, quantity: 1, shipping: 0 });
    for (const taxClass of ["gstFree", "inputTaxed"] as const) {
      const order = await api.anOrder(supplier, { marketplaceId: marketplace });
      const item = await api.aSentItem(order, { quantity: 0, price: 0, shipping: 0, taxClass });
      await api.aTransaction(item, { type: 0, quantity: 1, purchaseExTax: 7 });
    }
    const invoice = await read(await issued(await anInvoice()));
    expect(
      all(invoice, "TaxTotal/TaxSubtotal").map((each) => [
        text(each, "TaxCategory/ID"),
        text(each, "TaxCategory/Percent"),
        text(each, "TaxableAmount"),
        text(each, "TaxAmount"),
      ]),
    ).toEqual([
      ["E", "0", "7.00", "0.00"],
      ["S", "10", "10.00", "1.00"],
      ["Z", "0", "7.00", "0.00"],
    ]);
  });

  test("sets charges off, and stays an invoice where they are more than the supplies", async () => {
    await aSale();
    await api.ok(finance, charges.add, {
      SupplierId: supplier,
      MarketplaceId: marketplace,
      Kind: "fee",
      Description: "Photos",
      Day: today(),
      AmountIncTax: 110,
      TaxClass: "taxable",
    });
    const id = await issued(await anInvoice());
    const invoice = await read(id);
    expect([invoice.name, text(invoice, "TaxTotal/TaxAmount")]).toEqual(["Invoice", "2.26"]);
    expect(totals(invoice)).toMatchObject({ PrepaidAmount: "115.97", PayableAmount: "-91.07" });
    expect(texts(invoice, "PrepaidPayment/PaidAmount")).toEqual(["5.97", "110.00"]);
    expect(texts(invoice, "PaymentTerms/Note")).toEqual([
      "This amount is deducted from the next payment to the supplier. Nothing is paid to the supplier's account for this document.",
    ]);
    expect(all(invoice, "PaymentMeans")).toEqual([]);
  });

  test("has none where the sum of rounded GST is too far from the GST of the sum", async () => {
    const order = await api.anOrder(supplier, { marketplaceId: marketplace });
    for (let i = 0; i < 4; i++) {
      const item = await api.aSentItem(order, { quantity: 0, price: 0, shipping: 0 });
      await api.aTransaction(item, { type: 0, quantity: 1, purchaseExTax: 100, purchaseTax: 9.7 });
    }
    expect(await whyNot(await issued(await anInvoice()))).toEqual([
      409,
      expect.stringContaining("the sum is more than $1.00 from the GST of the total"),
    ]);
  });
});

/** Changes the goods by $11.00, and the commission by $3.30. */
async function changed(item: number, sign: 1 | -1): Promise<number> {
  await api.ok(operator, orders.addLineItemAdjustment, {
    ...adjustment(item),
    PurchaseAmountExTaxAdjustment: sign * 10,
    PurchaseAmountTaxAdjustment: sign * 1,
    CommissionAmountExTaxAdjustment: sign * 3,
    CommissionAmountTaxAdjustment: sign * 0.3,
    Comment: 'The "glaze" was cracked.',
  });
  return issued(await anInvoice());
}

describe("an adjustment note", () => {
  test("that decreases the supplies is a self-billed credit note, which names what it adjusts", async () => {
    const item = await aSale();
    const original = await issued(await anInvoice());
    const note = await read(await changed(item, -1));
    expect([note.name, text(note, "CreditNoteTypeCode")]).toEqual(["CreditNote", "261"]);
    expect(texts(note, "BillingReference/InvoiceDocumentReference/ID")).toEqual([invoiceNumber(original)]);
    expect(texts(note, "BillingReference/InvoiceDocumentReference/IssueDate")).toEqual(
      texts(await read(original), "IssueDate"),
    );
    expect(totals(note)).toEqual({
      TaxExclusiveAmount: "10.00",
      TaxInclusiveAmount: "11.00",
      PrepaidAmount: "3.30",
      PayableAmount: "7.70",
    });
    expect(text(note, "Note")).toContain("Recipient created adjustment note.");
    expect(text(note, "CreditNoteLine/Note")).toContain('$11.00: The "glaze" was cracked.');
    expect(all(note, "PaymentMeans")).toEqual([]);
  });

  test("that increases the supplies is an invoice, which names what it adjusts", async () => {
    const item = await aSale();
    const original = await issued(await anInvoice());
    const note = await read(await changed(item, 1));
    expect([note.name, text(note, "Note")?.startsWith("Recipient created adjustment note.")]).toEqual([
      "Invoice",
      true,
    ]);
    expect(texts(note, "BillingReference/InvoiceDocumentReference/ID")).toEqual([invoiceNumber(original)]);
    expect(totals(note)).toMatchObject({ PayableAmount: "7.70" });
  });

  test("that changes the commission alone has none", async () => {
    const item = await aSale();
    await issued(await anInvoice());
    await api.ok(operator, orders.addLineItemAdjustment, {
      ...adjustment(item),
      CommissionAmountExTaxAdjustment: -3,
      CommissionAmountTaxAdjustment: -0.3,
      Comment: "Agreed.",
    });
    expect(await whyNot(await issued(await anInvoice()))).toEqual([
      409,
      expect.stringContaining("no supplies by the supplier, only changes of commission"),
    ]);
  });
});

test("a statement of supplies is outside the scope of GST", async () => {
  const unregistered = await aSupplier({ gstRegistered: false });
  await aSale({}, unregistered);
  const statement = await read(await issued(await anInvoice(unregistered)));
  expect(statement.name).toBe("Invoice");
  expect(texts(statement, "TaxTotal/TaxSubtotal/TaxCategory/ID")).toEqual(["O"]);
  expect(texts(statement, "TaxTotal/TaxAmount")).toEqual(["0.00"]);
  expect(all(statement, "AccountingSupplierParty/Party/PartyTaxScheme")).toEqual([]);
  expect(totals(statement)).toMatchObject({ TaxExclusiveAmount: "24.90", PayableAmount: "18.93" });
});

describe("there is none", () => {
  test("of a draft, which waits for its supplier to be notified", async () => {
    await aSale();
    expect(await whyNot(await anInvoice())).toEqual([
      409,
      "There is no e-invoice of a draft. It can be downloaded once the supplier has been notified, on the page Notify Suppliers.",
    ]);
  });

  test("of a remittance of what was sold in the supplier's name", async () => {
    await db.update(storedMarketplaces).set({ agentFrom: "2000-01-01" }).where(eq(storedMarketplaces.id, marketplace));
    await aSale();
    expect(await whyNot(await issued(await anInvoice()))).toEqual([
      409,
      "There is no e-invoice of a remittance: the supplier sold to the customers, not to the marketplace, and only a buyer may create e-invoices in a supplier's name.",
    ]);
  });

  test.each([
    ["the supplier's ABN", { abn: "", gstRegistered: false, noAbnReason: "Overseas" }, "it has no ABN of the supplier"],
    ["valid check digits", { abn: "53004085617" }, "the check digits of the supplier's ABN"],
    ["the supplier's address", { address: undefined }, "it has no address of the supplier"],
    ["an NZBN", { address: { countryCode: "NZ" } }, "the supplier's address is in New Zealand"],
  ])("without %s", async (_, traits, why) => {
    const incomplete = await aSupplier(traits as SupplierTraits);
    await aSale({}, incomplete);
    const [status, detail] = await whyNot(await issued(await anInvoice(incomplete)));
    expect([status, detail]).toEqual([409, expect.stringContaining(why)]);
  });

  test("without the marketplace's ABN or address", async () => {
    for (const [lacking, why] of [
      [{ abn: "" }, "no ABN of the marketplace. Enter it on the marketplace's page"],
      [{ abn: "51824753556", businessAddressId: null }, "no address of the marketplace"],
    ] as const) {
      await db.update(storedMarketplaces).set(lacking).where(eq(storedMarketplaces.id, marketplace));
      await aSale();
      expect(await whyNot(await issued(await anInvoice()))).toEqual([409, expect.stringContaining(why)]);
    }
  });

  test("of a document that is not valid as a tax invoice, and its supplier is not told why", async () => {
    await aSale();
    const id = await issued(await anInvoice());
    await db.update(storedInvoices).set({ supplierGstRegistered: false }).where(eq(storedInvoices.id, id));
    await db
      .update(storedSuppliers)
      .set({ gstCheckedAt: new Date(Date.now() + 60_000) })
      .where(eq(storedSuppliers.id, supplier));
    const staff = await api.aUser({ links: [{ supplier }] });
    expect((await asked(id, staff)).problem.message).toBe(
      "There is no e-invoice of this document, because it is not valid as a tax invoice.",
    );
  });
});

test("supplier staff see their own, with the account only where they see it, and nothing of others", async () => {
  await aSale();
  const id = await issued(await anInvoice());
  const staff = await api.aUser({ links: [{ supplier, bits: 16 }] });
  const other = await api.aUser({ links: [{ supplier: await aSupplier() }] });
  const own = readXml(await xmlOf(id, staff));
  expect([text(own, "LegalMonetaryTotal/PayableAmount"), all(own, "PaymentMeans")]).toEqual(["18.93", []]);
  expect((await asked(id, other)).status).toBe(404);
});

describe("emails with documents", () => {
  async function sentTo(id: number): Promise<Email> {
    const sent: Email[] = [];
    const config = readConfig({ OIDC_CLIENT_SECRET: "a secret for tests alone", DEMO: "off" });
    const send = sendInvoice({
      database: { db },
      config,
      files: databaseFiles,
      sendEmail: async (email) => void sent.push(email),
    });
    const [letter] = await db.select().from(invoiceEmails).where(eq(invoiceEmails.invoiceId, id));
    await send({ letterId: letter?.id ?? "" }, { id: "1", isLastTry: false });
    const [email] = sent;
    if (!email) throw new Error("Nothing was sent.");
    return email;
  }

  const setFiles = (InvoiceFiles?: "pdf" | "pdfAndEInvoice") =>
    api.ok(finance, suppliers.updateFinancialDetails, {
      SupplierId: supplier,
      ABN: "53004085616",
      BSB: "066102",
      AccountNumber: "12345678",
      AccountName: "Acacia Homewares",
      BillingContactEmails: "books@acacia.example",
      InvoiceFiles,
    });

  test("have the PDF alone, and the e-invoice too once the supplier wants it", async () => {
    await aSale();
    const first = await issued(await anInvoice());
    expect((await sentTo(first)).attachments?.map(({ name }) => name)).toEqual([`${invoiceNumber(first)}.pdf`]);
    await setFiles("pdfAndEInvoice");
    await setFiles();
    expect((await api.ok(finance, suppliers.get, { id: supplier })).invoiceFiles).toBe("pdfAndEInvoice");
    await aSale();
    const second = await issued(await anInvoice());
    const email = await sentTo(second);
    expect(email.attachments?.map(({ name }) => name)).toEqual([
      `${invoiceNumber(second)}.pdf`,
      `${invoiceNumber(second)}.xml`,
    ]);
    expect(email.text).toContain(
      `It is attached, and as an e-invoice (Peppol PINT A-NZ) in ${invoiceNumber(second)}.xml.`,
    );
    expect(email.attachments?.[1]?.content.toString()).toBe(await xmlOf(second));
  });

  test("have the PDF alone where there is no e-invoice of the document", async () => {
    await setFiles("pdfAndEInvoice");
    await db.update(storedMarketplaces).set({ agentFrom: "2000-01-01" }).where(eq(storedMarketplaces.id, marketplace));
    await aSale();
    const id = await issued(await anInvoice());
    const email = await sentTo(id);
    expect(email.attachments?.map(({ name }) => name)).toEqual([`${invoiceNumber(id)}.pdf`]);
    expect(email.text).toContain("It is attached.");
  });
});
