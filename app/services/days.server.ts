/** What a list that is filtered by days shows with them. */
import { dayOf, dayRanges } from "@contract/rules/dates.ts";
import type { Call } from "./call.server";
import { configuration } from "./identity.server";
import { timeZoneOf } from "./time-zone.server";

export async function daysFor(call: Call) {
  const [timeZone, { defaultTimeZone }] = await Promise.all([timeZoneOf(call), configuration()]);
  return {
    /** Of the person at the browser: days of rows are shown in it. */
    timeZone,
    /** Of the filters: the days of the house, the same for everybody. */
    filterZone: defaultTimeZone,
    ranges: dayRanges(dayOf(new Date().toISOString(), defaultTimeZone)),
  };
}
