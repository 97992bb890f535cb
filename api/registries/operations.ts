import { approvals } from "#api/areas/approvals/handlers.ts";
import { attributes } from "#api/areas/attributes/handlers.ts";
import { books } from "#api/areas/books/handlers.ts";
import { categories } from "#api/areas/categories/handlers.ts";
import { charges } from "#api/areas/charges/handlers.ts";
import { commissionRules } from "#api/areas/commission-rules/handlers.ts";
import { configuration } from "#api/areas/configuration/handlers.ts";
import { customers } from "#api/areas/customers/handlers.ts";
import { deliveries } from "#api/areas/deliveries/handlers.ts";
import { discussion } from "#api/areas/discussion/handlers.ts";
import { files } from "#api/areas/files/handlers.ts";
import { historyWith } from "#api/areas/history/handlers.ts";
import { home } from "#api/areas/home/handlers.ts";
import { invoices } from "#api/areas/invoices/handlers.ts";
import { keys } from "#api/areas/keys/handlers.ts";
import { locations } from "#api/areas/locations/handlers.ts";
import { marketplaces } from "#api/areas/marketplaces/handlers.ts";
import { notifications } from "#api/areas/notifications/handlers.ts";
import { orders } from "#api/areas/orders/handlers.ts";
import { processing } from "#api/areas/processing/handlers.ts";
import { productTypes } from "#api/areas/product-types/handlers.ts";
import { products } from "#api/areas/products/handlers.ts";
import { stockFeeds } from "#api/areas/products/stock-feeds/handlers.ts";
import { search } from "#api/areas/search/handlers.ts";
import { settings } from "#api/areas/settings/handlers.ts";
import { setup } from "#api/areas/setup/handlers.ts";
import { shipments } from "#api/areas/shipments/handlers.ts";
import { shippingRules } from "#api/areas/shipping-rules/handlers.ts";
import { applications } from "#api/areas/suppliers/applications/handlers.ts";
import { suppliers } from "#api/areas/suppliers/handlers.ts";
import { users } from "#api/areas/users/handlers.ts";
import { views } from "#api/areas/views/handlers.ts";
import type { Handlers } from "#api/core/operations/handlers.ts";
import { undoers } from "./undoers.ts";

/** Does not compile while a built operation has no handler. */
export const handlers: Handlers = {
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
  charges,
  books,
  search,
  home,
  settings,
  setup,
  keys,
  views,
  discussion,
  notifications,
  deliveries,
  history: historyWith(undoers),
  customers,
};
