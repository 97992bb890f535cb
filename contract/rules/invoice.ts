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

/** What makes it one, in the words of the law. */
export const invoiceTitle = "Recipient created tax invoice";

/** What else the law wants to be said. */
export const invoiceNotes = {
  gst: "GST shown on these supplies is payable by the supplier.",
  agreed: "The recipient issues this tax invoice under its agreement with the supplier, who issues none for these supplies. Both are registered for GST.",
  rounding: "The GST of each amount is rounded to the cent, and the rounded amounts are added up.",
} as const;

/** Its one number, everywhere: `INV-0000012`. */
export const invoiceNumber = (id: number): string => `INV-${String(id).padStart(7, "0")}`;

const largestId = 2_147_483_647;

/** The invoice that somebody means by `INV-0000012`, or by 12; undefined for anything else. */
export function invoiceIdIn(text: string): number | undefined {
  const [, digits] = text.trim().match(/^(?:inv-?)?0*(\d{1,10})$/i) ?? [];
  const id = Number(digits);
  return id >= 1 && id <= largestId ? id : undefined;
}
