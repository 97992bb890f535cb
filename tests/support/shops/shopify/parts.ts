/** Shared by all parts of the shop. */

/** Numbers of everything, growing, as in a real shop. */
export class Ids {
  private last = 1_000_000;
  next(type: string): string {
    this.last += 1;
    return `gid://shopify/${type}/${this.last}`;
  }
}

export interface Settings {
  name: string;
  currencyCode: string;
  /** Prices include GST. */
  taxesIncluded: boolean;
  weightUnit: "GRAMS" | "KILOGRAMS" | "OUNCES" | "POUNDS";
}

/** The answer of a mutation that refuses its input. */
export const refused = (message: string, code?: string) => ({ userErrors: [{ message, ...(code && { code }) }] });

/** Shopify dates by the second. */
export const stamp = (moment = new Date()): string => `${moment.toISOString().slice(0, 19)}Z`;

/** @param cents in the shop's currency */
export const moneyBag = (cents: number) => ({ shopMoney: { amount: (cents / 100).toFixed(2) } });

/** GST of an amount in cents, of 10 %. */
export const taxOf = (cents: number, { taxesIncluded }: Settings): number =>
  Math.round(taxesIncluded ? cents / 11 : cents / 10);

export const locationId = "gid://shopify/Location/501";
export const otherLocationId = "gid://shopify/Location/502";
export const onlineStoreId = "gid://shopify/Publication/601";
