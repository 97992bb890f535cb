/** Data for lists that are filtered by days. */

import { dayOf, dayRanges } from "#contract/rules/dates.ts";
import { operatorZone } from "./time-zone.server.ts";

/** Returns the zone of the dates in rows and of the filters' days, and the periods that filters offer. */
export async function daysFor() {
  const timeZone = await operatorZone();
  return { timeZone, ranges: dayRanges(dayOf(new Date().toISOString(), timeZone)) };
}
