/**
 * Invoices to suppliers: their figures and names. An invoice pays each line item once. Figures of rows and of the
 * summary are sums of the same pairs, so they add up to the cent.
 */
import { formatDay } from "./dates.ts";
import { add } from "./money.ts";
import { incTax, type Pair, subTotal, type Totals } from "./order-line.ts";
import { type IssueProblem, issueProblemText } from "./supplier-tax.ts";

/** The invoiced amounts, in dollars. */
export type InvoicedAmounts = Omit<Totals, "quantity">;

export interface InvoiceFigures {
  /** Dollars inc GST, like all others except the tax. */
  purchaseIncTax: number;
  shippingIncTax: number;
  commissionIncTax: number;
  /** The GST that is settled: GST of purchase and shipping less GST of the commission. */
  tax: number;
  /** The amount paid to the supplier. */
  total: number;
}

export function invoiceFigures({ purchase, shipping, commission }: InvoicedAmounts): InvoiceFigures {
  return {
    purchaseIncTax: incTax(purchase),
    shippingIncTax: incTax(shipping),
    commissionIncTax: incTax(commission),
    tax: add(purchase.tax, shipping.tax, -commission.tax),
    total: subTotal({ quantity: 0, purchase, shipping, commission }),
  };
}

/** Returns the supplier's own supplies, which the tax invoice covers, without the marketplace's commission. */
export const suppliesOf = ({ purchase, shipping }: InvoicedAmounts): Pair => ({
  exTax: add(purchase.exTax, shipping.exTax),
  tax: add(purchase.tax, shipping.tax),
});

/**
 * The state of an invoice. `scheduled` is in a payment run that is not
 * released yet, or whose bank date is in the future. An invoice of exactly
 * $0.00 needs no payment and counts as paid. A payment run always covers whole invoices, so none is ever paid in part.
 */
export const invoiceStates = ["draft", "notified", "scheduled", "paid", "void"] as const;
export type InvoiceState = (typeof invoiceStates)[number];

/**
 * What a document to a supplier is in law. A `taxInvoice` (or adjustment note) covers what was sold while the supplier was
 * registered for GST, and a `statement` the rest, without GST. A draft is `undecided` while the registration is not
 * known, or if it begins or ends within the draft. A document without sales has `charges` by the marketplace alone.
 * What a marketplace sold as the supplier's agent is not supplied to it: an `agent` document remits the proceeds, and
 * an `agentWithoutGst` one those of a supplier that was not registered for GST, or that nobody has checked.
 */
export const documentKinds = ["taxInvoice", "statement", "undecided", "charges", "agent", "agentWithoutGst"] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Whether the document remits what was sold in the supplier's name. */
export const isOfAgent = (kind: DocumentKind): boolean => kind === "agent" || kind === "agentWithoutGst";

/** Whether the document states GST of the supplier. */
export const statesGst = (kind: DocumentKind): boolean => kind !== "statement" && kind !== "agentWithoutGst";

/** For the history. */
export const documentKindNames: Record<DocumentKind, string> = {
  taxInvoice: "Tax invoice or adjustment note",
  statement: "Statement of supplies",
  undecided: "Not decided",
  charges: "Charges and credits",
  agent: "Remittance of proceeds",
  agentWithoutGst: "Remittance of proceeds without GST",
};

/** A document, as far as its name goes. */
export interface NamedDocument {
  documentKind: DocumentKind;
  /** It changes the amounts of earlier documents. */
  isAdjustment: boolean;
}

type Words = Record<DocumentKind, readonly [original: string, adjustment: string]>;

const named =
  (words: Words) =>
  ({ documentKind, isAdjustment }: NamedDocument): string =>
    words[documentKind][isAdjustment ? 1 : 0];

/** Returns the title of the document, which makes it a tax invoice in law. */
export const documentTitle = named({
  taxInvoice: ["Recipient created tax invoice", "Recipient created adjustment note"],
  statement: ["Statement of supplies", "Statement of changed supplies"],
  undecided: ["Supplies, kind of document not decided", "Changed supplies, kind of document not decided"],
  charges: ["Charges and credits", "Charges and credits"],
  agent: ["Remittance of proceeds", "Remittance of changed proceeds"],
  agentWithoutGst: ["Remittance of proceeds", "Remittance of changed proceeds"],
});

/** Returns what people call the document. */
export const documentName = named({
  taxInvoice: ["invoice", "adjustment note"],
  statement: ["statement", "changed statement"],
  undecided: ["document", "document"],
  charges: ["document", "document"],
  agent: ["remittance", "changed remittance"],
  agentWithoutGst: ["remittance", "changed remittance"],
});

/** Returns what a list adds to the number of a document: nothing for a tax invoice, which most are. */
export const documentMark = named({
  taxInvoice: ["", "adjustment note"],
  statement: ["statement without GST", "changed statement"],
  undecided: ["kind not decided", "kind not decided"],
  charges: ["charges and credits", "charges and credits"],
  agent: ["remittance", "changed remittance"],
  agentWithoutGst: ["remittance without GST", "changed remittance"],
});

interface NamedCommission extends NamedDocument {
  commissionAmountTax: number;
}

/**
 * Returns the title of the commission in a document: by law a tax invoice of the marketplace, or an adjustment note if it
 * is changed.
 */
export function commissionTitle({ documentKind, isAdjustment, commissionAmountTax }: NamedCommission): string {
  if (isOfAgent(documentKind) && commissionAmountTax === 0) return "Commission without GST";
  return isAdjustment ? "Adjustment note" : "Tax invoice";
}

