/**
 * A shipping rule in the fields of the commands that change it, to compare what a form shows with the current record.
 */
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

/** `UpsertShippingRuleRates`; the order of the rates is irrelevant. */
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

/** Sort order for comparing two lists of rates. */
export const byPlace = (a: Place, b: Place): number => (keyOf(a) < keyOf(b) ? -1 : 1);

const keyOf = (rate: Place) =>
  JSON.stringify([rate.CountryCode, rate.State, String(rate.QuantityFrom).padStart(10, "0")]);
