/** Data for lists that are filtered by days. */
import { dayOf, dayRanges } from "@contract/rules/dates.ts";
import type { Call } from "./call.server";
import { configuration } from "./identity.server";
import { timeZoneOf } from "./time-zone.server";

export async function daysFor(call: Call) {
  const [timeZone, { defaultTimeZone }] = await Promise.all([timeZoneOf(call), configuration()]);
  return {
    /** The user's time zone, in which dates in rows are shown. */
    timeZone,
    /** The operator's time zone, in which the filters' days begin and end for every user. */
    filterZone: defaultTimeZone,
    ranges: dayRanges(dayOf(new Date().toISOString(), defaultTimeZone)),
  };
}
