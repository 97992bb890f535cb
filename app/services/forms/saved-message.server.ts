import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { formatDay } from "#contract/rules/dates.ts";
import { formatMoment } from "#contract/rules/moments.ts";

/** A repetition within so many milliseconds is a double click, and not a second attempt. */
const doubleClickMs = 5_000;

/**
 * Returns the message after a form's command. A form that is sent again, after Back or a lost connection for example,
 * says since when it has been saved.
 * @param saved the usual message; empty for none
 */
export async function savedMessage(saved: string, context: RequestContext): Promise<string> {
  const at = context.state.carriedOutBefore;
  if (saved === "" || at === undefined || Date.now() - Date.parse(at) < doubleClickMs) return saved;
  const zone = await operatorZone();
  const [day, ...time] = formatMoment(at, zone).split(", ");
  const isToday = day === formatDay(new Date().toISOString(), zone);
  return isToday ? `Already saved at ${time.join(", ")}.` : `Already saved on ${[day, ...time].join(", ")}.`;
}
