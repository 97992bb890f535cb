/** What an adjustment of a line item suggests: the amounts that go with a change of quantity, the commission with one of money. */
import { add, share, times } from "./money.ts";

interface Figure {
  ordered: number;
  adjusted: number;
}

/** The figures of a line item as `orders/get` sends them. Dollars inc GST. */
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

/** No less than takes back everything. */
const downTo = (least: number, change: number): number => Math.max(change, 0 - least);

/**
 * The commission of the purchase amount after the change, less that of now, so that refunds one by one take back the same
 * as one of everything. The last one takes back what is left.
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

/** What goes with a change of quantity: the ordered amounts' share of the pieces, and everything that is left with the last piece. */
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
