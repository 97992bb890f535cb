/** The form of a charge, as people fill it in: an amount above zero, and whether it is a charge or a credit. */
import { z } from "zod";
import { choiceOrNone, dayText, maxDollars, optionalText, recordId, text, typedAmount } from "#contract/fields.ts";
import { chargeKinds } from "#contract/rules/charge.ts";
import { taxClasses } from "#contract/rules/tax-class.ts";
import { longestDescription, longestReference } from "./schema.ts";

const choose = "Please choose one from the list.";
const amountMessage = "Please enter an amount above 0, for example 9.95.";

export const directions = ["charge", "credit"] as const;

export const chargeForm = z.object({
  SupplierId: recordId,
  MarketplaceId: recordId,
  Direction: z.enum(directions, choose),
  Kind: z.enum(chargeKinds, choose),
  Description: text({ max: longestDescription }),
  Day: dayText("Please enter a date."),
  /** Dollars inc GST. */
  AmountIncTax: typedAmount({
    min: 0.01,
    max: maxDollars,
    message: amountMessage,
    tooLarge: `Please enter at most ${maxDollars.toLocaleString("en-AU")}.`,
  }),
  TaxClass: z.enum(taxClasses, choose),
  Reference: optionalText({ max: longestReference }),
  /** Empty: once. */
  IsMonthly: choiceOrNone(["true"]),
  LastDay: z.union([z.literal(""), dayText("Please enter a date on or after the first one.")]).default(""),
});
