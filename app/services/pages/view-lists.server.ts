/** The lists of the back office: their addresses, the operations that count what a view finds, and where people find them. */
import type { z } from "zod";
import { paths } from "#app/lib/paths.ts";
import { approvals } from "#contract/approvals/operations.ts";
import { attributes } from "#contract/attributes/operations.ts";
import { categories } from "#contract/categories/operations.ts";
import { deliveries } from "#contract/deliveries/operations.ts";
import { invoices } from "#contract/invoices/operations.ts";
import { marketplaces } from "#contract/marketplaces/operations.ts";
import type { Query } from "#contract/operation.ts";
import { orders } from "#contract/orders/operations.ts";
import { productTypes } from "#contract/product-types/operations.ts";
import { products } from "#contract/products/operations.ts";
import { keysOf } from "#contract/rules/keys-of.ts";
import { shipments } from "#contract/shipments/operations.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import { users } from "#contract/users/operations.ts";
import type { ViewList } from "#contract/views/schema.ts";

/** The groups of the main menu. Suppliers and administration stand together, without a heading. */
type MenuGroup = "Sales" | "Catalogue" | "Suppliers" | "Administration";

interface ViewListEntry {
  label: string;
  path: string;
  operation: Query<z.ZodObject, z.ZodType<{ totalCount?: number | null; isMoreThanCounted?: boolean | null }>>;
  /** Its place in the main menu, which lists them in this order; or a page that links to it. */
  menu: MenuGroup | { reachedFrom: string };
}

const anyMarketplace = "any";

export const viewListEntries: Record<ViewList, ViewListEntry> = {
  orders: { label: "Orders", path: paths.orders(), operation: orders.list, menu: "Sales" },
  shipments: { label: "Shipments", path: paths.shipments(), operation: shipments.list, menu: "Sales" },
  invoices: { label: "Invoices", path: paths.invoices(), operation: invoices.list, menu: "Sales" },
  payments: {
    label: "Payments",
    path: paths.payments(),
    operation: invoices.paymentRuns,
    menu: { reachedFrom: paths.invoices() },
  },
  products: { label: "Products", path: paths.products(), operation: products.list, menu: "Catalogue" },
  approvals: { label: "Approvals", path: paths.approvals(), operation: approvals.list, menu: "Catalogue" },
  productTypes: { label: "Product Types", path: paths.productTypes(), operation: productTypes.list, menu: "Catalogue" },
  attributes: { label: "Attributes", path: paths.attributes(), operation: attributes.list, menu: "Catalogue" },
  shippingRules: {
    label: "Shipping Rules",
    path: paths.shippingRules(),
    operation: shippingRules.list,
    menu: "Catalogue",
  },
  suppliers: { label: "Suppliers", path: paths.suppliers(), operation: suppliers.list, menu: "Suppliers" },
  marketplaces: {
    label: "Marketplaces",
    path: paths.marketplaces(),
    operation: marketplaces.manage,
    menu: "Administration",
  },
  // One list for each marketplace, so its views cannot be in the main menu.
  categories: {
    label: "Categories",
    path: paths.categories(anyMarketplace),
    operation: categories.list,
    menu: { reachedFrom: paths.marketplace(anyMarketplace) },
  },
  deliveries: {
    label: "Deliveries",
    path: paths.deliveries(),
    operation: deliveries.list,
    menu: { reachedFrom: paths.marketplaces() },
  },
  users: { label: "Users", path: paths.users(), operation: users.list, menu: "Administration" },
};

/** The lists of a group of the main menu. */
export const listsIn = (group: MenuGroup): ViewListEntry[] =>
  Object.values(viewListEntries).filter(({ menu }) => menu === group);

/** Returns the list at this path, or undefined. */
export function viewListAt(path: string): ViewList | undefined {
  const known = path.replace(/^\/marketplaces\/[^/]+\/categories$/, paths.categories(anyMarketplace));
  return keysOf(viewListEntries).find((list) => viewListEntries[list].path === known);
}
