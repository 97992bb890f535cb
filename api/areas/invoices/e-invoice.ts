/**
 * A document to a supplier as an electronic invoice: UBL 2.1, Peppol PINT A-NZ self-billing. It states the supplies, with
 * their GST. The commission and the charges are supplies in the opposite direction: they are set off against the total,
 * as amounts that are paid already.
 */
import { type XmlElement, xml, xmlDocument } from "#api/core/documents/xml.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import type { Invoice } from "#contract/invoices/schema.ts";
import { dayOf, formatPlainDay } from "#contract/rules/dates.ts";
import { gstTolerance, gstTooFar, noSupplies, whyNoEInvoice } from "#contract/rules/e-invoice.ts";
import { documentTitle, invoiceNotes, invoiceNumber, payableText } from "#contract/rules/invoice.ts";
import { add, times } from "#contract/rules/money.ts";
import { hasUntaxed } from "#contract/rules/tax-class.ts";
import {
  type EInvoiceLine,
  eInvoiceLines,
  type GstCategory,
  type GstSubtotal,
  gstSubtotals,
  suppliesOf,
} from "./e-invoice-lines.ts";
import { gstScheme, parties } from "./e-invoice-parties.ts";

export interface EInvoiceFacts {
  /** IANA time zone of the days. */
  timeZone: string;
  /** A fraction. */
  gstRate: number;
}

interface Stated extends EInvoiceFacts {
  invoice: Invoice;
  number: string;
  /** What a credit note gives back is negative in the document. */
  sign: 1 | -1;
  lines: EInvoiceLine[];
  subtotals: GstSubtotal[];
}

const customization = "urn:peppol:pint:selfbilling-1@aunz-1";
const profile = "urn:peppol:bis:selfbilling";

/**
 * Returns the document as an electronic invoice.
 * @throws Refusal 409 if it has none
 */
export function eInvoiceOf(invoice: Invoice, facts: EInvoiceFacts): string {
  const why = whyNoEInvoice({
    ...invoice,
    supplier: { name: invoice.supplierName, abn: invoice.supplierABN, address: invoice.supplierAddress },
    marketplace: {
      ...invoice.marketplace,
      name: invoice.marketplace.legalName,
      address: invoice.marketplace.businessAddress,
    },
  });
  if (why) throw conflict(why);
  const supplies = suppliesOf(invoice);
  const isCredit = supplies < 0 || (supplies === 0 && invoice.isAdjustment);
  const sign = isCredit ? -1 : 1;
  const lines = eInvoiceLines(invoice, sign, facts);
  if (lines.length === 0) throw conflict(noSupplies);
  const subtotals = gstSubtotals(lines);
  if (subtotals.some((subtotal) => isTooFar(subtotal, facts.gstRate))) throw conflict(gstTooFar);
  const stated: Stated = { ...facts, invoice, number: invoiceNumber(invoice.id), sign, lines, subtotals };
  return xmlDocument(isCredit ? creditNote(stated) : selfBilledInvoice(stated));
}

const isTooFar = ({ category, exTax, tax }: GstSubtotal, gstRate: number) =>
  category === "S" && Math.abs(add(Math.abs(tax), -times(Math.abs(exTax), gstRate))) > gstTolerance;

