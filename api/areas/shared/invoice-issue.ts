/**
 * Whether a document may be issued to its supplier, and what it may say about it. A draft shows the present facts;
 * notifying stores them, because an issued invoice does not change.
 */
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { invoiceRows, invoices, supplierMarketplaces, suppliers } from "#api/database/schema/index.ts";
import { SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import type { IssueProblem } from "#contract/rules/supplier-tax.ts";

/**
 * Whether the supplier is registered for GST on every day of the document: from the day of its first order to its own.
 * Null if nobody has checked it.
 * @param timeZone IANA time zone of the days
 */
export const isRegisteredNow = (timeZone: string): SQL<boolean | null> => sql<boolean | null>`(
  select ${suppliers.gstRegistered} and coalesce(${suppliers.gstRegisteredFrom} <= least(
    (${invoices.invoicedAt} at time zone ${timeZone})::date,
    (select (min(${invoiceRows.orderedAt}) at time zone ${timeZone})::date from ${invoiceRows} where ${invoiceRows.invoiceId} = ${invoices.id})), true)
  from ${suppliers} where ${suppliers.id} = ${invoices.supplierId})`;

export const isAgreedNow: SQL<boolean> = sql<boolean>`exists (select 1 from ${supplierMarketplaces} where ${and(
  eq(supplierMarketplaces.supplierId, invoices.supplierId),
  eq(supplierMarketplaces.marketplaceId, invoices.marketplaceId),
  eq(supplierMarketplaces.status, SupplierMarketplaceStatus.active),
)})`;

/** The ABN on the document. A draft without one takes the ABN that was entered later. */
export const supplierAbn: SQL<string> = sql<string>`coalesce(nullif(${invoices.supplierAbn}, ''), case when ${invoices.notifiedAt} is null
  then (select ${suppliers.abn} from ${suppliers} where ${suppliers.id} = ${invoices.supplierId}) end, '')`;

/**
 * Why the law forbids to issue the document as a tax invoice or adjustment note, or forbade it when it was issued; null
 * if nothing is known against it. Everything that issues, marks, lists or pays invoices asks this.
 * @param timeZone IANA time zone of the days
 */
export const issueProblem = (timeZone: string): SQL<IssueProblem | null> => sql<IssueProblem | null>`(case
  when ${invoices.voidedAt} is not null then null
  when not coalesce(${invoices.supplierGstRegistered}, ${isRegisteredNow(timeZone)}) then 'notRegistered'
  when ${supplierAbn} = '' then 'noAbn' end)`;

/** Documents with items that must not be issued, or should not have been. */
export const mustNotBeIssued = (timeZone: string): SQL | undefined =>
  and(
    isNull(invoices.voidedAt),
    sql`exists (select 1 from ${invoiceRows} where ${invoiceRows.invoiceId} = ${invoices.id})`,
    sql`${issueProblem(timeZone)} is not null`,
  );
