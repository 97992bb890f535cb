import { and, isNotNull, type SQL, sql } from "drizzle-orm";
import { type Caller, visibleTo } from "#api/core/access/caller.ts";
import { invoices, orderTransactions } from "#api/core/database/schema/index.ts";
import { SupplierPermission, TransactionType } from "#contract/enumerations.ts";

/**
 * Restricts invoices to those that the caller may see. Supplier staff see the issued invoices of the suppliers whose
 * invoices they manage, and no drafts.
 */
export const visibleInvoices = (caller: Caller) =>
  caller.seesAllSuppliers
    ? undefined
    : and(visibleTo(caller, invoices.supplierId, SupplierPermission.invoices), isNotNull(invoices.notifiedAt));

/** Hides the payment transactions of drafts from supplier staff, who see such items as not yet invoiced. */
export const withoutDrafts = (caller: Caller): SQL | undefined =>
  caller.seesAllSuppliers
    ? undefined
    : sql`(${orderTransactions.type} <> ${TransactionType.payment} or ${orderTransactions.invoiceId} in (select ${invoices.id} from ${invoices} where ${invoices.notifiedAt} is not null))`;
