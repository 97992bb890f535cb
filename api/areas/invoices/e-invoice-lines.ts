/** What an electronic invoice states of the supplies of a document: its lines, GST categories and totals. */
import { inXml } from "#api/core/documents/xml.ts";
import type { Invoice, InvoiceTransaction } from "#contract/invoices/schema.ts";
import { capitalised } from "#contract/rules/capital.ts";
import { formatDay } from "#contract/rules/dates.ts";
import { formatDollars } from "#contract/rules/dollars.ts";
import { add, share, times } from "#contract/rules/money.ts";
import type { Pair } from "#contract/rules/order-line.ts";
import { soldAs, type TaxClass } from "#contract/rules/tax-class.ts";

/**
 * UNCL5305, as the Australian authority has it used: standard rate, GST-free, input-taxed, and outside the scope of GST
 * because the supplier is not registered.
 */
export type GstCategory = "S" | "Z" | "E" | "O";

const categoryOf: Readonly<Record<TaxClass, GstCategory>> = { taxable: "S", gstFree: "Z", inputTaxed: "E" };

export interface EInvoiceLine extends Pair {
  name: string;
  note: string;
  lineItemId: number | null | undefined;
  orderNumber: string;
  category: GstCategory;
  quantity: number;
  /** Dollars for `per` pieces; never negative. */
  price: number;
  per: number;
}

interface Facts {
  timeZone: string;
  /** A fraction. */
  gstRate: number;
}

const pairs = (row: InvoiceTransaction): Pair[] => [
  { exTax: row.purchaseAmountExTax, tax: row.purchaseAmountTax },
  { exTax: row.shippingAmountExTax, tax: row.shippingAmountTax },
];

const isSomething = ({ exTax, tax }: Pair) => exTax !== 0 || tax !== 0;

/** Dollars inc GST. */
export const suppliesOf = (invoice: Invoice): number =>
  add(invoice.purchaseAmountExTax, invoice.purchaseAmountTax, invoice.shippingAmountExTax, invoice.shippingAmountTax);

/**
 * Returns the goods and the shipping of each row as lines of their own, without what is 0.00.
 * @param sign -1 for a credit note, whose amounts are what the supplier gives back
 */
export function eInvoiceLines(invoice: Invoice, sign: 1 | -1, facts: Facts): EInvoiceLine[] {
  return invoice.transactions.flatMap((row) => {
    const [goods, shipping] = pairs(row).map(({ exTax, tax }) => ({ exTax: 0 + sign * exTax, tax: 0 + sign * tax }));
    const name = inXml(row.productName) || "Product";
    const line = (pair: Pair, called: string, quantity: number): EInvoiceLine => ({
      ...pair,
      name: called,
      note: noteOf(row, facts.timeZone),
      lineItemId: row.lineItemId,
      orderNumber: row.marketplaceOrderId,
      category: invoice.documentKind === "statement" ? "O" : categoryOf[soldAs(pair, row.taxClass, facts.gstRate)],
      ...priceOf(pair.exTax, quantity),
    });
    return [
      ...(goods && isSomething(goods) ? [line(goods, name, sign * (row.quantity ?? 0))] : []),
      ...(shipping && isSomething(shipping) ? [line(shipping, `Shipping: ${name}`, Math.sign(shipping.exTax))] : []),
    ];
  });
}

/** A price is never negative. Where the quantity does not have the sign of the amount, the line is one piece. */
function priceOf(exTax: number, wanted: number): Pick<EInvoiceLine, "quantity" | "price" | "per"> {
  const amount = Math.abs(exTax);
  const sign = Math.sign(exTax) || 1;
  const quantity = wanted !== 0 && Math.sign(wanted) === sign ? wanted : sign;
  const pieces = Math.abs(quantity);
  const each = share(amount, 1, pieces);
  return times(each, pieces) === amount ? { quantity, price: each, per: 1 } : { quantity, price: amount, per: pieces };
}

function noteOf({ marketplaceOrderId, orderDate, adjustments }: InvoiceTransaction, timeZone: string): string {
  const changes = adjustments.map(
    ({ date, amountIncTax, reason }) =>
      `${formatDay(date, timeZone)}, ${formatDollars(amountIncTax)}: ${reason || "no reason given"}`,
  );
  return [`Order ${marketplaceOrderId} of ${formatDay(orderDate, timeZone)}`, ...changes].map(capitalised).join("; ");
}

export interface GstSubtotal extends Pair {
  category: GstCategory;
}

/** Returns the sums of the categories that occur. */
export function gstSubtotals(lines: readonly EInvoiceLine[]): GstSubtotal[] {
  return [...new Set(lines.map(({ category }) => category))].sort().map((category) => {
    const own = lines.filter((line) => line.category === category);
    return { category, exTax: add(...own.map(({ exTax }) => exTax)), tax: add(...own.map(({ tax }) => tax)) };
  });
}
