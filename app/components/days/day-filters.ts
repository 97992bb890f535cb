/** List filters for a period: first day, last day, and links for common periods. */

import type { Filter, Shortcuts } from "#app/components/list/list.ts";
import type { DayRange } from "#contract/rules/dates.ts";

export const dayFilters: Filter[] = [
  { kind: "date", name: "fromDate", label: "From" },
  { kind: "date", name: "toDate", label: "To" },
];

interface Days {
  timeZone: string;
  filterZone: string;
  ranges: DayRange[];
}

/** @param what name of the event on these days, one word */
export function dayShortcuts(what: string, { timeZone, filterZone, ranges }: Days): Shortcuts {
  return {
    // The time zone is named where the user's differs from the filter's.
    label: timeZone === filterZone ? what : `${what} (days in ${filterZone})`,
    links: ranges.map(({ label, from, to }) => ({ label, filters: { fromDate: from, toDate: to } })),
  };
}
