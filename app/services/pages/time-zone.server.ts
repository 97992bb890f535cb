/** The time zones of pages, and what their date and time fields hold. */

import { DateTime } from "luxon";
import { zoneCookie } from "#app/lib/zone-cookie.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { cookieName, parseCookies } from "#app/services/session/sealed-cookie.server.ts";
import { type Turn, turnOf } from "#contract/rules/moments.ts";

/**
 * Returns the operator's zone (IANA), in which every page shows and takes moments and days. The shell names it for users
 * of other zones. The only exception is `availabilityZone`.
 */
export const operatorZone = async (): Promise<string> => (await configuration()).defaultTimeZone;

/**
 * Returns the zone of the moments at which products and images become available, which are in the user's zone by the
 * specification (Image Gallery, Marketplaces tab). Pages name it beside them.
 */
export const availabilityZone = async (context: RequestContext): Promise<string> =>
  browserZone(context) ?? (await operatorZone());

/** Returns the zone of the user's browser; undefined until a script has reported it. */
export function browserZone({ request }: RequestContext): string | undefined {
  return knownZone(parseCookies(request.headers.get("cookie")).get(cookieName(zoneCookie)));
}

/** Returns the zone's canonical name; undefined if it is unknown. */
export function knownZone(name: string | undefined): string | undefined {
  if (!name) return undefined;
  try {
    return new Intl.DateTimeFormat("en-AU", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * Returns the moments (UTC) of a local date and time as a browser's field has it: one, or two with the earlier first if
 * clocks go back. A time that clocks skip is moved forward.
 */
export function momentsOf(local: string, zone: string): string[] {
  const moments = DateTime.fromISO(local, { zone }).getPossibleOffsets();
  return moments
    .sort((a, b) => a.toMillis() - b.toMillis())
    .map((moment) => moment.toUTC().toISO({ suppressMilliseconds: true }) ?? "");
}

/** Formats a moment for a browser's date and time field, to the minute: `2026-03-02T15:04`; empty if there is none. */
export function toLocal(moment: string | null | undefined, zone: string): string {
  return moment ? DateTime.fromISO(moment, { zone }).toFormat("yyyy-MM-dd'T'HH:mm") : "";
}

/** Returns the values of a `MomentField`: the local time, and which of two equal local times it is. */
export function momentFields<N extends string>(name: N, moment: string | null | undefined, zone: string) {
  return { [name]: toLocal(moment, zone), [`${name}Turn`]: moment ? turnOf(moment, zone) : "" } as Record<
    N | `${N}Turn`,
    string
  >;
}

const skipped = "This time does not exist on that day, because the clocks go forward. Please choose another one.";

const twice = "The clocks go back on that day and show this time twice. Please choose which of the two it is.";

/**
 * Returns the moment in an edited field. Fields have no seconds, so an unchanged field returns the stored moment.
 * @param turn which of two equal local times is meant
 * @throws ApiRefusal that names the field if clocks skip this time, or if it occurs twice and `turn` is missing
 */
export function momentIn(
  field: string,
  local: string,
  zone: string,
  shown: string | null | undefined,
  turn: Turn = "",
): string | null {
  if (shown && local === toLocal(shown, zone) && ["", turnOf(shown, zone)].includes(turn)) return shown;
  if (local === "") return null;
  const [first, second] = momentsOf(local, zone);
  if (second && turn === "") throw new ApiRefusal(422, undefined, { [`${field}Turn`]: [twice] });
  const moment = (turn === "second" && second) || first || "";
  if (toLocal(moment, zone) !== local.slice(0, "2026-03-02T15:04".length))
    throw new ApiRefusal(422, undefined, { [field]: [skipped] });
  return moment;
}
