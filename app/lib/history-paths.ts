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

/** Query parameter of a history and an undo with the address of the page that they were opened from, and lead back to. */
export const openedFrom = "back";
