/** Moments as people read them. The months are a table: what a browser's own data calls them differs ("Sept"). */

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/**
 * The day of a moment, as `02 Mar 2026`.
 * @param moment UTC, in ISO 8601
 * @param zone an IANA time zone
 */
export function formatDay(moment: string, zone: string): string {
  const parts = new Intl.DateTimeFormat("en-AU", { timeZone: zone, day: "2-digit", month: "numeric", year: "numeric" }).formatToParts(new Date(moment));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("day")} ${months[Number(part("month")) - 1]} ${part("year")}`;
}

/**
 * A moment, as `02 Mar 2026, 3:04 pm`.
 * @param moment UTC, in ISO 8601
 * @param zone an IANA time zone; it has to stand beside
 */
export function formatMoment(moment: string, zone: string): string {
  const parts = new Intl.DateTimeFormat("en-AU", { timeZone: zone, hour: "numeric", minute: "2-digit", hour12: true }).formatToParts(new Date(moment));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return `${formatDay(moment, zone)}, ${part("hour")}:${part("minute")} ${part("dayPeriod").toLowerCase()}`;
}
