import { DateTime } from "luxon";

export const agreementTermMonths = 12;

/** The moment (UTC) at which the initial term ends: the same day of the zone's calendar, so many months later. */
export function endOfTerm(agreedAt: Date, timeZone: string): Date {
  return DateTime.fromJSDate(agreedAt, { zone: timeZone }).plus({ months: agreementTermMonths }).toJSDate();
}
