/** Data for lists that are filtered by days. */

import type { Call } from "#app/services/request/call.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { dayOf, dayRanges } from "#contract/rules/dates.ts";
import { timeZoneOf } from "./time-zone.server.ts";

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
