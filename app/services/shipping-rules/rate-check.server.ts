/** "Check a rate": the shipping rate for the destination and quantity in the query string. */

import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { locations } from "#contract/locations/operations.ts";
import { countriesWithStates, defaultCountry } from "#contract/locations/schema.ts";
import { explainRate } from "#contract/rules/shipping-rate.ts";
import { wholeNumber } from "#contract/rules/shipping-rows.ts";
import { maxQuantity } from "#contract/rules/shipping-tiers.ts";
import type { ShippingRule } from "#contract/shipping-rules/schema.ts";

/**
 * Returns undefined if there is nothing to check. Invalid query parameters are ignored, except for the quantity, which
 * is reported.
 */
export async function loadWhy(context: RequestContext, rule: ShippingRule, gstRate: number) {
  const parameter = (name: string) => context.url.searchParams.get(name) ?? "";
  if (!context.url.searchParams.has("country")) return undefined;
  const countries = await context.api(locations.countries, {});
  const country =
    countries.find(({ code }) => code === parameter("country")) ??
    countries.find(({ code }) => code === defaultCountry);
  if (!country) return undefined;
  const states = countriesWithStates.includes(country.code)
    ? await context.api(locations.states, { countryCode: country.code })
    : [];
  const state = states.find(({ shortName }) => shortName === parameter("state"))?.shortName ?? "";
  const quantity = wholeNumber(parameter("quantity"));
  const isRight = typeof quantity === "number" && quantity >= 1 && quantity <= maxQuantity;
  const to = { countryCode: country.code, countryName: country.name, state };
  return {
    countries,
    states,
    ...to,
    quantity: parameter("quantity"),
    message: isRight ? undefined : "Please enter a whole number of 1 or more.",
    explanation: isRight ? explainRate(rule, { ...to, quantity }, gstRate) : undefined,
  };
}
