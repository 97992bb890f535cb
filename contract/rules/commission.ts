/**
 * Commission rules: the first rule in the list whose conditions a sale meets decides its commission. What decided is
 * frozen on the line item, so that later changes of the rules change no sale.
 */
import { formatPlainDay } from "./dates.ts";
import { formatDollars } from "./dollars.ts";
import { add, share, taxPair, times } from "./money.ts";
import type { Pair } from "./order-line.ts";
import { formatPercent } from "./percent.ts";

/** Whether the fixed amount is charged once for a line item, or for each piece. */
export const fixedPers = ["line", "piece"] as const;

/** Amounts in dollars ex GST, each for the whole line item unless `fixedPer` says otherwise. */
export interface CommissionTerms {
  /** A fraction of the goods inc GST, as that of an agreement. */
  rate: number;
  fixedAmount: number;
  fixedPer: (typeof fixedPers)[number];
  minimum: number | null;
  maximum: number | null;
  /** The rate is also taken of the shipping. */
  onShipping: boolean;
}

/** What a sale has to meet; null: anything. */
export interface CommissionConditions {
  marketplaceId: number | null;
  supplierId: number | null;
  /** This type, or one below it. */
  productTypeId: number | null;
  /** Of one piece, in dollars inc GST; both are part of the range. */
  priceFrom: number | null;
  priceTo: number | null;
  /** Days, as `2026-03-02`; both are part of the period. */
  fromDay: string | null;
  untilDay: string | null;
}

export interface Sale {
  marketplaceId: number;
  supplierId: number;
  /** The type of the product and all types above it; empty for items outside of the catalogue. */
  productTypeIds: readonly number[];
  /** Of one piece, in dollars inc GST. */
  price: number;
  /** The day of the order in the operator's time zone. */
  day: string;
}

export type Condition = "marketplace" | "supplier" | "productType" | "price" | "period";

const isWithin = <T extends string | number>(value: T, from: T | null, to: T | null): boolean =>
  (from === null || value >= from) && (to === null || value <= to);

/** Returns the first condition that the sale does not meet; undefined if it meets all. */
export function unmet(rule: CommissionConditions, sale: Sale): Condition | undefined {
  if (rule.marketplaceId !== null && rule.marketplaceId !== sale.marketplaceId) return "marketplace";
  if (rule.supplierId !== null && rule.supplierId !== sale.supplierId) return "supplier";
  if (rule.productTypeId !== null && !sale.productTypeIds.includes(rule.productTypeId)) return "productType";
  if (!isWithin(sale.price, rule.priceFrom, rule.priceTo)) return "price";
  return isWithin(sale.day, rule.fromDay, rule.untilDay) ? undefined : "period";
}

/**
 * True if every sale that meets the later rule meets the earlier one as well, so that the later one never applies.
 * @param typesOf returns a product type and all types above it
 */
export function covers(
  earlier: CommissionConditions,
  later: CommissionConditions,
  typesOf: (productTypeId: number) => readonly number[],
): boolean {
  const isSame = (a: number | null, b: number | null) => a === null || a === b;
  const isInside = <T extends string | number>(
    outer: readonly [T | null, T | null],
    inner: readonly [T | null, T | null],
  ) =>
    (outer[0] === null || (inner[0] !== null && inner[0] >= outer[0])) &&
    (outer[1] === null || (inner[1] !== null && inner[1] <= outer[1]));
  return (
    isSame(earlier.marketplaceId, later.marketplaceId) &&
    isSame(earlier.supplierId, later.supplierId) &&
    (earlier.productTypeId === null ||
      (later.productTypeId !== null && typesOf(later.productTypeId).includes(earlier.productTypeId))) &&
    isInside([earlier.priceFrom, earlier.priceTo], [later.priceFrom, later.priceTo]) &&
    isInside([earlier.fromDay, earlier.untilDay], [later.fromDay, later.untilDay])
  );
}

/** Of a whole line item. Dollars inc GST. */
export interface Charged {
  quantity: number;
  goods: number;
  shipping: number;
}

