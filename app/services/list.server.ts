/** The loader's half of a list screen: from the address to the query, and from the answer to what the table shows. */
import { maxFilterLength } from "@contract/fields.ts";
import type { GivenInput, Operation, Query } from "@contract/operation.ts";
import type { Paging } from "@contract/paging.ts";
import { can } from "@contract/permissions.ts";
import { endOfDay, isDay, startOfDay } from "@contract/rules/dates.ts";
import { data } from "@remix-run/node";
import type { z } from "zod";
import { type ListData, type ListOption, rowsOfPage } from "~/lib/list-state";
import { ApiRefusal } from "./api.server";
import type { Call } from "./call.server";
import { configuration } from "./identity.server";
import { log } from "./log.server";
import { permissionsOf } from "./permissions.server";

type PagedOutput<Row> = z.ZodType<{ items: Row[]; totalCount?: number | null; isMoreThanCounted?: boolean | null }>;
type ListQuery<Row> = Query<z.ZodObject, PagedOutput<Row>>;

type Loaded<Row, B extends string> = ListData<Row> & { may: Partial<Record<B, boolean>> };

interface ListOptions<B extends string> {
  /** The operations behind the screen's buttons, by the name the screen knows them by. */
  buttons: Record<B, Operation>;
  /** Values of filters when the address says nothing of them. */
  defaults?: Record<string, string>;
  /** By a filter's name, another one, without which it says nothing and is not looked at. */
  needs?: Record<string, string>;
  /** Filters that are days in the address, in the configured zone; the API is asked from their first, or up to their last moment. */
  days?: Record<string, "start" | "end">;
  /** Where it is not 20. */
  pageSize?: number;
  /** Larger pages that people may choose by the filter `rows`. */
  largerPages?: readonly number[];
  /** What its selects offer, by the filter's name. */
  options?: Record<string, () => Promise<ListOption[]>>;
}

/** Options that can't be loaded are logged, and the list goes without them: its select then offers only what is chosen. */
async function optionsOf(
  options: NonNullable<ListOptions<never>["options"]>,
  filters: Record<string, string>,
): Promise<Record<string, ListOption[]>> {
  const loaded = Object.entries(options).map(
    async ([name, load]) =>
      [name, await load().catch((error: unknown) => withoutOptions(error, name, filters[name]))] as const,
  );
  return Object.fromEntries(await Promise.all(loaded));
}

function withoutOptions(error: unknown, name: string, chosen: string | undefined): ListOption[] {
  if (!isAway(error)) throw error;
  log.error({ filter: name }, "the options of a filter could not be loaded");
  return chosen === undefined ? [] : [{ value: chosen, label: chosen }];
}

const isAway = (error: unknown) => error instanceof ApiRefusal && error.status === 503;

/** Which of these operations the person at the browser may use: a button and its endpoint cannot disagree. */
async function buttonsOf<B extends string>(
  call: Call,
  buttons: Record<B, Operation>,
): Promise<Partial<Record<B, boolean>>> {
  const permissions = await permissionsOf(call);
  return Object.fromEntries(
    Object.entries<Operation>(buttons).map(([name, operation]) => [name, can(permissions, operation)]),
  ) as Record<B, boolean>;
}

const pagingFields = ["pageSize", "pageNumber", "includeTotalCount", "sortFieldName", "sortDirection"];

/**
 * Loads the page of a list that the address asks for. What the address gets wrong counts as not said.
 * A list that can't be loaded is logged and empty, and says so.
 */
