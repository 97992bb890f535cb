/** Saved views: those of a list, and those in the main menu with their counts. */
import { setTimeout } from "node:timers/promises";
import { redirect } from "@remix-run/node";
import { integer } from "#app/lib/format.ts";
import { type ListState, type ListViews, openView, rowsOfPage, viewPath, withoutView } from "#app/lib/list-state.ts";
import { paths } from "#app/lib/paths.ts";
import { type RequestContext, requestedPath } from "#app/services/request/request-context.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { cachedForSession } from "#app/services/session/session-cache.server.ts";
import type { ViewList } from "#contract/areas.ts";
import { can } from "#contract/permissions.ts";
import { views } from "#contract/views/operations.ts";
import type { View } from "#contract/views/schema.ts";
import { filtersOf, inputFrom } from "./filters.server.ts";
import { viewListAt, viewListEntries } from "./view-lists.server.ts";

/** Most views in the main menu, because each is counted. */
const maxPinned = 8;

/** Undefined if the API has no views, or is unavailable. Views that other people share appear within half a minute. */
const viewsOf = cachedForSession(30_000, async (context) =>
  (await hasFeature(views.list.feature)) ? context.api(views.list, {}).catch(() => undefined) : undefined,
);

const labelOf = ({ name, audience, isForMe }: View) => (isForMe ? name : `${name} (${audience})`);

/** A person's own default comes first, then that of a role, then that of everybody. */
function defaultOf(items: View[]): View | undefined {
  const defaults = items.filter(({ isDefault, isForMe }) => isDefault && isForMe);
  const ofAudience = (wanted: string) => defaults.find(({ audience }) => audience === wanted);
  const ofRole = defaults.find(({ audience }) => audience !== "me" && audience !== "everybody");
  return ofAudience("me") ?? ofRole ?? ofAudience("everybody");
}

/** The page's own address, also when only its data is requested. */
const pageOf = (context: RequestContext) => new URL(requestedPath(context), context.url);

/** The address of the list below any dialog; that of categories is different for each marketplace. */
const pathOf = (list: ViewList, pathname: string) =>
  pathname.match(/^\/marketplaces\/[^/]+\/categories/)?.[0] ?? viewListEntries[list].path;

/** The views of a list, and the one that is open. */
export async function viewsOfList(context: RequestContext, list: ViewList) {
  const all = await viewsOf(context);
  if (!all) return undefined;
  const items = all.items.filter((view) => view.list === list);
  const id = context.url.searchParams.get(openView);
  const { pathname, search } = pageOf(context);
  const standard = defaultOf(items);
  // Dialogs over the list have other addresses.
  if (standard && search === "" && viewListAt(pathname) === list) throw redirect(viewPath(pathname, standard));
  const path = pathOf(list, pathname);
  return { path, items, open: items.find((view) => String(view.id) === id), hasDefault: standard !== undefined };
}

type OfList = NonNullable<Awaited<ReturnType<typeof viewsOfList>>>;

/**
 * Returns what the page shows of the views.
 *
 * @param filtersIn returns the filters of a query string that the list has
 */
export async function shownViews(
  context: RequestContext,
  { path, items, open, hasDefault }: OfList,
  state: ListState,
  filtersIn: (query: string) => Record<string, string>,
): Promise<{ menu: ListViews; leftOut?: string | undefined } | undefined> {
  const query = queryOf(state);
  const canSave = can(await permissionsOf(context), views.save);
  if (items.length === 0 && !canSave) return undefined;
  const isChanged = open && open.query !== query;
  const plain = `${path}?${openView}=${withoutView}`;
  const { search } = pageOf(context);
  const menu: ListViews = {
    label: open ? `View: ${open.name}${isChanged ? " (changed)" : ""}` : "Views",
    links: [
      ...items.map((view) => ({
        label: labelOf(view),
        to: viewPath(path, view),
        isCurrent: view === open && !isChanged,
      })),
      ...(open || hasDefault ? [{ label: "Without a view", to: plain, isCurrent: !open }] : []),
      ...(canSave ? [{ label: "Save as a new view...", to: `${paths.newView(path)}${search}` }] : []),
      ...(open?.canEdit
        ? [
            { label: "Change this view...", to: `${paths.changeView(path)}${search}` },
            { label: "Delete this view...", to: `${paths.deleteView(path)}${search}` },
          ]
        : []),
    ],
    cleared: hasDefault ? plain : path,
    columns: open?.columns ? open.columns.split("\n") : [],
    query,
  };
  return { menu, leftOut: open && leftOutOf(open, filtersIn(open.query)) };
}

const notFilters = ["sort", "direction", rowsOfPage];

/** All filters by name, those without a value where the list has a default, and the sort order. */
function queryOf({ filters, defaults, sort, direction }: ListState): string {
  const off = Object.keys(defaults).map((name) => [name, ""]);
  const entries = Object.entries({ ...Object.fromEntries(off), ...filters }).sort(([a], [b]) => a.localeCompare(b));
  const order = { sort, direction: direction === "Ascending" ? "asc" : "desc" };
  return String(new URLSearchParams({ ...Object.fromEntries(entries), ...order }));
}

/** Names the filters as words, because the list no longer has their labels: `shipBy` is "ship by". */
function leftOutOf({ name, query }: View, known: Record<string, string>): string | undefined {
  const gone = [...new URLSearchParams(query)]
    .filter(([filter, value]) => value !== "" && !notFilters.includes(filter) && known[filter] === undefined)
    .map(([filter]) =>
      filter
        .replace(/Id$/, "")
        .replace(/([A-Z])/g, " $1")
        .toLowerCase(),
    );
  if (gone.length === 0) return undefined;
  return `The view “${name}” also filters by ${gone.join(", ")}, which this list does not have. That is left out.`;
}

/** The views in the main menu with the number of what they find. Kept for a minute, because every page has the menu. */
export const pinnedViews = cachedForSession(60_000, async (context) => {
  const [all, permissions] = await Promise.all([viewsOf(context), permissionsOf(context)]);
  const pinned = (all?.items ?? []).filter((view): view is View & { list: ViewList } => {
    const entry = viewListEntries[view.list as ViewList];
    return view.isPinned && view.isForMe && view.list !== "categories" && entry && can(permissions, entry.operation);
  });
  return Promise.all(
    pinned.slice(0, maxPinned).map(async (view) => ({
      label: view.name,
      to: viewPath(viewListEntries[view.list].path, view),
      count: await Promise.race([countOf(context, view).catch(() => undefined), inTime()]),
    })),
  );
});

/** A number that takes longer than this is left out: no page waits for it. */
const maxCountMs = 1_000;
const inTime = () => setTimeout(maxCountMs, undefined, { ref: false });

async function countOf(context: RequestContext, { list, query }: { list: ViewList; query: string }): Promise<string> {
  const { path, operation } = viewListEntries[list];
  const url = new URL(`${path}?${query}`, context.url);
  const days = { fromDate: "start", toDate: "end" } as const;
  const filters = filtersOf({ url }, operation, { days });
  const found = await context.api(operation, {
    ...operation.input.parse({ pageSize: 1 }),
    ...(await inputFrom(filters, { days })),
  });
  return `${integer(found.totalCount ?? 0)}${found.isMoreThanCounted ? "+" : ""}`;
}
