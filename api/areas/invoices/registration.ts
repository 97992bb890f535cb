/**
 * What an invoice may say about its supplier: whether it is registered for GST on the invoice date, and whether it has an
 * active agreement with the marketplace. A draft shows this as it is now; notifying stores it, because an issued
 * invoice does not change.
 */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { invoices, supplierMarketplaces, suppliers } from "#api/database/schema/index.ts";
import { SupplierMarketplaceStatus } from "#contract/enumerations.ts";

/**
 * Null if nobody has checked it.
 * @param timeZone IANA time zone of the invoice date
 */
export const isRegisteredNow = (timeZone: string): SQL<boolean | null> => sql<boolean | null>`(
  select ${suppliers.gstRegistered} and coalesce(${suppliers.gstRegisteredFrom} <= (${invoices.invoicedAt} at time zone ${timeZone})::date, true)
  from ${suppliers} where ${suppliers.id} = ${invoices.supplierId})`;

export const isAgreedNow: SQL<boolean> = sql<boolean>`exists (select 1 from ${supplierMarketplaces} where ${and(
  eq(supplierMarketplaces.supplierId, invoices.supplierId),
  eq(supplierMarketplaces.marketplaceId, invoices.marketplaceId),
  eq(supplierMarketplaces.status, SupplierMarketplaceStatus.active),
)})`;
