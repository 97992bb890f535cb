/**
 * Invoices to suppliers: what their figures are and what they are called. An invoice pays each line item once; a row's
 * figures and the summary's are the same sums, of the pairs of one line item and of all of them, so they add up to the cent.
 */
import { add } from "./money.ts";
import { incTax, type Pair, subTotal, type Totals } from "./order-line.ts";

/** What is invoiced, in dollars. */
export type InvoicedAmounts = Omit<Totals, "quantity">;

export interface InvoiceFigures {
  /** Dollars inc GST, as all of them but the tax. */
  purchaseIncTax: number;
  shippingIncTax: number;
  commissionIncTax: number;
  /** The GST that is settled: that of purchase and shipping less that of the commission. */
  tax: number;
  /** What the supplier is paid. */
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

/** The supplier's own supplies: what the tax invoice is about, without the marketplace's commission. */
export const suppliesOf = ({ purchase, shipping }: InvoicedAmounts): Pair => ({
  exTax: add(purchase.exTax, shipping.exTax),
  tax: add(purchase.tax, shipping.tax),
});

/**
 * Where an invoice stands. `scheduled` is in a payment whose bank date is still to come. One of exactly $0.00 needs no
 * payment and counts as paid. A payment always covers whole invoices, so none is ever paid in part.
 */
export const invoiceStates = ["draft", "notified", "scheduled", "paid", "void"] as const;
export type InvoiceState = (typeof invoiceStates)[number];

/** The title of the document, which makes it one in the words of the law. */
export const documentTitle = (isAdjustment: boolean): string =>
  isAdjustment ? "Recipient created adjustment note" : "Recipient created tax invoice";

/** What stands on a document that has not been issued; undefined for one that has. */
export function unissuedMark(state: InvoiceState | null | undefined): { mark: string; words: string } | undefined {
  if (state === "draft")
    return {
      mark: "DRAFT",
      words:
        "This is a draft. It is issued, and becomes final, when the supplier is notified. Until then its amounts can change.",
    };
  return state === "void"
    ? { mark: "VOID", words: "This draft was empty and has been voided. It was never issued." }
    : undefined;
}

interface Noted {
  isAdjustment: boolean;
  /** GST of the supplier's own supplies, in dollars. */
  suppliesTax: number;
  isSupplierRegistered?: boolean | null | undefined;
  hasAgreement: boolean;
}

/**
 * The statements that the law asks for below the supplies. That both parties are registered for GST is stated only where
 * the supplier's registration was checked and an agreement is active.
 */
export function invoiceNotes({ isAdjustment, suppliesTax, isSupplierRegistered, hasAgreement }: Noted): string[] {
  const changes = suppliesTax < 0 ? "decreases" : "increases";
  return [
    isAdjustment
      ? `The GST payable by the supplier on these supplies ${changes} by the GST shown.`
      : "GST shown on these supplies is payable by the supplier.",
    "GST is rounded to the cent for each amount, and the rounded amounts are added up.",
    ...(hasAgreement
      ? [
          `The recipient issues this ${isAdjustment ? "adjustment note" : "tax invoice"} under its agreement with the supplier, who issues none for these supplies.${
            isSupplierRegistered ? " Both are registered for GST." : ""
          }`,
        ]
      : []),
  ];
}

/** Who pays the total of a document, and how. */
export function payableText(total: number): { label: string; by: string | undefined } {
  if (total >= 0) return { label: "Amount payable to the supplier", by: undefined };
  return {
    label: "Amount payable by the supplier",
    by: "This amount is deducted from the next payment to the supplier. Nothing is paid to the supplier's account for this document.",
  };
}

/** Its one number, everywhere: `INV-0000012`. */
export const invoiceNumber = (id: number): string => `INV-${String(id).padStart(7, "0")}`;

const largestId = 2_147_483_647;

/** The invoice that somebody means by `INV-0000012`, or by 12; undefined for anything else. */
export function invoiceIdIn(text: string): number | undefined {
  const [, digits] = text.trim().match(/^(?:inv-?)?0*(\d{1,10})$/i) ?? [];
  const id = Number(digits);
  return id >= 1 && id <= largestId ? id : undefined;
}
