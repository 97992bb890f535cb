import { z } from "zod";
import { acrossFields } from "#contract/across-fields.ts";
import {
  atMost,
  dayText,
  fourDecimals,
  list,
  maxDollars,
  optionalTypedAmount,
  recordId,
  recordIdOrNone,
  requiredMessage,
  text,
  typedPercent,
  yesNo,
} from "#contract/fields.ts";
import { type CommissionConditions, type CommissionTerms, fixedPers } from "#contract/rules/commission.ts";
import { commissionTerms, frozenRule } from "./frozen.ts";

/* ---- what is shown ---- */

const id = z.number().int();

const conditions = {
  marketplaceId: id.nullable(),
  supplierId: id.nullable(),
  /** This type, or one below it. */
  productTypeId: id.nullable(),
  /** Of one piece, in dollars inc GST; both are part of the range. */
  priceFrom: z.number().nullable(),
  priceTo: z.number().nullable(),
  /** Days in the operator's time zone, as `2026-03-02`; both are part of the period. */
  fromDay: z.string().nullable(),
  untilDay: z.string().nullable(),
};

export const commissionRule = z.object({
  id,
  name: z.string(),
  /** Its place in the list, from 1. */
  position: id,
  ...conditions,
  marketplaceName: z.string().nullable(),
  supplierName: z.string().nullable(),
  /** The names from the root down to the type. */
  productTypePath: z.string().nullable(),
  ...commissionTerms,
  /** The rule before it that decides whatever this one could; null if it can apply. */
  coveredBy: z.object({ id, name: z.string() }).nullable(),
});
export type CommissionRule = z.output<typeof commissionRule>;

/** Why a line item has its commission. */
export const lineCommission = z.object({
  orderId: id,
  orderName: z.string(),
  productName: z.string(),
  /** Null for sales that were entered by versions that did not record it. */
  source: z.enum(["rule", "agreement", "default", "entered"]).nullable(),
  /** A fraction. */
  rate: z.number(),
  rule: frozenRule().nullable(),
  /** The rules before it in the list, and why each did not apply. */
  passed: z.array(z.object({ id, name: z.string(), why: z.string() })),
  /** As sold, in dollars inc GST. */
  quantity: id,
  goods: z.number(),
  shipping: z.number(),
  /** Dollars. */
  commissionExTax: z.number(),
  commissionTax: z.number(),
});
export type LineCommission = z.output<typeof lineCommission>;

export const commissionTrial = z.object({
  /** Days, both part of the period. */
  fromDay: z.string(),
  untilDay: z.string(),
  suppliers: z.array(
    z.object({
      supplierId: id,
      supplierName: z.string(),
      lines: id,
      /** The lines whose commission would have been another one. */
      changed: id,
      /** Dollars inc GST. */
      before: z.number(),
      after: z.number(),
    }),
  ),
});
export type CommissionTrial = z.output<typeof commissionTrial>;

/* ---- what is sent ---- */

const rateMessage = "Please enter a percentage from 0 to 100, with at most two decimals.";
const amountMessage = "Please enter an amount of 0 or more, with at most two decimals.";

const cents = z
  .number(amountMessage)
  .min(0, amountMessage)
  .max(maxDollars, atMost(maxDollars))
  .refine((value) => Number(value.toFixed(2)) === value, amountMessage);
const day = dayText("Please enter a date.");
const orNone = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? null);

const name = text({ max: 255 });
const chosen = { MarketplaceId: recordIdOrNone, SupplierId: recordIdOrNone, ProductTypeId: recordIdOrNone };
const fixedPer = z.enum(fixedPers, "Please choose one from the list.").default("line");

const ruleInput = z.object({
  Name: name,
  ...chosen,
  PriceFrom: orNone(cents),
  PriceTo: orNone(cents),
  FromDay: orNone(day),
  UntilDay: orNone(day),
  /** A fraction with at most four decimals, which is percent with two. */
  Rate: z.number(requiredMessage).min(0, rateMessage).max(1, rateMessage).refine(fourDecimals, rateMessage),
  /** Dollars ex GST, like the minimum and the maximum. */
  FixedAmount: cents.default(0),
  FixedPer: fixedPer,
  Minimum: orNone(cents),
  Maximum: orNone(cents),
  OnShipping: yesNo.default(false),
});
export type RuleInput = z.output<typeof ruleInput>;

/** Adds the rule after all others. */
export const addCommissionRule = ruleInput;

export const commissionRuleCommand = z.object({ CommissionRuleId: recordId });

export const updateCommissionRule = ruleInput.extend(commissionRuleCommand.shape);

/** The rule as it would be; with `CommissionRuleId` in place of that one, without it after all others. */
export const tryCommissionRule = ruleInput.extend({ CommissionRuleId: recordIdOrNone });

export const maxCommissionRules = 200;

export const reorderCommissionRules = z.object({
  /** All rules in their new order. */
  CommissionRuleIds: list(recordId, { max: maxCommissionRules }),
});

type Problems = Partial<Record<"PriceTo" | "UntilDay" | "Maximum", string>>;

/** Returns the errors of fields that contradict each other. */
export function ruleProblems(rule: Partial<RuleInput>): Problems {
  const isBelow = <T>(high: T | null | undefined, low: T | null | undefined) =>
    high !== null && high !== undefined && low !== null && low !== undefined && high < low;
  return {
    ...(isBelow(rule.PriceTo, rule.PriceFrom) && { PriceTo: "This must not be less than the price from." }),
    ...(isBelow(rule.UntilDay, rule.FromDay) && { UntilDay: "This must not be before the first day." }),
    ...(isBelow(rule.Maximum, rule.Minimum) && { Maximum: "This must not be less than the minimum." }),
  };
}

export const rowOfInput = (input: RuleInput): CommissionConditions & CommissionTerms => ({
  marketplaceId: input.MarketplaceId,
  supplierId: input.SupplierId,
  productTypeId: input.ProductTypeId,
  priceFrom: input.PriceFrom,
  priceTo: input.PriceTo,
  fromDay: input.FromDay,
  untilDay: input.UntilDay,
  rate: input.Rate,
  fixedAmount: input.FixedAmount,
  fixedPer: input.FixedPer,
  minimum: input.Minimum,
  maximum: input.Maximum,
  onShipping: input.OnShipping,
});

/* ---- what is typed ---- */

const typedCents = optionalTypedAmount({
  min: 0,
  max: maxDollars,
  tooLarge: atMost(maxDollars),
  message: "Please enter an amount of 0 or more, for example 9.95.",
});
const typedDay = z
  .union([z.literal("", "Please enter a date."), day], "Please enter a date.")
  .default("")
  .transform((value) => value || null);

/** The form: the rate in percent. */
export const commissionRuleForm = acrossFields(
  z.object({
    Name: name,
    ...chosen,
    PriceFrom: typedCents,
    PriceTo: typedCents,
    FromDay: typedDay,
    UntilDay: typedDay,
    Rate: typedPercent({ min: 0, max: 1, message: rateMessage }),
    FixedAmount: typedCents.transform((value) => value ?? 0),
    FixedPer: fixedPer,
    Minimum: typedCents,
    Maximum: typedCents,
    OnShipping: yesNo,
  }),
  (typed, context) => {
    for (const [field, message] of Object.entries(ruleProblems(typed)))
      context.addIssue({ code: "custom", path: [field], message });
  },
);

export const commissionRuleMessages = {
  saved: "Commission rule saved.",
  reordered: "Commission rules were re-ordered successfully.",
  deleted: "Commission rule deleted.",
  notSaved: "Oh dear, we could not save the commission rule due to an unexpected error.",
} as const;
