/** The filters of a list: from the query string to the API's input. */
import type { z } from "zod";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { maxFilterLength } from "#contract/fields.ts";
import { endOfDay, isDay, startOfDay } from "#contract/rules/dates.ts";
import { operatorZone } from "./time-zone.server.ts";

/** How a list reads its filters. */
export interface FilterRules {
  /** Default values of filters, used if the query string does not name them. */
  defaults?: Record<string, string>;
  /** Filters that have no effect without another filter: name of the filter to the name of the other. */
  needs?: Record<string, string>;
  /** Filters that are days in the operator's time zone; the API receives the day's first or last moment. */
  days?: Record<string, "start" | "end">;
  /** Input of the query besides filters and paging; the query string cannot set it. */
  fixed?: Record<string, string>;
  /** Filters and sort keys that this API does not have, or that have no effect: the query string cannot set them. */
  absent?: readonly string[];
}

/** The operation of a list, whose input names the filters. */
interface Filtered {
  input: z.ZodObject;
}

const pagingFields = ["pageSize", "pageNumber", "includeTotalCount", "sortFieldName", "sortDirection"];

/**
 * Returns the filters of the query string, or their defaults. Invalid values are ignored, except that a text that is
 * too long is shortened, so that the filter shows what was searched for.
 */
export function filtersOf(
  { url }: Pick<RequestContext, "url">,
  { input: { shape } }: Filtered,
  { defaults = {}, needs = {}, days = {}, fixed = {}, absent = [] }: FilterRules,
) {
  const filters: Record<string, string> = {};
  const isFilter = (field: string) => !(pagingFields.includes(field) || field in fixed || absent.includes(field));
  for (const name of Object.keys(shape).filter(isFilter)) {
    const requested = url.searchParams.get(name) ?? defaults[name] ?? "";
    const value = days[name] || isValid(shape[name], requested) ? requested : requested.slice(0, maxFilterLength);
    if (value !== "" && (days[name] ? isDay(value) : isValid(shape[name], value))) filters[name] = value;
  }
  return Object.fromEntries(
    Object.entries(filters).filter(([name]) => needs[name] === undefined || filters[needs[name]] !== undefined),
  );
}

/** Returns the names of filters with invalid values. */
export function wrongFilters(
  { url }: Pick<RequestContext, "url">,
  { input: { shape } }: Filtered,
  { days = {} }: Pick<FilterRules, "days"> = {},
): string[] {
  const given = Object.keys(shape).filter((name) => !pagingFields.includes(name) && url.searchParams.get(name));
  const isRight = (name: string, value: string) => (days[name] ? isDay(value) : isValid(shape[name], value));
  return given.filter((name) => !isRight(name, url.searchParams.get(name) ?? ""));
}

const longestShown = 60;
const asInAddress = (name: string, value: string) =>
  String(new URLSearchParams({ [name]: value.slice(0, longestShown) }));

/**
 * Says which filters of the query string were ignored, because their values are not valid; undefined for none. A text
 * that is too long was shortened instead.
 * @param filters those that were read
 */
export function ignoredFilters(
  context: Pick<RequestContext, "url">,
  operation: Filtered,
  rules: FilterRules,
  filters: Record<string, string>,
): string | undefined {
  const isOfAddress = (name: string) => !(name in (rules.fixed ?? {}) || rules.absent?.includes(name));
  const ignored = wrongFilters(context, operation, rules)
    .filter((name) => isOfAddress(name) && filters[name] === undefined)
    .map((name) => `“${asInAddress(name, context.url.searchParams.get(name) ?? "")}”`);
  if (ignored.length === 0) return undefined;
  return `This list does not understand ${ignored.join(", ")} in its address, so that was ignored.`;
}

/** Converts filters to the API's input: days become the moment (UTC) at which they start or end. */
export async function inputFrom(
  filters: Record<string, string>,
  { days = {} }: FilterRules,
): Promise<Record<string, string>> {
  const givenDays = Object.keys(days).filter((name) => filters[name] !== undefined);
  if (givenDays.length === 0) return filters;
  const zone = await operatorZone();
  const moments = givenDays.map((name) => [
    name,
    (days[name] === "start" ? startOfDay : endOfDay)(filters[name] ?? "", zone),
  ]);
  return { ...filters, ...Object.fromEntries(moments) };
}

export function isValid(field: unknown, value: string): boolean {
  return (field as z.ZodType).safeParse(value).success;
}
