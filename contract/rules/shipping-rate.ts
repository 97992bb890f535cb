/** Determines which rate of a shipping rule applies to an order, and why the others do not. */

import { defaultCountry } from "#contract/locations/schema.ts";
import type { ShippingRate, ShippingRule } from "#contract/shipping-rules/schema.ts";
import { capitalised } from "./capital.ts";
import { inclusive, taxPair, times } from "./money.ts";

export interface Destination {
  countryCode: string;
  countryName: string;
  /** A short name; empty if unknown. */
  state: string;
  quantity: number;
}

export interface Amounts {
  exGst: number;
  incGst: number;
}

/** A rate that was considered: it applies, or the reason why it does not. */
export interface Considered {
  name: string;
  /** Dollars ex GST per item; null if none was entered. */
  ratePerItem: number | null;
  applies: boolean;
  reason: string;
}

export interface Explanation {
  /** In the order of consideration: the first that matches applies. */
  considered: Considered[];
  /** Undefined if no rate matches, or the matching one has no amount. */
  price?: { perItem: Amounts; total: Amounts };
}

type Rates = Pick<
  ShippingRule,
  | "sellAnywhereDomestically"
  | "sellAnywhereInternationally"
  | "defaultDomesticShippingRate"
  | "defaultInternationalShippingRate"
  | "shippingRates"
>;

interface Candidate {
  name: string;
  ratePerItem: number | null;
  /** Why it does not apply to this order; undefined if it does. */
  refusal: string | undefined;
  /** Explanation if it applies. */
  fit: string;
  /** Default rates are entered inc GST, rates of tiers ex GST. */
  isTypedIncGst: boolean;
}

/**
 * Applies the most specific rate: a tier of the state, then of the country, then of any country, then the rule's
 * default.
 * @param gst the GST rate as a fraction (0.1)
 */
export function explainRate(rule: Rates, to: Destination, gst: number): Explanation {
  const candidates = [
    ...tiersByPrecision(rule.shippingRates).map((rate) => asCandidate(rate, to)),
    ...defaults(rule, to),
  ];
  const winner = candidates.find(({ refusal }) => refusal === undefined);
  const considered = candidates.map((candidate) => ({
    name: candidate.name,
    ratePerItem: candidate.ratePerItem,
    applies: candidate === winner,
    reason:
      candidate === winner ? candidate.fit : (candidate.refusal ?? `Matches, but “${winner?.name}” takes precedence.`),
  }));
  return {
    considered,
    price:
      winner && winner.ratePerItem !== null
        ? priceOf(winner.ratePerItem, winner.isTypedIncGst, to.quantity, gst)
        : undefined,
  };
}

/** Exact on the side of GST on which the rate was entered, so that quantity times rate equals the total. */
function priceOf(ratePerItem: number, isTypedIncGst: boolean, quantity: number, gst: number) {
  const perItem = { exGst: ratePerItem, incGst: inclusive(ratePerItem, gst) };
  if (isTypedIncGst) {
    const incGst = times(perItem.incGst, quantity);
    return { perItem, total: { exGst: taxPair(incGst, gst).exTax, incGst } };
  }
  const exGst = times(ratePerItem, quantity);
  return { perItem, total: { exGst, incGst: inclusive(exGst, gst) } };
}

/** Returns the tiers in the order of consideration. */
function tiersByPrecision(rates: readonly ShippingRate[]): ShippingRate[] {
  const rank = ({ countryCode, stateShortName }: ShippingRate) => (stateShortName ? 0 : countryCode ? 1 : 2);
  return [...rates].sort(
    (a, b) => rank(a) - rank(b) || placeName(a).localeCompare(placeName(b)) || a.quantityFrom - b.quantityFrom,
  );
}

function asCandidate(rate: ShippingRate, to: Destination): Candidate {
  const place = placeName(rate);
  const name = `${capitalised(place)}, ${quantityText(rate)}`;
  const fit = `For ${place}, ${quantityText(rate)}.`;
  return { name, ratePerItem: rate.shippingRatePerItem, refusal: refusalOf(rate, to), fit, isTypedIncGst: false };
}

function refusalOf(rate: ShippingRate, to: Destination): string | undefined {
  if (rate.countryCode && rate.countryCode !== to.countryCode) return `For ${countryOf(rate)}, not ${to.countryName}.`;
  if (rate.stateShortName && rate.stateShortName !== to.state) {
    return to.state
      ? `For ${rate.stateShortName}, not ${to.state}.`
      : `For ${rate.stateShortName} only, and no state was chosen.`;
  }
  const isWithin = to.quantity >= rate.quantityFrom && (rate.quantityTo == null || to.quantity <= rate.quantityTo);
  return isWithin ? undefined : `For ${quantityText(rate)}, not ${to.quantity}.`;
}

function defaults(rule: Rates, to: Destination): Candidate[] {
  const isDomestic = to.countryCode === defaultCountry;
  return [
    aDefault("Default within Australia", rule.defaultDomesticShippingRate, {
      isFor: isDomestic,
      isOn: rule.sellAnywhereDomestically,
      elsewhere: `For Australia, not ${to.countryName}.`,
      off: "This rule ships within Australia only where a tier applies.",
    }),
    aDefault("Default internationally", rule.defaultInternationalShippingRate, {
      isFor: !isDomestic,
      isOn: rule.sellAnywhereInternationally,
      elsewhere: "For countries other than Australia.",
      off: "This rule ships to other countries only where a tier applies.",
    }),
  ];
}

interface DefaultTexts {
  isFor: boolean;
  isOn: boolean;
  elsewhere: string;
  off: string;
}

function aDefault(
  name: string,
  rate: number | null | undefined,
  { isFor, isOn, elsewhere, off }: DefaultTexts,
): Candidate {
  const fit = rate == null ? "Applies, but no rate has been entered yet." : "No tier matches, so the default applies.";
  return {
    name,
    ratePerItem: rate ?? null,
    refusal: isFor ? (isOn ? undefined : off) : elsewhere,
    fit,
    isTypedIncGst: true,
  };
}

const countryOf = ({ countryCode, countryName }: ShippingRate) => countryName || countryCode || "any country";

/** “Australia, NSW”, “Australia”, “any country”. */
function placeName(rate: ShippingRate): string {
  return rate.stateShortName ? `${countryOf(rate)}, ${rate.stateShortName}` : countryOf(rate);
}

/** “1 item”, “2 to 5 items”, “6 items or more”. */
function quantityText({ quantityFrom, quantityTo }: Pick<ShippingRate, "quantityFrom" | "quantityTo">): string {
  if (quantityTo == null) return `${quantityFrom} ${quantityFrom === 1 ? "item" : "items"} or more`;
  if (quantityTo === quantityFrom) return `${quantityFrom} ${quantityFrom === 1 ? "item" : "items"}`;
  return `${quantityFrom} to ${quantityTo} items`;
}
