/**
 * Formats days; times are in `moments.ts`. The months are a table, because browsers use different abbreviations
 * ("Sept").
 */

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

const maxZones = 50;

/** Caches what `make` returns for each time zone, because making a format takes longer than formatting a page. */
export function perZone<T>(make: (zone: string) => T): (zone: string) => T {
  const made = new Map<string, T>();
  return (zone) => {
    const known = made.get(zone);
    if (known !== undefined) return known;
    if (made.size === maxZones) made.clear();
    const fresh = make(zone);
    made.set(zone, fresh);
    return fresh;
  };
}

const dayFormat = perZone(
  (timeZone) => new Intl.DateTimeFormat("en-AU", { timeZone, day: "2-digit", month: "2-digit", year: "numeric" }),
);

/**
 * Formats the day of a timestamp, as `02 Mar 2026`.
 * @param moment UTC, in ISO 8601
 * @param zone an IANA time zone
 */
export function formatDay(moment: string, zone: string): string {
  const parts = dayFormat(zone).formatToParts(new Date(moment));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("day")} ${months[Number(part("month")) - 1]} ${part("year")}`;
}

/** Formats a day without a zone, `2026-03-02`, as `02 Mar 2026`. */
export const formatPlainDay = (day: string): string => formatDay(day, "UTC");

/** An hour and a day in milliseconds. */
export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;

/** The range of valid days; all of its years have four digits. */
export const firstDay = "1900-01-01";
export const lastDay = "2999-12-31";

/** True for a valid calendar day, as `2026-03-02`, within the range. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < firstDay || text > lastDay) return false;
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/**
 * Returns the day of a timestamp, as `2026-03-02`.
 * @param moment UTC, in ISO 8601
 * @param zone an IANA time zone
 */
export function dayOf(moment: string, zone: string): string {
  return calendarOf(zone)(Date.parse(moment));
}

/** Returns a function for timestamps in milliseconds, for callers with several of them. */
function calendarOf(zone: string): (milliseconds: number) => string {
  const format = dayFormat(zone);
  return (milliseconds) => {
    const parts = format.formatToParts(milliseconds);
    const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
    return `${part("year")}-${part("month")}-${part("day")}`;
  };
}

/**
 * Returns the start of a day, in UTC. It need not be midnight: some zones put their clocks forward then.
 * @param day as `2026-03-02`
 * @param zone an IANA time zone
 */
export function startOfDay(day: string, zone: string): string {
  return new Date(startInMilliseconds(day, zone)).toISOString();
}

/** Returns the end of a day, in UTC, to the millisecond. */
export function endOfDay(day: string, zone: string): string {
  return new Date(startInMilliseconds(daysLater(day, 1), zone) - 1).toISOString();
}

/** Finds the start of the day by binary search over the time in which it begins anywhere on earth. */
function startInMilliseconds(day: string, zone: string): number {
  const calendar = calendarOf(zone);
  let before = Date.parse(day) - 2 * dayMs;
  let found = Date.parse(day) + 2 * dayMs;
  while (found - before > 1) {
    const middle = Math.floor((before + found) / 2);
    if (calendar(middle) < day) before = middle;
    else found = middle;
  }
  return found;
}

function daysLater(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

/** Returns the first day of the month that many months later. */
function monthLater(day: string, count: number): string {
  const date = new Date(day);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1)).toISOString().slice(0, 10);
}

/** Returns the first and the last day of the month of a day. */
export const monthOf = (day: string) => ({ fromDate: monthLater(day, 0), toDate: daysLater(monthLater(day, 1), -1) });

export interface DayRange {
  label: string;
  /** Days, both inclusive. */
  from: string;
  to: string;
}

/** Returns the named ranges; weeks begin on Sunday. */
export function dayRanges(today: string): DayRange[] {
  const sunday = daysLater(today, -new Date(today).getUTCDay());
  const range = (label: string, from: string, next: string): DayRange => ({ label, from, to: daysLater(next, -1) });
  return [
    range("Today", today, daysLater(today, 1)),
    range("This week", sunday, daysLater(sunday, 7)),
    range("Last week", daysLater(sunday, -7), sunday),
    range("This month", monthLater(today, 0), monthLater(today, 1)),
    range("Last month", monthLater(today, -1), monthLater(today, 0)),
  ];
}
