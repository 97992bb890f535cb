/** The names of ways and kinds of changes in the history. Without a schema, because pages load this. */

/** How somebody changed something; `system` is the work that nobody asks for. */
export const historyWays = ["form", "import", "process", "key", "shop", "system"] as const;
export type HistoryWay = (typeof historyWays)[number];

export const historyWayNames: Readonly<Record<HistoryWay, string>> = {
  form: "Form",
  import: "Import",
  process: "Background work",
  key: "Key",
  shop: "Shop",
  system: "System",
};

export const historyKindNames = { added: "Added", changed: "Changed", removed: "Removed" } as const;
