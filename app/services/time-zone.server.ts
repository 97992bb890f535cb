/** Moments as people read and type them: in the zone of their browser, once it is known. */
import { DateTime } from "luxon";
import { zoneCookie } from "~/lib/zone-cookie";
import { ApiRefusal } from "./api.server";
import type { Call } from "./call.server";
import { configuration } from "./identity.server";
import { cookieName, parseCookies } from "./sealed-cookie.server";

/** The IANA zone of the person at the browser; the configured one until a script has said it. */
export async function timeZoneOf({ request }: Call): Promise<string> {
  return knownZone(parseCookies(request.headers.get("cookie")).get(cookieName(zoneCookie))) ?? (await configuration()).defaultTimeZone;
}

/** The zone by its own name, or undefined where there is none of this name. */
export function knownZone(name: string | undefined): string | undefined {
  if (!name) return undefined;
  try {
    return new Intl.DateTimeFormat("en-AU", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * The moment, in UTC, of a date and time as a browser's field has it. A time that the clocks skip moves forward with
 * them; of a time that they show twice it is the first.
 */
export function toUtc(local: string, zone: string): string {
  const [first] = DateTime.fromISO(local, { zone })
    .getPossibleOffsets()
    .sort((a, b) => a.toMillis() - b.toMillis());
  return first?.toUTC().toISO({ suppressMilliseconds: true }) ?? "";
}

/** A moment as a browser's field for a date and time has it, to the minute: `2026-03-02T15:04`; empty where there is none. */
export function toLocal(moment: string | null | undefined, zone: string): string {
  return moment ? DateTime.fromISO(moment, { zone }).toFormat("yyyy-MM-dd'T'HH:mm") : "";
}

const skipped = "This time does not exist on that day, because the clocks go forward. Please choose another one.";

/**
 * The moment that stands in a field which showed another. A field has no seconds, and cannot tell the second of two
 * hours: what was not touched stays as it is.
 * @throws ApiRefusal that names the field when the clocks skip this time
 */
export function momentIn(field: string, local: string, zone: string, shown: string | null | undefined): string | null {
  if (shown && local === toLocal(shown, zone)) return shown;
  if (local === "") return null;
  const moment = toUtc(local, zone);
  if (toLocal(moment, zone) !== local.slice(0, "2026-03-02T15:04".length)) throw new ApiRefusal(422, undefined, { [field]: [skipped] });
  return moment;
}
