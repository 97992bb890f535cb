/** The scopes of an API key: it may call the operations that are marked with one of its scopes. */
import { SupplierPermission } from "#contract/enumerations.ts";

export const keyScopes = [
  "orders.place",
  "orders.read",
  "shipments",
  "stock",
  "products",
  "charges",
  "statements.read",
  "books.read",
] as const;
export type KeyScope = (typeof keyScopes)[number];

export const keyScopeNames: Readonly<Record<KeyScope, string>> = {
  "orders.place": "Place orders",
  "orders.read": "Read orders",
  shipments: "Shipments",
  stock: "Stock and prices",
  products: "Products",
  charges: "Charges and credits",
  "statements.read": "Read statements of account",
  "books.read": "Read the books",
};

/** The scopes that a key of a marketplace, or of a supplier, may have; that of the organisation may have all. */
export const marketplaceScopes: readonly KeyScope[] = ["orders.place", "orders.read"];
export const supplierScopes: readonly KeyScope[] = ["orders.read", "shipments", "stock", "products", "statements.read"];

/** The permission that staff of a supplier need for what the scope allows; none to read orders. */
export const bitOfScope: Readonly<Partial<Record<KeyScope, number>>> = {
  shipments: SupplierPermission.orders,
  stock: SupplierPermission.products,
  products: SupplierPermission.products,
  "statements.read": SupplierPermission.invoices,
};

/** Returns the names of scopes, in the order in which they are always shown. */
export const scopeNames = (scopes: readonly string[]): string[] =>
  keyScopes.filter((scope) => scopes.includes(scope)).map((scope) => keyScopeNames[scope]);