/**
 * Returns the amounts as the document states them. A supplier without a registration charges no GST: what it is paid is
 * its price. The commission is a supply by the marketplace, with its own GST.
 */
export const statedAmounts = (
  kind: DocumentKind,
  { purchase, shipping, commission }: InvoicedAmounts,
): InvoicedAmounts =>
  statesGst(kind)
    ? { purchase, shipping, commission }
    : { purchase: withoutTax(purchase), shipping: withoutTax(shipping), commission };

const withoutTax = (pair: Pair): Pair => ({ exTax: incTax(pair), tax: 0 });

/** Returns the mark on a document that has not been issued; undefined for an issued one. */
export function unissuedMark(
  state: InvoiceState | null | undefined,
  problem?: IssueProblem | null,
): { mark: string; explanation: string } | undefined {
  if (state === "draft" && problem) return { mark: "DRAFT, NOT TO BE ISSUED", explanation: issueProblemText[problem] };
  if (state === "draft")
    return {
      mark: "DRAFT",
      explanation:
        "This is a draft. It is issued, and becomes final, when the supplier is notified. Until then its amounts can change.",
    };
  return state === "void"
    ? { mark: "VOID", explanation: "This draft has been voided. It was never issued." }
    : undefined;
}

interface Covering {
  /** The moment up to which amounts are included, UTC. */
  invoiceDate: string;
  transactions: readonly { orderDate: string }[];
}

/**
 * Returns the period of an invoice in words: from when to when its orders were placed, and up to when amounts are in
 * it. Undefined for an empty one.
 * @param timeZone IANA time zone of the days
 */
export function periodText({ invoiceDate, transactions }: Covering, timeZone: string): string | undefined {
  const dates = transactions.map(({ orderDate }) => orderDate).sort((a, b) => Date.parse(a) - Date.parse(b));
  if (dates.length === 0) return undefined;
  const days = new Set([dates[0], dates.at(-1)].map((date) => formatDay(String(date), timeZone)));
  return `Orders ${days.size > 1 ? "from" : "of"} ${[...days].join(" to ")}, with all amounts up to ${formatDay(invoiceDate, timeZone)}`;
}

interface Noted extends NamedDocument {
  /** GST of the supplier's own supplies, in dollars. */
  suppliesTax: number;
  isSupplierRegistered?: boolean | null | undefined;
  hasAgreement: boolean;
  /** Some of the supplies carry no GST, and are marked. */
  hasUntaxed?: boolean;
}

/**
 * Returns what the law requires to be said below the supplies. That both parties are registered for GST is stated
 * only if the supplier's registration was checked and an agreement is active.
 */
export function invoiceNotes({
  documentKind,
  isAdjustment,
  suppliesTax,
  isSupplierRegistered,
  hasAgreement,
  hasUntaxed,
}: Noted): string[] {
  if (documentKind === "statement") return statementNotes;
  if (documentKind === "agentWithoutGst") return [soldAsAgent, agentStatesNoGst];
  if (documentKind === "undecided" || documentKind === "charges") return [];
  const changes = suppliesTax < 0 ? "decreases" : "increases";
  return [
    ...(documentKind === "agent" ? [soldAsAgent] : []),
    isAdjustment
      ? `The GST payable by the supplier on these supplies ${changes} by the GST shown.`
      : "GST shown on these supplies is payable by the supplier.",
    ...(hasUntaxed ? ["Supplies marked as GST-free or input-taxed carry no GST; all others are taxable."] : []),
    "GST is rounded to the cent for each amount, and the rounded amounts are added up.",
    ...(hasAgreement && documentKind === "taxInvoice"
      ? [
          `The recipient issues this ${isAdjustment ? "adjustment note" : "tax invoice"} under its agreement with the supplier, who issues none for these supplies.${
            isSupplierRegistered ? " Both are registered for GST." : ""
          }`,
        ]
      : []),
  ];
}

const statementNotes = [
  "The supplier was not registered for GST when these supplies were made: there is no GST on them, and this is not a tax invoice.",
];

const soldAsAgent =
  "The supplier made these supplies to the customers. The marketplace sold them in the supplier's name, as its agent: this remits the proceeds, and is not a tax invoice for the supplies.";
const agentStatesNoGst =
  "No GST is stated on them, because the supplier was not registered for GST on each of these days, or its registration has not been checked. A supplier that was registered owes the GST that is part of these amounts.";

/** Returns who pays the total of a document, and how. */
export function payableText(total: number): { label: string; by: string | undefined } {
  if (total >= 0) return { label: "Amount payable to the supplier", by: undefined };
  return {
    label: "Amount payable by the supplier",
    by: "This amount is deducted from the next payment to the supplier. Nothing is paid to the supplier's account for this document.",
  };
}

/** Returns what people call a row: a product of an order, or a charge. */
export const rowName = ({ name, orderNumber }: { name: string; orderNumber: string | undefined }): string =>
  orderNumber === undefined ? name : `${name}, order ${orderNumber}`;

/** Returns the number of an invoice: `INV-0000012`. */
export const invoiceNumber = (id: number): string => `INV-${String(id).padStart(7, "0")}`;

const largestId = 2_147_483_647;

/** Parses an invoice number, `INV-0000012` or 12; undefined for anything else. */
export function invoiceIdIn(text: string): number | undefined {
  const [, digits] = text.trim().match(/^(?:inv-?)?0*(\d{1,10})$/i) ?? [];
  const id = Number(digits);
  return id >= 1 && id <= largestId ? id : undefined;
}
