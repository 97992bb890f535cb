/** The days of the pages of the books: those of the query string, or this month. */
import { daysFor } from "#app/services/pages/days.server.ts";
import { wrongDays } from "#app/services/pages/exports.server.ts";
import { type FilterRules, filtersOf } from "#app/services/pages/filters.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { books } from "#contract/books/operations.ts";
import { daysOfMonth, monthIn, monthsLater } from "#contract/rules/books.ts";
import { type DayRange, dayOf, monthOf } from "#contract/rules/dates.ts";

/** Where the days are the wrong way round, the last one is left out. */
export async function bookDays(context: RequestContext) {
  const { timeZone } = await daysFor();
  const today = dayOf(new Date().toISOString(), timeZone);
  const rules: FilterRules = { defaults: monthOf(today) };
  const absent = wrongDays(filtersOf(context, books.journal, rules));
  return {
    rules: { ...rules, absent },
    ranges: periods(today),
    ...(absent.length > 0 && { leftOut: "The last day is before the first one, so it was ignored." }),
  };
}

/** Months, and the quarters for which an activity statement is lodged. */
function periods(today: string): DayRange[] {
  const month = monthIn(today);
  const quarter = monthsLater(month, -((Number(month.slice(5)) - 1) % 3));
  const range = (label: string, first: string, months: number): DayRange => ({
    label,
    from: daysOfMonth(first).fromDate,
    to: daysOfMonth(monthsLater(first, months - 1)).toDate,
  });
  return [
    range("This month", month, 1),
    range("Last month", monthsLater(month, -1), 1),
    range("This quarter", quarter, 3),
    range("Last quarter", monthsLater(quarter, -3), 3),
  ];
}
