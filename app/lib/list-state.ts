/** What a list screen knows about itself; the address says the same. */
export interface ListState {
  filters: Record<string, string>;
  /** Values of filters when the address says nothing of them. */
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

export interface ListData<Row> extends ListState {
  /** What its selects offer, by the filter's name. */
  options: Record<string, ListOption[]>;
  rows: Row[];
  totalCount: number;
  /** There are more; how many was not counted. */
  isMoreThanCounted: boolean;
  /** The API could not be asked: the rows are empty, but not because there are none. */
  failed: boolean;
}

/** The parameter that names the row that is open. */
export const expandedRow = "expand";

/** The parameter that says at which place of the page that row stood: it stays there when it matches the filters no longer. */
export const placeOfExpanded = "at";

/** The filter that chooses how many rows a page of the list has. */
export const rowsOfPage = "rows";

/** What another filter or page leaves behind of an address. */
export const fromTheTop = { page: null, [expandedRow]: null, [placeOfExpanded]: null };

/** The parameter in which a detail screen remembers the list it was opened from. */
export const fromList = "from";

/** The address of a detail screen that knows its way back to this list, page and row. */
export function withWayBack(path: string, listSearch: string): string {
  const search = listSearch.replace(/^\?/, "");
  return search ? `${path}?${new URLSearchParams({ [fromList]: search })}` : path;
}

/** The list that a detail screen was opened from, at the row it was opened at. */
export function wayBack(listPath: string, search: string, rowId?: number | string): string {
  const from = new URLSearchParams(new URLSearchParams(search).get(fromList) ?? "").toString();
  return `${listPath}${from ? `?${from}` : ""}${rowId === undefined ? "" : `#row-${rowId}`}`;
}

/** The parameter in which the page that chooses a record for a filter says what is looked for. */
export const findRecord = "find";
