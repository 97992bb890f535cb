/** Charges and credits to suppliers that belong to no order. Amounts are dollars inc GST; credits are negative. */
import { z } from "zod";
import { exportFormat } from "#contract/exports.ts";
import { dayText, filterText, maxDollars, optionalText, recordId, text, yesNo } from "#contract/fields.ts";
import {
  type ChargeKind,
  chargeKinds,
  chargeStates,
  lastMonthlyDay,
  openingBalanceHasNoTax,
} from "#contract/rules/charge.ts";
import { type TaxClass, taxClasses } from "#contract/rules/tax-class.ts";

const id = z.number().int();

export const chargeSortFields = ["day", "id", "supplierName", "marketplaceName", "amountIncTax"] as const;

export const chargeFilters = z.object({
  /** Part of the description or of the reference. */
  description: filterText(),
  chargeId: recordId.optional(),
  supplierId: recordId.optional(),
  marketplaceId: recordId.optional(),
  kind: z.enum(chargeKinds).optional(),
  state: z.enum(chargeStates).optional(),
  /** Days, as `2026-03-02`, both inclusive. */
  fromDay: dayText("Invalid from date.").optional(),
  toDay: dayText("Invalid to date.").optional(),
});

export const chargesExport = chargeFilters.extend(exportFormat);

/** A charge as a document or a list has it. */
export const chargeLine = z.object({
  id,
  kind: z.enum(chargeKinds),
  description: z.string(),
  /** A day, as `2026-03-02`. */
  day: z.string(),
  taxClass: z.enum(taxClasses),
  amountExTax: z.number(),
  amountTax: z.number(),
  amountIncTax: z.number(),
});
export type ChargeLine = z.output<typeof chargeLine>;

export const chargeRow = chargeLine.extend({
  supplierId: id,
  supplierName: z.string(),
  marketplaceId: id,
  marketplaceName: z.string(),
  /** Empty if it has none. */
  reference: z.string(),
  /** The monthly charge that it comes from. */
  monthlyChargeId: id.nullish(),
  state: z.enum(chargeStates),
  /** Null until a document has it, and for supplier staff while that is a draft. */
  invoiceId: id.nullish(),
  /** UTC. */
  enteredDate: z.string(),
  enteredByUserFullName: z.string().nullish(),
  withdrawalReason: z.string(),
  canWithdraw: z.boolean().default(false),
});
export type ChargeRow = z.output<typeof chargeRow>;

export const monthlyChargeRow = z.object({
  id,
  supplierId: id,
  supplierName: z.string(),
  marketplaceId: id,
  marketplaceName: z.string(),
  kind: z.enum(chargeKinds),
  description: z.string(),
  taxClass: z.enum(taxClasses),
  amountIncTax: z.number(),
  /** Days, as `2026-03-02`. */
  firstDay: z.string(),
  lastDay: z.string().nullish(),
  /** Null once it has ended. */
  nextDay: z.string().nullish(),
});
export type MonthlyChargeRow = z.output<typeof monthlyChargeRow>;

export const monthlyChargeFilters = z.object({ monthlyChargeId: recordId.optional() });

export const monthlyChargeSortFields = ["supplierName", "id", "nextDay"] as const;

export const longestDescription = 300;
export const longestReference = 50;
const longestReason = 500;

export const amountMessage =
  "Please enter an amount other than 0, with at most two decimals: positive to charge the supplier, negative to credit it.";
const tooMuch = `Please enter at most ${maxDollars.toLocaleString("en-AU")}.`;
const dayMessage = "Please enter a date.";
const lastDayMessage = "Please enter a date on or after the first one.";

const isCents = (value: number) => Math.round(value * 100) / 100 === value;

/** Returns what a charge may not be, by field. */
export function chargeProblems({ kind, taxClass }: { kind: ChargeKind; taxClass: TaxClass }): string | undefined {
  return kind === "openingBalance" && taxClass !== "gstFree" ? openingBalanceHasNoTax : undefined;
}

export const addCharge = z
  .object({
    SupplierId: recordId,
    MarketplaceId: recordId,
    Kind: z.enum(chargeKinds, "Please choose one from the list."),
    /** What the supplier reads in its document. */
    Description: text({ max: longestDescription }),
    /** The day to which it belongs, as `2026-03-02`: at most a year before or after today. */
    Day: dayText(dayMessage),
    /** What the supplier pays; negative for a credit. The GST in it follows from the tax class. */
    AmountIncTax: z
      .number(amountMessage)
      .min(-maxDollars, tooMuch)
      .max(maxDollars, tooMuch)
      .refine((value) => value !== 0 && isCents(value), amountMessage),
    TaxClass: z.enum(taxClasses, "Please choose one from the list."),
    /** The number that another system has for it. The same number is refused a second time. */
    Reference: optionalText({ max: longestReference }),
    /** Enters it again on the same day of every following month. */
    IsMonthly: yesNo.default(false),
    /** Of a monthly charge: the last day, as `2026-03-02`; without it, it ends when somebody ends it. */
    LastDay: z
      .union([z.literal(""), dayText(lastDayMessage)])
      .nullish()
      .transform((value) => value || null),
  })
  .superRefine(({ Kind, TaxClass, Day, IsMonthly, LastDay, Reference }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    const problem = chargeProblems({ kind: Kind, taxClass: TaxClass });
    if (problem) refuse("TaxClass", problem);
    if (!IsMonthly && LastDay) refuse("LastDay", "Only a monthly charge has a last day.");
    if (!IsMonthly) return;
    if (Number(Day.slice(8)) > lastMonthlyDay)
      refuse("Day", `Please choose a day up to the ${lastMonthlyDay}th, which every month has.`);
    if (Kind === "openingBalance") refuse("IsMonthly", "An opening balance is entered once.");
    if (Reference !== "") refuse("Reference", "A monthly charge has no reference, because it is entered many times.");
    if (LastDay && LastDay < Day) refuse("LastDay", lastDayMessage);
  });
export type AddCharge = z.output<typeof addCharge>;

export const withdrawCharge = z.object({
  ChargeId: recordId,
  Reason: text({ max: longestReason, required: "Please enter the reason." }),
});
export const withdrawForm = withdrawCharge.pick({ Reason: true });

export const endMonthlyCharge = z.object({ MonthlyChargeId: recordId });

export const chargeMessages = {
  added: "Charge saved successfully.",
  notAdded: "Oh dear, we could not save the charge due to an unexpected error.",
  withdrawn: "Charge withdrawn successfully.",
  notWithdrawn: "Oh dear, we could not withdraw the charge due to an unexpected error.",
  ended: "The monthly charge has ended.",
  notEnded: "Oh dear, we could not end the monthly charge due to an unexpected error.",
} as const;
