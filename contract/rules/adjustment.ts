/**
 * Suggestions for an adjustment of a line item: amounts that go with a change of quantity, and commission that goes
 * with an amount.
 */
import { commissionLeft, type FrozenRule } from "./commission.ts";
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
  /** The rule that decided the commission, if one did. */
  commissionRule?: Pick<FrozenRule, "charged" | "onShipping"> | null | undefined;
}

/** Changes in dollars inc GST; negative for refunds. */
export interface SuggestedAmounts {
  purchase: number;
  shipping: number;
  commission: number;
}

/** Limits a reduction to the current amount. */
const downTo = (least: number, change: number): number => Math.max(change, 0 - least);

/** Changes of what the customer pays, in dollars inc GST. */
type Change = Pick<SuggestedAmounts, "purchase" | "shipping">;

/**
 * Returns the commission on the amounts after the change, less that on the current ones, so that several refunds take
 * back the same as a single one. The last refund takes back the remainder. The commission of a rule is taken back in
 * proportion, with its fixed amount and its minimum.
 */
export function commissionFor(item: LineFigures, { purchase, shipping }: Change): number {
  const { purchaseAmount, shippingAmount, commissionAmount, commissionRate, commissionRule: rule } = item;
  const isShippingCharged = rule?.onShipping === true;
  if (purchase === 0 && !(isShippingCharged && shipping !== 0)) return 0;
  const now = { goods: purchaseAmount.adjusted, shipping: shippingAmount.adjusted };
  const after = { goods: add(now.goods, purchase), shipping: add(now.shipping, shipping) };
  const rest = isShippingCharged ? add(after.goods, after.shipping) : after.goods;
  if (rest <= 0) return 0 - commissionAmount.adjusted;
  const sold = { goods: purchaseAmount.ordered, shipping: shippingAmount.ordered };
  const due = (left: typeof now) => (rule && commissionLeft(rule, sold, left)) ?? times(left.goods, commissionRate);
  return downTo(commissionAmount.adjusted, add(due(after), -due(now)));
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
  const change = { purchase: changeOf(purchaseAmount), shipping: changeOf(shippingAmount) };
  return { ...change, commission: commissionFor(item, change) };
}
