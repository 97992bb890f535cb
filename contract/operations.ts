/** All operations of the API, by area. Must not be imported by code that runs in the browser. */
import { applications } from "#contract/applications/operations.ts";
import { approvals } from "#contract/approvals/operations.ts";
import { attributes } from "#contract/attributes/operations.ts";
import { books } from "#contract/books/operations.ts";
import { categories } from "#contract/categories/operations.ts";
import { charges } from "#contract/charges/operations.ts";
import { commissionRules } from "#contract/commission-rules/operations.ts";
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
import type { AreaName } from "./areas.ts";
import type { Operation } from "./operation.ts";

/** Does not compile while an area of `areas.ts` is missing, or one is here that is not there. */
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
  commissionRules,
  orders,
  shipments,
  invoices,
  search,
  home,
  settings,
  setup,
  keys,
  views,
  charges,
  books,
  discussion,
  notifications,
  deliveries,
  history,
  customers,
} satisfies Record<AreaName, Readonly<Record<string, Operation>>>;
export type Operations = typeof operations;

/** Returns name (`suppliers.add`) and declaration of every operation. */
export function allOperations(): [name: string, operation: Operation][] {
  return Object.entries(operations).flatMap(([area, members]) =>
    Object.entries<Operation>(members).map(([name, operation]): [string, Operation] => [`${area}.${name}`, operation]),
  );
}
