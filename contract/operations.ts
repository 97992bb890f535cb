/** All operations of the API, by area. Must not be imported by code that runs in the browser. */
import { applications } from "#contract/applications/operations.ts";
import { approvals } from "#contract/approvals/operations.ts";
import { attributes } from "#contract/attributes/operations.ts";
import { categories } from "#contract/categories/operations.ts";
import { configuration } from "#contract/configuration/operations.ts";
import { customers } from "#contract/customers/operations.ts";
import { deliveries } from "#contract/deliveries/operations.ts";
import { discussion } from "#contract/discussion/operations.ts";
import { files } from "#contract/files/operations.ts";
import { history } from "#contract/history/operations.ts";
import { home } from "#contract/home/operations.ts";
import { invoices } from "#contract/invoices/operations.ts";
import { keys } from "#contract/keys/operations.ts";
import { locations } from "#contract/locations/operations.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";
import { notifications } from "#contract/notifications/operations.ts";
import { orders } from "#contract/orders/operations.ts";
import { processing } from "#contract/processing/operations.ts";
import { productTypes } from "#contract/product-types/operations.ts";
import { products } from "#contract/products/operations.ts";
import { search } from "#contract/search/operations.ts";
import { settings } from "#contract/settings/operations.ts";
import { setup } from "#contract/setup/operations.ts";
import { shipments } from "#contract/shipments/operations.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";
import { stockFeeds } from "#contract/stock-feeds/operations.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import { users } from "#contract/users/operations.ts";
import { views } from "#contract/views/operations.ts";
import type { Operation } from "./operation.ts";

export const operations = {
  configuration,
  users,
  locations,
  files,
  processing,
  suppliers,
  stockFeeds,
  applications,
  marketplaces,
  categories,
  products,
  productTypes,
  attributes,
  approvals,
  shippingRules,
  orders,
  shipments,
  invoices,
  search,
  home,
  settings,
  setup,
  keys,
  views,
  discussion,
  notifications,
  deliveries,
  history,
  customers,
};
export type Operations = typeof operations;

/** Descriptions of the areas, for the OpenAPI document. */
export const aboutAreas: Readonly<Record<keyof Operations, string>> = {
  configuration: "What every client loads first.",
  users: "The people who sign in, their roles, and what the caller may do.",
  locations: "Countries, states and addresses.",
  files: "Files that records refer to, and images made from them.",
  processing: "The progress of background processes.",
  suppliers: "Suppliers with their people, bank details and agreements with marketplaces.",
  stockFeeds: "Files that are fetched regularly to keep a supplier's stock and prices up to date.",
  applications: "Businesses apply to become suppliers, and operators decide.",
  marketplaces: "Where products are sold: clauses of agreements, product feeds, webhooks and connected shops.",
  categories: "The categories of a marketplace, for those who maintain them.",
  products: "Products with their variants, attributes, images, stock and prices.",
  productTypes: "The tree of product types, and the attributes that products of a type have.",
  attributes: "Attributes that product types share. A product-specific attribute belongs to its product.",
  approvals: "Whether a product may be sold on a marketplace.",
  shippingRules: "What suppliers charge for shipping.",
  orders: "Orders and their line items: placed by shops, imported, or typed.",
  shipments: "What suppliers send, with packaging slips and tracking numbers.",
  invoices: "Invoices between suppliers and marketplaces, their queries, and the payment of suppliers.",
  search: "Searches records of every kind.",
  home: "The start of a working day: what waits, and what has moved.",
  settings: "What an organisation sets for itself.",
  setup: "What a marketplace needs before its first sale.",
  keys: "Keys with which machines call this API.",
  views: "Saved views of lists: a name for filters, a sort order and columns.",
  discussion: "Messages about a record, between operators and its supplier or among operators.",
  notifications: "What concerns the caller, on the screen and by email.",
  deliveries: "What was sent to the webhooks and shops of marketplaces.",
  history: "What was changed, by whom and when, and how to put it back.",
  customers: "What the law grants customers: to get what is known about them, and to have it erased.",
};

/** Returns name (`suppliers.add`) and declaration of every operation. */
export function allOperations(): [name: string, operation: Operation][] {
  return Object.entries(operations).flatMap(([area, members]) =>
    Object.entries(members as Record<string, Operation>).map(([name, operation]): [string, Operation] => [
      `${area}.${name}`,
      operation,
    ]),
  );
}
