/** Emails that somebody has caused and that leave later, because they are many. */
import { countOf } from "#app/lib/format.ts";
import { unlessUnavailable } from "#app/services/pages/processing.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { notifications } from "#contract/notifications/operations.ts";
import { formatDay } from "#contract/rules/dates.ts";
import { formatMoment } from "#contract/rules/moments.ts";

/** Returns a sentence about them; undefined if all have left. */
export async function emailsUnderWay(context: RequestContext): Promise<string | undefined> {
  if (!(await hasFeature(notifications.emailsUnderWay.feature))) return undefined;
  const waiting = await unlessUnavailable(context.api(notifications.emailsUnderWay, {}));
  if (!waiting?.lastDate) return undefined;
  const at = timeOf(waiting.lastDate, await operatorZone());
  return waiting.count === 1
    ? `1 of your emails, such as invitations, is on its way and leaves at about ${at}.`
    : `${countOf(waiting.count, "email")} of yours, such as invitations, are on their way, the last at about ${at}.`;
}

/** Without the day if that is today. */
function timeOf(moment: string, zone: string): string {
  const text = formatMoment(moment, zone);
  const today = `${formatDay(new Date().toISOString(), zone)}, `;
  return text.startsWith(today) ? text.slice(today.length) : text;
}
