/** What a payer withholds for the Tax Office where a supplier quotes no ABN (Taxation Administration Act 1953, Schedule 1, section 12-190). */
import { formatDollars } from "./dollars.ts";
import { times } from "./money.ts";

/** The top rate of tax and the Medicare levy. */
export const withheldPercent = 47;

/** Dollars ex GST: nothing is withheld from payments for supplies up to it. */
export const withheldAbove = 75;

/**
 * Returns what is withheld from a payment, in dollars.
 * @param payee an ABN, or a recorded reason for none, ends the withholding
 * @param supplies what is paid for supplies without an ABN on their documents, in dollars, before commission and charges.
 *   It is ex GST, because a supplier without an ABN has no registration.
 */
export function withheldFrom({ abn, noAbnReason }: { abn: string; noAbnReason: string }, supplies: number): number {
  return abn !== "" || noAbnReason !== "" || supplies <= withheldAbove ? 0 : times(supplies, withheldPercent / 100);
}

/** What is said beside a payment: `$93.06 withheld for the Tax Office without an ABN`; empty if nothing is. */
export const withheldText = (withheld: number): string =>
  withheld > 0 ? `${formatDollars(withheld)} withheld for the Tax Office without an ABN` : "";
