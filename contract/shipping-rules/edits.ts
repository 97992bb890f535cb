/** A shipping rule in the words of the commands that change it: what a form shows, and what is there now. */
import type { SentRate, ShippingRate, ShippingRule } from "./schema.ts";

type Details = Pick<ShippingRule, "name" | "sellAnywhereDomestically" | "sellAnywhereInternationally"> &
  Pick<ShippingRule, "defaultDomesticShippingRate" | "defaultInternationalShippingRate">;

/** `UpdateShippingRuleDetails` */
export const ruleDetails = (rule: Details) => ({
  Name: rule.name,
  SellAnywhereDomestically: rule.sellAnywhereDomestically,
  SellAnywhereInternationally: rule.sellAnywhereInternationally,
  DefaultDomesticShippingRate: rule.defaultDomesticShippingRate,
  DefaultInternationalShippingRate: rule.defaultInternationalShippingRate,
});

type Rate = Pick<
  ShippingRate,
  "countryCode" | "stateShortName" | "quantityFrom" | "quantityTo" | "shippingRatePerItem"
>;

/** `UpsertShippingRuleRates`; the order of the rates says nothing. */
export const ruleRates = (rates: readonly Rate[]) => ({
  ShippingRates: rates
    .map((rate) => ({
      CountryCode: rate.countryCode ?? null,
      State: rate.stateShortName ?? null,
      QuantityFrom: rate.quantityFrom,
      QuantityTo: rate.quantityTo ?? null,
      ShippingRatePerItem: rate.shippingRatePerItem,
    }))
    .sort(byPlace),
});

type Place = Pick<SentRate, "CountryCode" | "State" | "QuantityFrom">;

/** The order in which two lists of rates are compared. */
export const byPlace = (a: Place, b: Place): number => (keyOf(a) < keyOf(b) ? -1 : 1);

const keyOf = (rate: Place) =>
  JSON.stringify([rate.CountryCode, rate.State, String(rate.QuantityFrom).padStart(10, "0")]);
