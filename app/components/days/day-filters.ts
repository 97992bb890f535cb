/** List filters for a period: first day, last day, and links for common periods. */

import type { Filter, Shortcuts } from "#app/components/list/list.ts";
import type { DayRange } from "#contract/rules/dates.ts";

export const dayFilters: Filter[] = [
  { kind: "date", name: "fromDate", label: "From" },
  { kind: "date", name: "toDate", label: "To" },
];

/** @param what name of the event on these days, one word */
export function dayShortcuts(what: string, { ranges }: { ranges: DayRange[] }): Shortcuts {
  return {
    label: what,
    links: ranges.map(({ label, from, to }) => ({ label, filters: { fromDate: from, toDate: to } })),
  };
}
