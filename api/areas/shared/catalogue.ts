import { inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { type Caller, hasBit, hasRole } from "#api/core/access/caller.ts";
import { SupplierPermission } from "#contract/enumerations.ts";

/** True for operator staff who may change the products of every supplier. */
export const managesEverySupplier = (caller: Caller) =>
  hasRole(caller, "Administrator", "Operator", "Catalogue Manager");

/** True if the caller may change the products and the shipping rules of this supplier. */
export function mayManageProducts(caller: Caller, supplierId: number): boolean {
  return managesEverySupplier(caller) || hasBit(caller, supplierId, SupplierPermission.products);
}

/** The same as an SQL condition. */
export function managesProductsOf(caller: Caller, supplierId: PgColumn): SQL<boolean> {
  if (managesEverySupplier(caller)) return sql<boolean>`true`;
  const ids = caller.links
    .map((link) => link.supplierId)
    .filter((id) => hasBit(caller, id, SupplierPermission.products));
  return ids.length > 0 ? sql<boolean>`${inArray(supplierId, ids)}` : sql<boolean>`false`;
}
