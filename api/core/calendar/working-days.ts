/**
 * Working days and time zones of the Australian states. The holidays come from `date-holidays`, which is loaded when the
 * first day is asked for (decision 087).
 */
import { weekdayOf } from "#contract/rules/ship-by.ts";

export const stateZones: Readonly<Record<string, string>> = {
  ACT: "Australia/Sydney",
  NSW: "Australia/Sydney",
  NT: "Australia/Darwin",
  QLD: "Australia/Brisbane",
  SA: "Australia/Adelaide",
  TAS: "Australia/Hobart",
  VIC: "Australia/Melbourne",
  WA: "Australia/Perth",
};

/** True for a calendar day, as `2026-03-02`. */
export type IsWorkingDay = (day: string) => boolean;

/** The holidays of a state and year, as `VIC 2026`. Orders may have any date, so the number of years is limited. */
const known = new Map<string, ReadonlySet<string>>();
const maxKnown = 200;

/**
 * Returns a function that is true from Monday to Friday, except on public holidays of the state. Holidays of a part of
 * the day, such as the evening of Christmas Eve, are working days.
 * @param state one of `stateZones`; without it, only national holidays count
 */
export async function workingDaysOf(state: string | undefined): Promise<IsWorkingDay> {
  const { default: Holidays } = await import("date-holidays");
  let calendar: InstanceType<typeof Holidays> | undefined;
  const holidaysOf = (year: string): ReadonlySet<string> => {
    const name = `${state ?? ""} ${year}`;
    const found = known.get(name);
    if (found) return found;
    calendar ??= new Holidays({ country: "AU", ...(state && { state }) }, { types: ["public"] });
    const days = new Set(
      calendar
        .getHolidays(Number(year))
        .filter(({ date }) => date.slice(11, 16) === "00:00")
        .map(({ date }) => date.slice(0, 10)),
    );
    if (known.size === maxKnown) known.clear();
    known.set(name, days);
    return days;
  };
  return (day) => {
    const weekday = weekdayOf(day);
    return weekday > 0 && weekday < 6 && !holidaysOf(day.slice(0, 4)).has(day);
  };
}
