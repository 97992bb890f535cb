/** Adjustments of line items, by people and by marketplaces. */
import type { StoredLineItem } from "#api/areas/shared/order.ts";
import { record } from "#api/areas/shared/order-ledger.ts";
import type { Context } from "#api/core/operations/context.ts";
import { amountsFor, commissionFor, type LineFigures } from "#contract/rules/adjustment.ts";
import { taxPair } from "#contract/rules/money.ts";
import { adjustmentOf, incTax, type Ledger, settled, type Totals } from "#contract/rules/order-line.ts";
import { followQuantity } from "./stock.ts";

/** Writes the entry of an adjustment, whose stock follows its quantity. The order must be locked. */
export async function adjustLine(
  context: Context,
  item: StoredLineItem,
  ledger: Ledger,
  adjustment: Totals,
  comment: string,
): Promise<void> {
  await record(
    context,
    item,
    adjustmentOf(settled(ledger, adjustment, context.config.gstRate, item.taxClass)),
    comment,
  );
  const { quantity } = ledger.adjusted;
  await followQuantity(context.db, item, { from: quantity, to: quantity + adjustment.quantity });
}

type Priced = Pick<StoredLineItem, "commissionRate" | "commissionBasis">;

function figuresOf({ commissionRate, commissionBasis }: Priced, ledger: Ledger): LineFigures {
  const figure = (of: (totals: Totals) => number) => ({ ordered: of(ledger.ordered), adjusted: of(ledger.adjusted) });
  return {
    commissionRate,
    commissionRule: commissionBasis?.rule,
    quantity: figure((totals) => totals.quantity),
    purchaseAmount: figure(({ purchase }) => incTax(purchase)),
    shippingAmount: figure(({ shipping }) => incTax(shipping)),
    commissionAmount: figure(({ commission }) => incTax(commission)),
  };
}

/** Returns the adjustment that cancels some of the items, with the amounts that the form suggests. */
export function cancellationOf(item: StoredLineItem, ledger: Ledger, quantity: number, gstRate: number): Totals {
  const { purchase, shipping, commission } = amountsFor(figuresOf(item, ledger), -quantity);
  return {
    quantity: -quantity,
    purchase: taxPair(purchase, gstRate),
    shipping: taxPair(shipping, gstRate),
    commission: taxPair(commission, gstRate),
  };
}

/**
 * Returns the adjustment that gives the customer these amounts back, with the commission on them.
 * @param refund dollars inc GST, not negative
 */
export function refundOf(
  item: StoredLineItem,
  ledger: Ledger,
  refund: { price: number; shipping: number },
  gstRate: number,
): Totals {
  const purchase = 0 - refund.price;
  const shipping = 0 - refund.shipping;
  return {
    quantity: 0,
    purchase: taxPair(purchase, gstRate),
    shipping: taxPair(shipping, gstRate),
    commission: taxPair(commissionFor(figuresOf(item, ledger), { purchase, shipping }), gstRate),
  };
}
