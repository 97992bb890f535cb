/** The filters of a list by days: from one, to one, and links that fill in what is usual. */
import type { DayRange } from "@contract/rules/dates.ts";
import type { Filter, Shortcuts } from "~/components/list/list";

export const dayFilters: Filter[] = [
  { kind: "date", name: "fromDate", label: "From" },
  { kind: "date", name: "toDate", label: "To" },
];

interface Days {
  timeZone: string;
  filterZone: string;
  ranges: DayRange[];
}

/** @param what happened on these days, in a word */
export function dayShortcuts(what: string, { timeZone, filterZone, ranges }: Days): Shortcuts {
  return {
    // Which days these are is said where somebody could think of others.
    label: timeZone === filterZone ? what : `${what} (days in ${filterZone})`,
    links: ranges.map(({ label, from, to }) => ({ label, filters: { fromDate: from, toDate: to } })),
  };
}