/** Dollars inc GST. */
const baseOf = ({ onShipping }: Pick<CommissionTerms, "onShipping">, { goods, shipping }: Omit<Charged, "quantity">) =>
  onShipping ? add(goods, shipping) : goods;

/**
 * Returns the commission on a line item. A line without a price has none, whatever the minimum is.
 * @param gstRate a fraction
 */
export function commissionBy(terms: CommissionTerms, line: Charged, gstRate: number): Pair {
  const base = baseOf(terms, line);
  if (base <= 0) return { exTax: 0, tax: 0 };
  const byRate = taxPair(times(base, terms.rate), gstRate);
  const fixed = terms.fixedPer === "piece" ? times(terms.fixedAmount, line.quantity) : terms.fixedAmount;
  const least = Math.max(add(byRate.exTax, fixed), terms.minimum ?? 0);
  const exTax = Math.min(least, terms.maximum ?? least);
  return exTax === byRate.exTax ? byRate : { exTax, tax: times(exTax, gstRate) };
}

/** A rule as it was when it decided the commission of a line item. */
export interface FrozenRule extends CommissionTerms {
  id: number;
  name: string;
  /** The commission on the whole line item as it was sold, in dollars inc GST. */
  charged: number;
}

/** What decided the commission of a line item. */
export interface CommissionBasis {
  /** A rule; the agreement; the default, for want of an agreement or a supplier; or the person who entered the item. */
  source: "rule" | "agreement" | "default" | "entered";
  rule?: FrozenRule;
  /** The rules before it in the list, and why they did not apply. */
  passed: { id: number; name: string; why: string }[];
}

/**
 * Returns the part of a rule's commission that belongs to what is left of a line item: in proportion to its price, so
 * that a minimum and a fixed amount are taken back as well. Undefined if it was sold without a price.
 */
export function commissionLeft(
  rule: Pick<FrozenRule, "charged" | "onShipping">,
  sold: Omit<Charged, "quantity">,
  left: Omit<Charged, "quantity">,
): number | undefined {
  const whole = baseOf(rule, sold);
  return whole > 0 ? share(rule.charged, baseOf(rule, left), whole) : undefined;
}

/** As `10.00% of the price and the shipping, plus $0.50 for each piece; at least $2.00`. Amounts are ex GST. */
export function termsText({ rate, fixedAmount, fixedPer, minimum, maximum, onShipping }: CommissionTerms): string {
  const percent = `${formatPercent(rate)} of the price${onShipping ? " and the shipping" : ""}`;
  const fixed =
    fixedAmount > 0
      ? `, plus ${formatDollars(fixedAmount)} for each ${fixedPer === "line" ? "line item" : "piece"}`
      : "";
  const least = minimum === null ? "" : `; at least ${formatDollars(minimum)}`;
  const most = maximum === null ? "" : `; at most ${formatDollars(maximum)}`;
  return `${percent}${fixed}${least}${most}`;
}

interface Names {
  marketplaceName: string | null;
  supplierName: string | null;
  /** The names from the root down. */
  productTypePath: string | null;
}

/** Returns what a sale has to meet, a text for each condition. */
export function conditionTexts(rule: CommissionConditions & Names): Partial<Record<Condition, string>> {
  const price = rangeText(rule.priceFrom, rule.priceTo, formatDollars);
  const period = rangeText(rule.fromDay, rule.untilDay, formatPlainDay);
  return {
    ...(rule.marketplaceId !== null && { marketplace: `Sold on ${rule.marketplaceName}` }),
    ...(rule.supplierId !== null && { supplier: `Supplied by ${rule.supplierName}` }),
    ...(rule.productTypeId !== null && { productType: `Product type ${rule.productTypePath}, or below it` }),
    ...(price && { price: `Price ${price}` }),
    ...(period && { period: `Ordered ${period}` }),
  };
}

function rangeText<T>(from: T | null, to: T | null, format: (value: T) => string): string {
  return [from !== null && `from ${format(from)}`, to !== null && `up to ${format(to)}`].filter(Boolean).join(" ");
}

/** Returns why a rule did not decide the commission of a sale. */
export const whyNot = (rule: CommissionConditions & Names, condition: Condition): string =>
  `Does not meet: ${conditionTexts(rule)[condition]}.`;
