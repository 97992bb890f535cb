/** Changing the prices of many products by the same rule. In whole cents, so that every price is exact. */

export interface PriceChange {
  /** A fraction with at most four decimals: 0.05 is five percent more. */
  fraction?: number;
  /** Dollars inc GST, added to the price. */
  dollars?: number;
  /** The nearest price that ends in 95 cents. */
  endsIn95: boolean;
}

/** Of a fraction. */
const parts = 10_000;
const leastEndingIn95 = 95;

/**
 * Returns the changed price, rounded half away from zero.
 * @param price dollars inc GST, in whole cents
 */
export function changedPrice(price: number, { fraction = 0, dollars = 0, endsIn95 }: PriceChange): number {
  const cents = Math.round(price * 100);
  const more = cents * Math.round(fraction * parts);
  const changed =
    cents + Math.sign(more) * Math.floor((Math.abs(more) + parts / 2) / parts) + Math.round(dollars * 100);
  return (endsIn95 ? endingIn95(changed) : changed) / 100;
}

/** The nearest, the higher one of two that are as near. */
function endingIn95(cents: number): number {
  const below = Math.floor((cents - 95) / 100) * 100 + 95;
  return Math.max(leastEndingIn95, cents - below < 50 ? below : below + 100);
}
