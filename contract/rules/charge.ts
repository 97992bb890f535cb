/** Charges and credits to suppliers that belong to no order. */
import { taxPair } from "./money.ts";
import type { Pair } from "./order-line.ts";
import { rateOf, type TaxClass } from "./tax-class.ts";

export const chargeKinds = ["fee", "advertising", "fine", "goodwill", "other", "openingBalance"] as const;
export type ChargeKind = (typeof chargeKinds)[number];

export const chargeKindNames: Readonly<Record<ChargeKind, string>> = {
  fee: "Fee",
  advertising: "Advertising",
  fine: "Fine",
  goodwill: "Goodwill",
  other: "Other",
  openingBalance: "Opening balance",
};

/** What has become of a charge. It changes no more once its document is issued. */
export const chargeStates = ["waiting", "inDraft", "issued", "withdrawn"] as const;
export type ChargeState = (typeof chargeStates)[number];

export const chargeStateNames: Readonly<Record<ChargeState, string>> = {
  waiting: "Waits for the next document",
  inDraft: "In a draft",
  issued: "Issued",
  withdrawn: "Withdrawn",
};

/** An opening balance is what was owed before, and no supply. */
export const openingBalanceHasNoTax = "An opening balance carries no GST. Please choose GST-free.";

/** Returns the amount of a charge as a pair; the GST of a credit is that of a charge of the same amount. */
export const chargePair = (incTax: number, taxClass: TaxClass, gstRate: number): Pair =>
  taxPair(incTax, rateOf(taxClass, gstRate));

/** The last day of the month on which a charge can be repeated, so that every month has it. */
export const lastMonthlyDay = 28;

interface NamedCharges {
  /** Dollars inc GST. */
  total: number;
  hasGst: boolean;
}

/** Returns the title of the charges in a document: by law a tax invoice, or an adjustment note if they are credits. */
export function chargesTitle({ total, hasGst }: NamedCharges): string {
  if (!hasGst) return "Charges and credits without GST";
  return total < 0 ? "Adjustment note" : "Tax invoice";
}
