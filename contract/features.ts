/**
 * The optional features of an API, beyond the specification. `GET configuration` names the features of an API; the back
 * office offers nothing of a feature that is not named.
 */
export const features = [
  "applications",
  "carrierCard",
  "categories",
  "csvExports",
  "deliveries",
  "discussion",
  "gtin",
  "heroImage",
  "history",
  "home",
  "keys",
  "manyAtOnce",
  "marketplaces",
  "notifications",
  "orderStatus",
  "personalData",
  "placedOrders",
  "productCopies",
  "productFeeds",
  "productNeighbours",
  "savedViews",
  "search",
  "settings",
  "setup",
  "shipBy",
  "shops",
  "sourceFiles",
  "stockFilter",
  "stockFeeds",
  "supplierWorkbooks",
  "variantCombinations",
] as const;
export type Feature = (typeof features)[number];