export async function loadList<Row, B extends string>(call: Call, operation: ListQuery<Row>, options: ListOptions<B>) {
  const { buttons, defaults = {}, largerPages = [] } = options;
  const filters = filtersOf(call, operation, options);
  const chosenSize = largerPages.find((size) => String(size) === call.url.searchParams.get(rowsOfPage));
  const paging = pagingOf(call, operation, chosenSize ?? options.pageSize);
  const shownFilters = chosenSize ? { ...filters, [rowsOfPage]: String(chosenSize) } : filters;
  const state = {
    filters: shownFilters,
    defaults,
    page: paging.pageNumber,
    pageSize: paging.pageSize,
    sort: paging.sortFieldName,
    direction: paging.sortDirection,
  };
  try {
    const input = { ...paging, ...(await askedBy(filters, options)) } as GivenInput<ListQuery<Row>>;
    const [answer, may, choices] = await Promise.all([
      call.api(operation, input),
      buttonsOf(call, buttons),
      optionsOf(options.options ?? {}, filters),
    ]);
    const { items, totalCount, isMoreThanCounted } = answer as z.output<PagedOutput<Row>>;
    if (largerPages.length > 0)
      choices[rowsOfPage] = largerPages.map((size) => ({ value: String(size), label: String(size) }));
    const count = { totalCount: totalCount ?? items.length, isMoreThanCounted: isMoreThanCounted ?? false };
    return data<Loaded<Row, B>>({ ...state, rows: items, ...count, failed: false, may, options: choices });
  } catch (error) {
    if (!isAway(error)) throw error;
    log.error({ path: operation.path }, "a list could not be loaded");
    return data<Loaded<Row, B>>(
      { ...state, rows: [], totalCount: 0, isMoreThanCounted: false, failed: true, may: {}, options: {} },
      { status: 503 },
    );
  }
}

/**
 * What the address asks for, and what counts where it says nothing. What it gets wrong counts as not said, but a text that
 * is too long is shortened: the filter then shows what is searched for.
 */
export function filtersOf(
  { url }: Call,
  { input: { shape } }: ListQuery<unknown>,
  { defaults = {}, needs = {}, days = {} }: Pick<ListOptions<never>, "defaults" | "needs" | "days">,
) {
  const filters: Record<string, string> = {};
  for (const name of Object.keys(shape).filter((field) => !pagingFields.includes(field))) {
    const said = url.searchParams.get(name) ?? defaults[name] ?? "";
    const value = days[name] || isRight(shape[name], said) ? said : said.slice(0, maxFilterLength);
    if (value !== "" && (days[name] ? isDay(value) : isRight(shape[name], value))) filters[name] = value;
  }
  return Object.fromEntries(
    Object.entries(filters).filter(([name]) => needs[name] === undefined || filters[needs[name]] !== undefined),
  );
}

/** Filters of which the address says something that cannot be. */
export function wrongFilters({ url }: Call, { input: { shape } }: ListQuery<unknown>): string[] {
  const said = Object.keys(shape).filter((name) => !pagingFields.includes(name) && url.searchParams.get(name));
  return said.filter((name) => !isRight(shape[name], url.searchParams.get(name) ?? ""));
}

/** What the API is asked for by these filters: of days where they begin or end, in UTC. */
export async function askedBy(
  filters: Record<string, string>,
  { days = {} }: Pick<ListOptions<never>, "days">,
): Promise<Record<string, string>> {
  const said = Object.keys(days).filter((name) => filters[name] !== undefined);
  if (said.length === 0) return filters;
  const { defaultTimeZone } = await configuration();
  const moments = said.map((name) => [
    name,
    (days[name] === "start" ? startOfDay : endOfDay)(filters[name] ?? "", defaultTimeZone),
  ]);
  return { ...filters, ...Object.fromEntries(moments) };
}

function isRight(field: unknown, value: string): boolean {
  return (field as z.ZodType).safeParse(value).success;
}

function pagingOf({ url }: Call, operation: ListQuery<unknown>, pageSize: number | undefined): Paging {
  const direction = { asc: "Ascending", desc: "Descending" }[url.searchParams.get("direction") ?? ""];
  const said = {
    pageNumber: url.searchParams.get("page"),
    sortFieldName: url.searchParams.get("sort"),
    sortDirection: direction,
  };
  const right = Object.entries(said).filter(([name, value]) => value && isRight(operation.input.shape[name], value));
  // Filters may have defaults of their own, so what the address says of them comes after.
  return operation.input.parse({ pageSize, ...Object.fromEntries(right) }) as Paging;
}
