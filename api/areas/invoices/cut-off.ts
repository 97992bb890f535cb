/** Up to when amounts are invoiced. */
import { dayOf, endOfDay } from "../../../contract/rules/dates.ts";
import type { Context } from "../../http/context.ts";
import { refuse } from "../../http/refusal.ts";

/**
 * @param moment UTC, in ISO 8601; nothing is now
 * @param field that names it
 * @throws Refusal 422 when it is after the end of today
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
