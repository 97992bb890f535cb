/** The addresses of histories, apart from the others, because lists do without them. */
export const historyPaths = {
  all: () => "/history",
  of: (record: string, id: number | string) => `/history/${record}/${id}`,
  exportOf: (record: string, id: number | string) => `/history/${record}/${id}/export`,
  /** @param id of a command or a background process */
  undo: (id: string) => `/undo/${id}`,
  /** @param at moment in ISO 8601 */
  since: (record: string, id: number | string, at: string) => `/history/${record}/${id}/since?at=${at}`,
  exportAll: () => "/history/export",
};

/** Query parameter of an undo with the search of the grid of products that it came from, and leads back to. */
export const gridSearch = "grid";
