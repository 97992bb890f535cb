/** The names of records in the history, and of kinds of changes. Without a schema, because pages load this. */

/** The kinds of records that have a history. */
export const historyRecords = [
  "supplier",
  "product",
  "order",
  "shipment",
  "invoice",
  "shippingRule",
  "productType",
  "attribute",
  "user",
  "marketplace",
  "settings",
  "key",
] as const;
export type HistoryRecord = (typeof historyRecords)[number];

export const historyRecordNames: Readonly<Record<HistoryRecord, string>> = {
  supplier: "Supplier",
  product: "Product",
  order: "Order",
  shipment: "Shipment",
  invoice: "Invoice",
  shippingRule: "Shipping rule",
  productType: "Product type",
  attribute: "Attribute",
  user: "User",
  marketplace: "Marketplace",
  settings: "Settings",
  key: "Key",
};

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
