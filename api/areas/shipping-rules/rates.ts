import { eq } from "drizzle-orm";
import { findState } from "#api/areas/shared/states.ts";
import { edited } from "#api/core/commands/edits.ts";
import { shippingRates } from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { invalid } from "#api/core/refusals/refusal.ts";
import { countryName } from "#contract/locations/countries.ts";
import type { Operations } from "#contract/operations.ts";
import { byPlace, ruleRates } from "#contract/shipping-rules/edits.ts";
import type { SentRate } from "#contract/shipping-rules/schema.ts";
import { ruleToChange } from "./policy.ts";

export const upsertRates: Handler<Operations["shippingRules"]["upsertRates"]> = async (sent, context) => {
  const rule = await ruleToChange(context, sent.ShippingRuleId);
  const stored = await context.db.select().from(shippingRates).where(eq(shippingRates.shippingRuleId, rule.id));
  const now = stored.map((rate) => ({ ...rate, stateShortName: rate.state, shippingRatePerItem: rate.ratePerItem }));
  // Compared by place and quantity; messages refer to the order of the request.
  const sorted = [...sent.ShippingRates].sort(byPlace);
  const { ShippingRates } = edited({ ...sent, ShippingRates: sorted }, ruleRates(now));
  if (ShippingRates !== sorted) return null;
  const errors = Object.fromEntries(sent.ShippingRates.flatMap(placeErrors));
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await context.db.delete(shippingRates).where(eq(shippingRates.shippingRuleId, rule.id));
  const rows = sent.ShippingRates.map((rate) => rowOf(rule.id, rate));
  if (rows.length > 0) await context.db.insert(shippingRates).values(rows);
  return null;
};

/**
 * Returns errors in the place of a rate, by field name. Only listed states are valid, because others have several
 * spellings.
 */
function placeErrors({ CountryCode, State }: SentRate, index: number): [field: string, messages: string[]][] {
  const at = (field: string, message: string): [string, string[]][] => [[`ShippingRates.${index}.${field}`, [message]]];
  if (CountryCode !== null && countryName(CountryCode) === undefined)
    return at("CountryCode", `There is no country with the code “${CountryCode}”.`);
  if (State === null) return [];
  if (CountryCode === null) return at("State", "A state needs its country.");
  // Must be the stored spelling, or tiers of one state would be grouped separately.
  if (findState(CountryCode, State)?.shortName !== State)
    return at("State", `There is no state or territory “${State}” in ${countryName(CountryCode)}.`);
  return [];
}

function rowOf(shippingRuleId: number, rate: SentRate): typeof shippingRates.$inferInsert {
  return {
    shippingRuleId,
    countryCode: rate.CountryCode,
    state: rate.State,
    quantityFrom: rate.QuantityFrom,
    quantityTo: rate.QuantityTo,
    ratePerItem: rate.ShippingRatePerItem,
  };
}
