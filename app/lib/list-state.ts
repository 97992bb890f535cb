/** The state of a list screen, as in its query string. */
export interface ListState {
  filters: Record<string, string>;
  /** Default values of filters. */
  defaults: Record<string, string>;
  page: number;
  pageSize: number;
  sort: string;
  direction: "Ascending" | "Descending";
}

export interface ListOption {
  value: string;
  label: string;
}

/** The saved views of a list. */
export interface ListViews {
  /** Label of the menu: the view that is open. */
  label: string;
  /** Links that open, save, change and delete views. */
  links: { label: string; to: string; isCurrent?: boolean }[];
  /** The address of the list without filters and without its default view. */
  cleared: string;
  /** Headings of the columns of the open view; empty for those of the list. */
  columns: string[];
  /** Filters, sort order and page size of this page, which a new view keeps. */
  query: string;
}

/** The chosen record of a filter that has too many records for a select. */
export interface ChosenOnly {
  chosen: ListOption[];
  /** Address of the page that chooses a record. */
  path: string;
}

export interface ListData<Row> extends ListState {
  /** The user's permissions, by the names of `buttons` of `loadList`. */
  may?: Partial<Record<string, boolean>>;
  /** Undefined if the API has no saved views, or this list could not be loaded. */
  views?: ListViews;
  /** Says what the address or the open view filters by and the list does not have. */
  leftOut?: string;
  /** Options of selects, by the filter's name. */
  options: Record<string, ListOption[]>;
  /** Addresses of pages that choose a record, for selects that would have too many options, by the filter's name. */
  choosers?: Record<string, string>;
  /** Names of filters that could only say one thing to this user, and are not shown. */
  hidden?: string[];
  rows: Row[];
  totalCount: number;
  /** There are more rows than were counted. */
  isMoreThanCounted: boolean;
  /** The API was unavailable, so there are no rows to show. */
  failed: boolean;
}

/** Query parameter with the id of the open row. */
export const expandedRow = "expand";

/**
 * Query parameter with the index of the open row on the page, which keeps its place even if it no longer matches the
 * filters.
 */
export const placeOfExpanded = "at";

/** Id of the element with the details of a row, and fragment of the address that moves the focus into it. */
export const detailsId = (rowId: number | string) => `details-${rowId}`;

/** Query parameter with the id of the open view; `none` for a list without its default view. */
export const openView = "view";
export const withoutView = "none";

/** Returns the address of a view. */
export const viewPath = (listPath: string, { id, query }: { id: number; query: string }) =>
  `${listPath}?${query}${query && "&"}${openView}=${id}`;

/** Filter with the page size. */
export const rowsOfPage = "rows";

/** Query parameter and field with the ids of the ticked rows. */
export const tickedRows = "Ids";

/** Query parameters that are removed when a filter or the page changes. */
export const fromTheTop = { page: null, [expandedRow]: null, [placeOfExpanded]: null, [tickedRows]: null };

/** Query parameter with which a detail page remembers the list it was opened from. */
export const fromList = "from";

/** Query parameter with the tab on which the next or previous record is opened. */
export const openTab = "tab";

/** Returns the address of a detail page, including the way back to this list, page and row. */
export function withWayBack(path: string, listSearch: string): string {
  return `${path}${wayBackQuery(listSearch)}`;
}

/** The query string that `withWayBack` adds, for tables, which add it to many addresses. */
export function wayBackQuery(listSearch: string): string {
  const search = listSearch.replace(/^\?/, "");
  return search ? `?${new URLSearchParams({ [fromList]: search })}` : "";
}

/** Returns the address of the list that a detail page was opened from, at the row it was opened from. */
export function wayBack(listPath: string, search: string, rowId?: number | string): string {
  const from = new URLSearchParams(new URLSearchParams(search).get(fromList) ?? "").toString();
  return `${listPath}${from ? `?${from}` : ""}${rowId === undefined ? "" : `#row-${rowId}`}`;
}

/** Query parameter with the search term on the page that chooses a record for a filter. */
export const findRecord = "find";

/** Data of the page that chooses a record for a filter. */
export interface RecordChoices {
  find: string;
  choices: { id: number; name: string; about: string; to: string }[];
  totalCount: number;
  /** The list, with its filters. */
  back: string;
  /** Address of the page itself, without a query string. */
  here: string;
  /** The other filters of the list, which are preserved. */
  kept: [name: string, value: string][];
}
