import { DateTime } from "luxon";

export const agreementTermMonths = 12;

/**
 * Returns when the initial term ends (UTC): the same day of the month in this zone, the given number of months later.
 */
export function endOfTerm(agreedAt: Date, timeZone: string): Date {
  return DateTime.fromJSDate(agreedAt, { zone: timeZone }).plus({ months: agreementTermMonths }).toJSDate();
}
