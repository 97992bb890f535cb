/** Data for lists that are filtered by days. */

import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { dayOf, dayRanges } from "#contract/rules/dates.ts";
import { timeZoneOf } from "./time-zone.server.ts";

export async function daysFor(context: RequestContext) {
  const [timeZone, { defaultTimeZone }] = await Promise.all([timeZoneOf(context), configuration()]);
  return {
    /** The user's time zone, in which dates in rows are shown. */
    timeZone,
    /** The operator's time zone, in which the filters' days begin and end for every user. */
    filterZone: defaultTimeZone,
    ranges: dayRanges(dayOf(new Date().toISOString(), defaultTimeZone)),
  };
}