const namespaces = (document: "Invoice" | "CreditNote") => ({
  xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${document}-2`,
  "xmlns:cac": "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  "xmlns:cbc": "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
});

function selfBilledInvoice(stated: Stated): XmlElement {
  const { invoice } = stated;
  const dueDate = invoice.total > 0 ? (invoice.expectedPaymentDate ?? "") : "";
  return {
    name: "Invoice",
    attributes: namespaces("Invoice"),
    content: [
      ...head(stated),
      ...xml("cbc:DueDate", dueDate),
      ...xml("cbc:InvoiceTypeCode", "389"),
      ...body(stated),
      ...paymentMeans(invoice),
      ...paymentTerms(invoice, dueDate !== ""),
      ...setOff(stated).flatMap(({ id, amount, what }) =>
        xml("cac:PrepaidPayment", [
          ...xml("cbc:ID", id),
          ...dollars("cbc:PaidAmount", amount),
          ...xml("cbc:InstructionID", what),
        ]),
      ),
      ...totals(stated),
      ...stated.lines.flatMap((line, i) => lineElement(stated, line, i, "Invoice")),
    ],
  };
}

function creditNote(stated: Stated): XmlElement {
  const { invoice } = stated;
  return {
    name: "CreditNote",
    attributes: namespaces("CreditNote"),
    content: [
      ...head(stated),
      ...xml("cbc:CreditNoteTypeCode", "261"),
      ...body(stated),
      ...paymentMeans(invoice),
      ...paymentTerms(invoice, false),
      ...totals(stated),
      ...stated.lines.flatMap((line, i) => lineElement(stated, line, i, "CreditNote")),
    ],
  };
}

const head = ({ invoice, number, timeZone }: Stated): XmlElement[] => [
  ...xml("cbc:CustomizationID", customization),
  ...xml("cbc:ProfileID", profile),
  ...xml("cbc:ID", number),
  ...xml("cbc:IssueDate", dayOf(invoice.notifiedDate ?? invoice.invoiceDate, timeZone)),
];

const body = (stated: Stated): XmlElement[] => [
  ...xml("cbc:Note", noteOf(stated)),
  ...xml("cbc:DocumentCurrencyCode", "AUD"),
  ...xml("cbc:BuyerReference", stated.number),
  ...period(stated),
  ...adjusted(stated),
  ...parties(stated.invoice),
];

/** What the law requires to be said, and what is set off. */
function noteOf(stated: Stated): string {
  const { invoice } = stated;
  const suppliesTax = add(invoice.purchaseAmountTax, invoice.shippingAmountTax);
  const parts = setOff(stated).map(({ what, id }) => `${what} (${id})`);
  return [
    `${documentTitle(invoice)}.`,
    ...invoiceNotes({ ...invoice, suppliesTax, hasUntaxed: hasUntaxed(invoice.transactions) }),
    ...(parts.length > 0
      ? [`Set off against the total as supplies by the marketplace with documents of their own: ${parts.join(", ")}.`]
      : []),
  ].join(" ");
}

function period({ invoice, timeZone }: Stated): XmlElement[] {
  const days = invoice.transactions.map(({ orderDate }) => dayOf(orderDate, timeZone)).sort();
  return xml("cac:InvoicePeriod", [...xml("cbc:StartDate", days[0] ?? ""), ...xml("cbc:EndDate", days.at(-1) ?? "")]);
}

/** The documents that this one adjusts. */
function adjusted({ invoice, timeZone }: Stated): XmlElement[] {
  const originals = new Map(
    invoice.transactions.flatMap((row) => row.originals.map((original) => [original.id, original])),
  );
  return [...originals.values()].flatMap(({ id, invoiceDate, issuedDate }) =>
    xml("cac:BillingReference", [
      ...xml("cac:InvoiceDocumentReference", [
        ...xml("cbc:ID", invoiceNumber(id)),
        ...xml("cbc:IssueDate", dayOf(issuedDate ?? invoiceDate, timeZone)),
      ]),
    ]),
  );
}

/** A credit transfer (UNCL4461) to the account that the document names. */
function paymentMeans({ total, supplierBSB, supplierAccountNumber, supplierAccountName }: Invoice): XmlElement[] {
  if (total <= 0 || !supplierAccountNumber) return [];
  return xml("cac:PaymentMeans", [
    ...xml("cbc:PaymentMeansCode", "30", { name: "Credit transfer" }),
    ...xml("cac:PayeeFinancialAccount", [
      ...xml("cbc:ID", supplierAccountNumber),
      ...xml("cbc:Name", supplierAccountName ?? ""),
      ...xml("cac:FinancialInstitutionBranch", xml("cbc:ID", supplierBSB ?? "")),
    ]),
  ]);
}

function paymentTerms({ total, expectedPaymentDate }: Invoice, hasDueDate: boolean): XmlElement[] {
  if (hasDueDate) return [];
  const when = expectedPaymentDate
    ? `expected on ${formatPlainDay(expectedPaymentDate)}`
    : "made with the next payment";
  const terms = total > 0 ? `The payment is ${when}.` : (payableText(total).by ?? "Nothing is to be paid.");
  return xml("cac:PaymentTerms", xml("cbc:Note", terms));
}

/** The commission and the charges, which the supplier pays by receiving less. */
function setOff({ invoice, number, sign }: Stated): { id: string; what: string; amount: number }[] {
  const commission = add(invoice.commissionAmountExTax, invoice.commissionAmountTax);
  const charges = add(invoice.chargesAmountExTax, invoice.chargesAmountTax);
  return [
    { id: `${number}-C`, what: "Commission inc GST", amount: sign * commission },
    { id: `${number}-F`, what: "Charges inc GST", amount: sign * charges },
  ].filter(({ amount }) => amount !== 0);
}

function totals(stated: Stated): XmlElement[] {
  const { invoice, sign, subtotals } = stated;
  const exTax = add(...subtotals.map((each) => each.exTax));
  const tax = add(...subtotals.map((each) => each.tax));
  const prepaid = add(0, ...setOff(stated).map(({ amount }) => amount));
  return [
    ...xml("cac:TaxTotal", [
      ...dollars("cbc:TaxAmount", tax),
      ...subtotals.flatMap((subtotal) => gstSubtotal(subtotal, stated.gstRate)),
    ]),
    ...xml("cac:LegalMonetaryTotal", [
      ...dollars("cbc:LineExtensionAmount", exTax),
      ...dollars("cbc:TaxExclusiveAmount", exTax),
      ...dollars("cbc:TaxInclusiveAmount", add(exTax, tax)),
      ...(prepaid === 0 ? [] : dollars("cbc:PrepaidAmount", prepaid)),
      ...dollars("cbc:PayableAmount", sign * invoice.total),
    ]),
  ];
}

const gstSubtotal = ({ category, exTax, tax }: GstSubtotal, gstRate: number): XmlElement[] =>
  xml("cac:TaxSubtotal", [
    ...dollars("cbc:TaxableAmount", exTax),
    ...dollars("cbc:TaxAmount", tax),
    ...xml("cac:TaxCategory", [
      ...rate(category, gstRate),
      ...xml("cbc:TaxExemptionReason", category === "O" ? "The supplier is not registered for GST." : ""),
      ...gstScheme,
    ]),
  ]);

/** What is outside the scope of GST has no rate. */
const rate = (category: GstCategory, gstRate: number): XmlElement[] => [
  ...xml("cbc:ID", category),
  ...xml("cbc:Percent", category === "O" ? "" : String(category === "S" ? Number((gstRate * 100).toFixed(4)) : 0)),
];

/** UN/ECE Recommendation 20: each. */
const pieces = { unitCode: "EA" };

function lineElement(
  { gstRate }: Stated,
  line: EInvoiceLine,
  index: number,
  document: "Invoice" | "CreditNote",
): XmlElement[] {
  return xml(`cac:${document}Line`, [
    ...xml("cbc:ID", String(index + 1)),
    ...xml("cbc:Note", line.note),
    ...xml(document === "Invoice" ? "cbc:InvoicedQuantity" : "cbc:CreditedQuantity", String(line.quantity), pieces),
    ...dollars("cbc:LineExtensionAmount", line.exTax),
    ...xml("cac:OrderLineReference", [
      ...xml("cbc:LineID", String(line.lineItemId ?? index + 1)),
      ...xml("cac:OrderReference", xml("cbc:ID", line.orderNumber)),
    ]),
    ...xml("cac:Item", [
      ...xml("cbc:Name", line.name),
      ...xml("cac:ClassifiedTaxCategory", [...rate(line.category, gstRate), ...gstScheme]),
    ]),
    ...xml("cac:Price", [
      ...dollars("cbc:PriceAmount", line.price),
      ...(line.per === 1 ? [] : xml("cbc:BaseQuantity", String(line.per), pieces)),
    ]),
  ]);
}

/** Adding 0 makes -0 a 0. */
const dollars = (name: string, amount: number): XmlElement[] =>
  xml(name, (amount + 0).toFixed(2), { currencyID: "AUD" });
