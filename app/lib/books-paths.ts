/** Paths of the books. */
export const booksPaths = {
  trialBalance: () => "/books",
  export: () => "/books/export",
  journal: () => "/books/journal",
  exportJournal: () => "/books/journal/export",
  bills: () => "/books/exports",
  newBills: () => "/books/exports/new",
  codes: () => "/books/exports/codes",
  billFile: (id: number | string) => `/books/exports/${id}/file`,
  months: () => "/books/months",
  /** @param month as `2026-03` */
  reopen: (month: number | string) => `/books/months/${month}/reopen`,
};
