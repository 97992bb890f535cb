/** Formats and parses times. Separate from days, which every list loads. */
import { dayMs, formatDay, perZone } from "./dates.ts";

const timeFormat = perZone(
  (timeZone) => new Intl.DateTimeFormat("en-AU", { timeZone, hour: "numeric", minute: "2-digit", hour12: true }),
);

/**
 * Formats a timestamp as `02 Mar 2026, 3:04 pm`. In the hour that is repeated when clocks go back, it states which of
 * the two it is.
 * @param moment UTC, in ISO 8601
 * @param zone an IANA time zone; show it beside the text
 */
export function formatMoment(moment: string, zone: string): string {
  const parts = timeFormat(zone).formatToParts(new Date(moment));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  const turn = turnOf(moment, zone);
  const which = turn && `, ${turn === "first" ? "before" : "after"} the clocks went back`;
  return `${formatDay(moment, zone)}, ${part("hour")}:${part("minute")} ${part("dayPeriod").toLowerCase()}${which}`;
}

/** Which of two timestamps that clocks show as the same time, because they go back; empty for all others. */
export type Turn = "" | "first" | "second";

const minuteMs = 60_000;
/** Clocks go back by an hour, and by half an hour on Lord Howe Island. */
const goBackBy = [60 * minuteMs, 30 * minuteMs];

/** @param moment UTC, in ISO 8601 */
export function turnOf(moment: string, zone: string): Turn {
  const clock = clockOf(zone);
  const at = Date.parse(moment);
  if (goBackBy.some((ms) => clock(at + ms) === clock(at))) return "first";
  return goBackBy.some((ms) => clock(at - ms) === clock(at)) ? "second" : "";
}

/** True for a local time, as `2026-03-02T15:04`, that occurs twice in the zone. */
export function isShownTwice(local: string, zone: string): boolean {
  const wall = Date.parse(`${local}Z`);
  if (Number.isNaN(wall)) return false;
  const clock = clockOf(zone);
  const dayBefore = wall - dayMs;
  const first = wall - (Date.parse(`${clock(dayBefore)}Z`) - dayBefore);
  return clock(first) === local && turnOf(new Date(first).toISOString(), zone) === "first";
}

const twoDigits = "2-digit";
const clockFormat = perZone(
  (timeZone) =>
    new Intl.DateTimeFormat("en-AU", {
      ...{ timeZone, hourCycle: "h23", year: "numeric" },
      ...{ month: twoDigits, day: twoDigits, hour: twoDigits, minute: twoDigits },
    }),
);

/** Returns a function that gives the local time of a timestamp in milliseconds, as `2026-03-02T15:04`. */
function clockOf(zone: string): (milliseconds: number) => string {
  const format = clockFormat(zone);
  return (milliseconds) => {
    const parts = format.formatToParts(milliseconds);
    const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
    return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
  };
}

/** Formats a timestamp with its zone, as `02 Mar 2026, 3:04 pm (Australia/Sydney)`. */
export const formatZonedMoment = (moment: string, zone: string): string => `${formatMoment(moment, zone)} (${zone})`;
