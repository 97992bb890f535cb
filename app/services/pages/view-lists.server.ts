/** The lists that have saved views: their addresses, and the operations that count what a view finds. */
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
import { shipments } from "#contract/shipments/operations.ts";
import { shippingRules } from "#contract/shipping-rules/operations.ts";
import { suppliers } from "#contract/suppliers/operations.ts";
import { users } from "#contract/users/operations.ts";
import type { ViewList } from "#contract/views/schema.ts";

interface ViewListEntry {
  path: string;
  operation: Query<z.ZodObject, z.ZodType<{ totalCount?: number | null; isMoreThanCounted?: boolean | null }>>;
}

const anyMarketplace = "any";

export const viewListEntries: Record<ViewList, ViewListEntry> = {
  orders: { path: paths.orders(), operation: orders.list },
  shipments: { path: paths.shipments(), operation: shipments.list },
  invoices: { path: paths.invoices(), operation: invoices.list },
  payments: { path: paths.payments(), operation: invoices.paymentRuns },
  products: { path: paths.products(), operation: products.list },
  approvals: { path: paths.approvals(), operation: approvals.list },
  productTypes: { path: paths.productTypes(), operation: productTypes.list },
  attributes: { path: paths.attributes(), operation: attributes.list },
  shippingRules: { path: paths.shippingRules(), operation: shippingRules.list },
  suppliers: { path: paths.suppliers(), operation: suppliers.list },
  marketplaces: { path: paths.marketplaces(), operation: marketplaces.manage },
  // One list for each marketplace, so its views cannot be in the main menu.
  categories: { path: paths.categories(anyMarketplace), operation: categories.list },
  deliveries: { path: paths.deliveries(), operation: deliveries.list },
  users: { path: paths.users(), operation: users.list },
};

/** Returns the list at this path, or undefined. */
export function viewListAt(path: string): ViewList | undefined {
  const known = path.replace(/^\/marketplaces\/[^/]+\/categories$/, paths.categories(anyMarketplace));
  return (Object.keys(viewListEntries) as ViewList[]).find((list) => viewListEntries[list].path === known);
}
