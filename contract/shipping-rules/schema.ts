import { z } from "zod";
import { acrossFields } from "#contract/across-fields.ts";
import {
  amountExGst,
  chosenId,
  filterText,
  list,
  maxDollars,
  recordId,
  requiredMessage,
  text,
  typedAmount,
  yesNo,
} from "#contract/fields.ts";
import { at } from "#contract/rules/at.ts";
import { groupsOf, maxRates, rateMessage, tooManyRates } from "#contract/rules/shipping-rows.ts";
import { maxQuantity, tierProblems } from "#contract/rules/shipping-tiers.ts";

/* ---- what is shown ---- */

export const shippingRuleSortFields = [
  "name",
  "id",
  "supplierName",
  "sellAnywhereDomestically",
  "sellAnywhereInternationally",
  "defaultDomesticShippingRate",
  "defaultInternationalShippingRate",
] as const;

export const shippingRuleFilters = z.object({ name: filterText(), supplierId: recordId.optional() });

export const shippingRuleRow = z.object({
  id: z.number().int(),
  name: z.string(),
  supplierId: z.number().int(),
  supplierName: z.string(),
  sellAnywhereDomestically: z.boolean(),
  sellAnywhereInternationally: z.boolean(),
  /** Dollars ex GST per item; null until entered. */
  defaultDomesticShippingRate: z.number().nullish(),
  /** Dollars ex GST per item. */
  defaultInternationalShippingRate: z.number().nullish(),
  isDisabled: z.boolean().default(false),
});
export type ShippingRuleRow = z.output<typeof shippingRuleRow>;

export const shippingRate = z.object({
  id: z.number().int(),
  /** Null: any country. */
  countryCode: z.string().nullish(),
  countryName: z.string().nullish(),
  /** Null: any state. */
  stateId: z.number().int().nullish(),
  stateShortName: z.string().nullish(),
  quantityFrom: z.number().int(),
  /** Null: no upper limit. */
  quantityTo: z.number().int().nullish(),
  /** Dollars ex GST per item. */
  shippingRatePerItem: z.number(),
});
export type ShippingRate = z.output<typeof shippingRate>;

export const shippingRuleSchema = shippingRuleRow.extend({
  canEdit: z.boolean().default(false),
  shippingRates: z.array(shippingRate).default([]),
});
export type ShippingRule = z.output<typeof shippingRuleSchema>;

/* ---- what is typed ---- */

export const addShippingRule = z.object({
  Name: text({ max: 255 }),
  SupplierId: chosenId("Please select the supplier for this shipping rule"),
});

const details = z.object({
  Name: text({ max: 255 }),
  SellAnywhereDomestically: yesNo,
  SellAnywhereInternationally: yesNo,
});

/** The command: rates in dollars ex GST. A rate whose option is off is not stored. */
export const updateShippingRuleDetails = details.extend({
  ShippingRuleId: recordId,
  DefaultDomesticShippingRate: amountExGst().nullish(),
  DefaultInternationalShippingRate: amountExGst().nullish(),
});

type RateField = "DefaultDomesticShippingRate" | "DefaultInternationalShippingRate";

/** Returns the default rates that are required because their option is on. */
export function ratesInUse(rule: Partial<z.output<typeof details>>): RateField[] {
  return [
    ...(rule.SellAnywhereDomestically ? ["DefaultDomesticShippingRate" as const] : []),
    ...(rule.SellAnywhereInternationally ? ["DefaultInternationalShippingRate" as const] : []),
  ];
}

const unread = z.string().default("");
const amount = typedAmount({
  min: 0,
  max: maxDollars,
  message: "Please enter an amount of 0 or more, for example 9.95.",
});

/** The form: rates in dollars inc GST. A rate whose option is off is ignored. */
export const shippingRuleDetailsForm = acrossFields(
  details.extend({ DefaultDomesticShippingRate: unread, DefaultInternationalShippingRate: unread }),
  (typed, context) => {
    for (const field of ratesInUse(typed)) {
      const [issue] = amount.safeParse(typed[field]).error?.issues ?? [];
      const message = typed[field]?.trim() === "" ? requiredMessage : issue?.message;
      if (message) context.addIssue({ code: "custom", path: [field], message });
    }
  },
);

export const shippingRuleCommand = z.object({ ShippingRuleId: recordId });

const quantity = z.int("Please enter a whole number.").max(maxQuantity);
const place = z.string().trim().max(255).nullish();

/** No country means any country, and no state any state. */
const sentRate = z.object({
  CountryCode: place.transform((code) => code?.toUpperCase() || null),
  State: place.transform((state) => state || null),
  QuantityFrom: quantity.min(1, "This must be at least 1."),
  QuantityTo: quantity.nullish().transform((to) => to ?? null),
  /** Dollars ex GST. */
  ShippingRatePerItem: amountExGst(rateMessage),
});
export type SentRate = z.output<typeof sentRate>;

/** Replaces all rates of the rule. */
export const upsertShippingRuleRates = z.object({
  ShippingRuleId: recordId,
  ShippingRates: list(sentRate, { max: maxRates, tooMany: tooManyRates }).superRefine((rates, context) => {
    for (const { index, field, message } of ratesProblems(rates))
      context.addIssue({ code: "custom", path: [index, field], message });
  }),
});

/** Returns errors in the tiers of each country and state, by row index. */
function ratesProblems(rates: readonly SentRate[]) {
  const groups = groupsOf(
    rates.map(({ CountryCode, State }) => ({ countryCode: CountryCode ?? "", state: State ?? "" })),
  );
  return groups.flatMap((group) => {
    const tiers = group
      .map((index) => at(rates, index))
      .map(({ QuantityFrom, QuantityTo }) => ({ quantityFrom: QuantityFrom, quantityTo: QuantityTo }));
    return tierProblems(tiers).map(({ index, field, message }) => ({
      index: group[index] ?? 0,
      field: field === "quantityFrom" ? "QuantityFrom" : "QuantityTo",
      message,
    }));
  });
}

export const shippingRuleMessages = {
  saved: "Shipping rule details updated successfully.",
  notSaved: "Oh dear, we could not save the shipping rule details due to an unexpected error.",
  deleted: "Shipping rule deleted successfully.",
  notDeleted: "Oh no - an unexpected error has occurred.",
} as const;
