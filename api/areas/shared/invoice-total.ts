/** What a supplier is paid for a document, in dollars inc GST: its supplies, less the commission and the charges. */
import { type SQL, sql } from "drizzle-orm";
import { pairsOf } from "#api/areas/shared/order-ledger.ts";
import { payable } from "#api/areas/shared/stored-amounts.ts";
import { invoices } from "#api/core/database/schema/index.ts";
import { add } from "#contract/rules/money.ts";
import { subTotal } from "#contract/rules/order-line.ts";

export const total: SQL = sql`${payable(invoices)} - ${invoices.chargesExTax} - ${invoices.chargesTax}`;

/** Goods and shipping, before commission and charges. */
export const suppliesOf = (invoice: typeof invoices.$inferSelect): number => {
  const { purchase, shipping } = pairsOf(invoice);
  return add(purchase.exTax, purchase.tax, shipping.exTax, shipping.tax);
};

export const totalOf = (invoice: typeof invoices.$inferSelect): number =>
  add(subTotal({ quantity: 0, ...pairsOf(invoice) }), -invoice.chargesExTax, -invoice.chargesTax);
