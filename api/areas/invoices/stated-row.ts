import { pairsOf } from "#api/areas/shared/order-ledger.ts";
import type { StoredAmounts } from "#api/areas/shared/stored-amounts.ts";
import { type DocumentKind, statedAmounts } from "#contract/rules/invoice.ts";

/** Returns an invoice or one of its rows with the amounts that the document states. What is stored is what the ledger has. */
export function statedRow<Row extends StoredAmounts>(kind: DocumentKind, row: Row): Row {
  const { purchase, shipping } = statedAmounts(kind, pairsOf(row));
  return {
    ...row,
    purchaseExTax: purchase.exTax,
    purchaseTax: purchase.tax,
    shippingExTax: shipping.exTax,
    shippingTax: shipping.tax,
  };
}
