/** Moments as people read and type them: in the zone of their browser, once it is known. */
import { type Turn, turnOf } from "@contract/rules/moments.ts";
import { DateTime } from "luxon";
import { zoneCookie } from "~/lib/zone-cookie";
import { ApiRefusal } from "./api.server";
import type { Call } from "./call.server";
import { configuration } from "./identity.server";
import { cookieName, parseCookies } from "./sealed-cookie.server";

/** The IANA zone of the person at the browser; the configured one until a script has said it. */
export async function timeZoneOf({ request }: Call): Promise<string> {
  return (
    knownZone(parseCookies(request.headers.get("cookie")).get(cookieName(zoneCookie))) ??
    (await configuration()).defaultTimeZone
  );
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
 * The moments, in UTC, of a date and time as a browser's field has it: one, or two where the clocks show it twice, the
 * earlier one first. A time that they skip moves forward with them.
 */
export function momentsOf(local: string, zone: string): string[] {
  const moments = DateTime.fromISO(local, { zone }).getPossibleOffsets();
  return moments
    .sort((a, b) => a.toMillis() - b.toMillis())
    .map((moment) => moment.toUTC().toISO({ suppressMilliseconds: true }) ?? "");
}

/** A moment as a browser's field for a date and time has it, to the minute: `2026-03-02T15:04`; empty where there is none. */
export function toLocal(moment: string | null | undefined, zone: string): string {
  return moment ? DateTime.fromISO(moment, { zone }).toFormat("yyyy-MM-dd'T'HH:mm") : "";
}

/** The values of a field for a moment, and of the field beside it that says which of two moments it is (`MomentField`). */
export function momentFields<N extends string>(name: N, moment: string | null | undefined, zone: string) {
  return { [name]: toLocal(moment, zone), [`${name}Turn`]: moment ? turnOf(moment, zone) : "" } as Record<
    N | `${N}Turn`,
    string
  >;
}

const skipped = "This time does not exist on that day, because the clocks go forward. Please choose another one.";

const twice = "The clocks go back on that day and show this time twice. Please choose which of the two it is.";

/**
 * The moment that stands in a field which showed another. A field has no seconds: what was not touched stays as it is.
 * @param turn which of two moments with this time it is
 * @throws ApiRefusal that names the field when the clocks skip this time, or show it twice and it is not said which is meant
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
