import { and, isNotNull } from "drizzle-orm";
import { SupplierPermission } from "../../../contract/enumerations.ts";
import { type Caller, hasBit, visibleTo } from "../../access/caller.ts";
import { invoices } from "../../database/schema/index.ts";

/** The condition for invoices that the caller may see: supplier staff see issued ones of the suppliers whose invoices they manage, and no drafts. */
export const visibleInvoices = (caller: Caller) =>
  caller.seesAllSuppliers
    ? undefined
    : and(visibleTo(caller, invoices.supplierId, SupplierPermission.invoices), isNotNull(invoices.notifiedAt));

/** Only the supplier's own people say that its rows are right. */
export const answersRows = (caller: Caller, supplierId: number): boolean =>
  hasBit(caller, supplierId, SupplierPermission.invoices);
