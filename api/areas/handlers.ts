import type { Handlers } from "../http/handlers.ts";
import { approvals } from "./approvals/handlers.ts";
import { attributes } from "./attributes/handlers.ts";
import { configuration } from "./configuration/handlers.ts";
import { files } from "./files/handlers.ts";
import { invoices } from "./invoices/handlers.ts";
import { locations } from "./locations/handlers.ts";
import { marketplaces } from "./marketplaces/handlers.ts";
import { orders } from "./orders/handlers.ts";
import { processing } from "./processing/handlers.ts";
import { productTypes } from "./product-types/handlers.ts";
import { products } from "./products/handlers.ts";
import { shipments } from "./shipments/handlers.ts";
import { shippingRules } from "./shipping-rules/handlers.ts";
import { suppliers } from "./suppliers/handlers.ts";
import { users } from "./users/handlers.ts";

/** Does not compile while a built operation has no handler. */
export const handlers: Handlers = {
  configuration,
  users,
  locations,
  files,
  processing,
  suppliers,
  marketplaces,
  products,
  productTypes,
  attributes,
  approvals,
  shippingRules,
  orders,
  shipments,
  invoices,
};
