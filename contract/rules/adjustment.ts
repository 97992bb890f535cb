/**
 * Suggestions for an adjustment of a line item: amounts that go with a change of quantity, and commission that goes
 * with an amount.
 */
import { add, share, times } from "./money.ts";

interface Figure {
  ordered: number;
  adjusted: number;
}

/** The figures of a line item as returned by `orders/get`. Dollars inc GST. */
export interface LineFigures {
  quantity: Figure;
  purchaseAmount: Figure;
  shippingAmount: Figure;
  commissionAmount: Figure;
  /** A fraction. */
  commissionRate: number;
}

/** Changes in dollars inc GST; negative for refunds. */
export interface SuggestedAmounts {
  purchase: number;
  shipping: number;
  commission: number;
}

/** Limits a reduction to the current amount. */
const downTo = (least: number, change: number): number => Math.max(change, 0 - least);

/**
 * Returns the commission on the purchase amount after the change, less the current commission, so that several refunds
 * take back the same as a single one. The last refund takes back the remainder.
 * @param purchase the change of the purchase amount, in dollars inc GST
 */
export function commissionFor(
  { purchaseAmount, commissionAmount, commissionRate }: LineFigures,
  purchase: number,
): number {
  const now = purchaseAmount.adjusted;
  const after = add(now, purchase);
  if (purchase === 0) return 0;
  if (after <= 0) return 0 - commissionAmount.adjusted;
  return downTo(commissionAmount.adjusted, add(times(after, commissionRate), -times(now, commissionRate)));
}

/**
 * Returns the amounts for a change of quantity: a proportional share of the ordered amounts, and the remainder with the
 * last item.
 */
export function amountsFor(item: LineFigures, quantity: number): SuggestedAmounts {
  const { purchaseAmount, shippingAmount } = item;
  const now = item.quantity.adjusted;
  const after = now + quantity;
  const changeOf = ({ ordered, adjusted }: Figure) => {
    if (quantity === 0 || item.quantity.ordered <= 0) return 0;
    if (after <= 0) return 0 - adjusted;
    const sharedBy = (pieces: number) => share(ordered, pieces, item.quantity.ordered);
    return downTo(adjusted, add(sharedBy(after), -sharedBy(now)));
  };
  const purchase = changeOf(purchaseAmount);
  return { purchase, shipping: changeOf(shippingAmount), commission: commissionFor(item, purchase) };
}
