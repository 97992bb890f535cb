import { and, isNotNull } from "drizzle-orm";
import { type Caller, visibleTo } from "#api/access/caller.ts";
import { invoices } from "#api/database/schema/index.ts";
import { SupplierPermission } from "#contract/enumerations.ts";

/**
 * Restricts invoices to those that the caller may see. Supplier staff see the issued invoices of the suppliers whose
 * invoices they manage, and no drafts.
 */
export const visibleInvoices = (caller: Caller) =>
  caller.seesAllSuppliers
    ? undefined
    : and(visibleTo(caller, invoices.supplierId, SupplierPermission.invoices), isNotNull(invoices.notifiedAt));
