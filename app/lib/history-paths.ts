/** The addresses of histories, apart from the others, because lists do without them. */
export const historyPaths = {
  all: () => "/history",
  of: (record: string, id: number | string) => `/history/${record}/${id}`,
  exportOf: (record: string, id: number | string) => `/history/${record}/${id}/export`,
  /** @param id of a command or a background process */
  undo: (id: string) => `/undo/${id}`,
  exportAll: () => "/history/export",
};
