/**
 * The loader half of a list screen: converts the query string to the API's query, and the answer to the table's data.
 */

import { data } from "@remix-run/node";
import type { z } from "zod";
import { type ChosenOnly, type ListData, type ListOption, rowsOfPage } from "#app/lib/list-state.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import { log } from "#app/services/request/log.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import type { ViewList } from "#contract/areas.ts";
import type { Operation, Query } from "#contract/operation.ts";
import type { Paging } from "#contract/paging.ts";
import { can } from "#contract/permissions.ts";
import { mapped } from "#contract/rules/keys-of.ts";
import { type FilterRules, filtersOf, ignoredFilters, inputFrom, isValid } from "./filters.server.ts";
import { shownViews, viewsOfList } from "./views.server.ts";

type PagedOutput<Row> = z.ZodType<{ items: Row[]; totalCount?: number | null; isMoreThanCounted?: boolean | null }>;
type ListQuery<Row> = Query<z.ZodObject, PagedOutput<Row>>;

type Loaded<Row, B extends string> = ListData<Row> & { may: Partial<Record<B, boolean>> };

interface ListOptions<B extends string> extends FilterRules {
  /** The operations behind the screen's buttons, by button name. */
  buttons: Record<B, Operation>;
  /** Rows per page; 20 by default. */
  pageSize?: number;
  /** Larger page sizes, chosen with the filter `rows`. */
  largerPages?: readonly number[];
  /** The list has saved views. */
  views?: ViewList;
  /** Options of selects, by the filter's name; undefined for a filter that is not shown. */
  options?: Record<string, () => Promise<ListOption[] | ChosenOnly | undefined>>;
}

/** Loads the options. Failures are logged, and the select then offers only the chosen value. */
export async function optionsOf(
  options: NonNullable<ListOptions<never>["options"]>,
  filters: Record<string, string>,
): Promise<Pick<ListData<never>, "options" | "choosers" | "hidden">> {
  const loaded = await Promise.all(
    Object.entries(options).map(
      async ([name, load]) =>
        [name, await load().catch((error: unknown) => withoutOptions(error, name, filters[name]))] as const,
    ),
  );
  const shown = loaded.flatMap(([name, found]) => (found ? [[name, found] as const] : []));
  const hidden = loaded.flatMap(([name, found]) => (found ? [] : [name]));
  const choosers = shown.flatMap(([name, found]) => ("path" in found ? [[name, found.path] as const] : []));
  return {
    options: Object.fromEntries(shown.map(([name, found]) => [name, "path" in found ? found.chosen : found])),
    ...(choosers.length > 0 && { choosers: Object.fromEntries(choosers) }),
    ...(hidden.length > 0 && { hidden }),
  };
}

function withoutOptions(error: unknown, name: string, chosen: string | undefined): ListOption[] {
  if (!isApiUnavailable(error)) throw error;
  log.error({ filter: name }, "the options of a filter could not be loaded");
  return chosen === undefined ? [] : [{ value: chosen, label: chosen }];
}

const isApiUnavailable = (error: unknown) => error instanceof ApiRefusal && error.status === 503;

/**
 * Returns which operations the user may use. The same rule decides in the API, so a button and its endpoint cannot
 * disagree.
 */
async function buttonsOf<B extends string>(
  context: RequestContext,
  buttons: Record<B, Operation>,
): Promise<Partial<Record<B, boolean>>> {
  const permissions = await permissionsOf(context);
  return mapped(buttons, (name) => can(permissions, buttons[name]));
}

/**
 * Loads the page of a list that the query string describes. Invalid query parameters are ignored, and the page names the
 * filters among them. If the list cannot be loaded, the error is logged and the page says so.
 */
export async function loadList<Row, B extends string>(
  context: RequestContext,
  operation: ListQuery<Row>,
  options: ListOptions<B>,
) {
  const { buttons, defaults = {}, largerPages = [] } = options;
  const saved = options.views && (await viewsOfList(context, options.views));
  const filters = filtersOf(context, operation, options);
  const chosenSize = largerPages.find((size) => String(size) === context.url.searchParams.get(rowsOfPage));
  const paging = pagingOf(context, operation, chosenSize ?? options.pageSize, options);
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
    const input = { ...paging, ...(await inputFrom(filters, options)), ...options.fixed };
    const [answer, may, choices] = await Promise.all([
      context.api(operation, input),
      buttonsOf(context, buttons),
      optionsOf(options.options ?? {}, filters),
    ]);
    const { items, totalCount, isMoreThanCounted } = answer;
    if (largerPages.length > 0)
      choices.options[rowsOfPage] = largerPages.map((size) => ({ value: String(size), label: String(size) }));
    const count = { totalCount: totalCount ?? items.length, isMoreThanCounted: isMoreThanCounted ?? false };
    const filtersIn = (query: string) => filtersOf({ url: new URL(`?${query}`, context.url) }, operation, options);
    const views = saved && (await shownViews(context, saved, state, filtersIn));
    const leftOut = [ignoredFilters(context, operation, options, filters), views?.leftOut].filter(Boolean).join(" ");
    return data<Loaded<Row, B>>({
      ...state,
      rows: items,
      ...count,
      failed: false,
      may,
      ...choices,
      ...(views && { views: views.menu }),
      ...(leftOut && { leftOut }),
    });
  } catch (error) {
    if (!isApiUnavailable(error)) throw error;
    log.error({ path: operation.path }, "a list could not be loaded");
    return data<Loaded<Row, B>>(
      { ...state, rows: [], totalCount: 0, isMoreThanCounted: false, failed: true, may: {}, options: {} },
      { status: 503 },
    );
  }
}

/** Returns the page and the sort order of the query string, or the list's own. */
export function pagingOf(
  { url }: Pick<RequestContext, "url">,
  operation: ListQuery<unknown>,
  pageSize?: number,
  { fixed = {}, absent = [] }: FilterRules = {},
): Paging {
  const direction = { asc: "Ascending", desc: "Descending" }[url.searchParams.get("direction") ?? ""];
  const requested = {
    pageNumber: url.searchParams.get("page"),
    sortFieldName: url.searchParams.get("sort"),
    sortDirection: direction,
  };
  const valid = Object.entries(requested).filter(
    ([name, value]) => value && isValid(operation.input.shape[name], value) && !absent.includes(value),
  );
  // The result includes the schema's defaults of filters; callers spread the actual filters after it.
  return operation.input.parse({ ...fixed, pageSize, ...Object.fromEntries(valid) }) as Paging;
}
