import { factsOf, type OptionalArea } from "./areas.ts";
import { keysOf } from "./rules/keys-of.ts";

/**
 * The optional features of an API, beyond the specification. `GET configuration` names the features of an API; the back
 * office offers nothing of a feature that is not named.
 */
const beside = [
  "carrierCard",
  "csvExports",
  "eInvoices",
  "gtin",
  "heldRows",
  "heroImage",
  "manyAtOnce",
  "orderStatus",
  "personalData",
  "placedOrders",
  "productCopies",
  "productFeeds",
  "productNeighbours",
  "savedViews",
  "shipBy",
  "shops",
  "sourceFiles",
  "statements",
  "stockFilter",
  "supplierWorkbooks",
  "variantCombinations",
] as const;
export type Feature = OptionalArea | (typeof beside)[number];

/** The optional areas, and features of areas. */
export const features: readonly Feature[] = [...keysOf(factsOf("isOptional")), ...beside].sort();
