/** Files below the page of an import. */
export const importPaths = {
  /** @param page path of the import */
  refusedRows: (page: string) => `${page}/refused`,
  changes: (page: string) => `${page}/changes`,
};
