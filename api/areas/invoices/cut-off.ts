/** The time up to which amounts are invoiced. */

import type { Context } from "#api/core/operations/context.ts";
import { refuse } from "#api/core/refusals/refusal.ts";
import { dayOf, endOfDay } from "#contract/rules/dates.ts";

/**
 * Returns the cut-off time of a request.
 * @param moment UTC, in ISO 8601; now if omitted
 * @param field the name of the field for the message
 * @throws Refusal 422 if it is after the end of today
 */
export function cutOffFrom(
  moment: string | null | undefined,
  field: string,
  { now, config: { timeZone } }: Pick<Context, "now" | "config">,
): Date {
  if (!moment) return now;
  const date = new Date(moment);
  const lastMoment = new Date(endOfDay(dayOf(now.toISOString(), timeZone), timeZone));
  refuse({ [field]: date > lastMoment && "The invoice date must not be later than today." });
  return date;
}
