/**
 * Whether a document may be issued to its supplier, and what it may say about it. A draft shows the present facts;
 * notifying stores them, because an issued invoice does not change.
 */
import { and, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import { payable } from "#api/areas/shared/stored-amounts.ts";
import { invoiceRows, invoices, supplierMarketplaces, suppliers } from "#api/core/database/schema/index.ts";
import { SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import type { IssueProblem } from "#contract/rules/supplier-tax.ts";

type Documents = Record<"id" | "supplierId" | "invoicedAt" | "notifiedAt" | "supplierGstRegistered", AnyPgColumn>;

/**
 * Whether the supplier is registered for GST on every day of the document: from the day of its first order to its own.
 * Null if nobody has checked it.
 * @param timeZone IANA time zone of the days
 */
export const isRegisteredNow = (timeZone: string, document: Documents = invoices): SQL<boolean | null> => sql<
  boolean | null
>`(
  select ${suppliers.gstRegistered} and coalesce(${suppliers.gstRegisteredFrom} <= least(
    (${document.invoicedAt} at time zone ${timeZone})::date,
    (select (min(${invoiceRows.orderedAt}) at time zone ${timeZone})::date from ${invoiceRows} where ${invoiceRows.invoiceId} = ${document.id})), true)
  from ${suppliers} where ${suppliers.id} = ${document.supplierId})`;

/**
 * Of a tax invoice. What was stored when it was issued wins over what was recorded later. While nothing was recorded
 * later, the record is asked: earlier invoices stored the registration of their own date alone.
 */
const registrationOf = (document: Documents, timeZone: string): SQL => sql`(case
  when ${document.supplierGstRegistered} is null
    or (select ${suppliers.gstCheckedAt} <= ${document.notifiedAt} from ${suppliers} where ${suppliers.id} = ${document.supplierId})
  then ${isRegisteredNow(timeZone, document)} else ${document.supplierGstRegistered} end)`;

const original = alias(invoices, "original");
const originalRow = alias(invoiceRows, "original_row");

/** The issued tax invoices that an adjustment note adjusts. */
const originals = sql`${invoices} ${original} where not ${original.isAdjustment} and ${original.notifiedAt} is not null and ${original.id} in (
  select ${originalRow.invoiceId} from ${invoiceRows} ${originalRow} join ${invoiceRows} on ${invoiceRows.lineItemId} = ${originalRow.lineItemId}
  where ${invoiceRows.invoiceId} = ${invoices.id})`;

/**
 * The registration that decides about a document. An adjustment belongs to the original supply, so that of an adjustment
 * note is that of the invoices it adjusts: otherwise refunds would be lost when a supplier gives up its registration.
 */
const registration = (timeZone: string): SQL => sql`(case
  when ${invoices.isAdjustment} then (
    select bool_and(is_registered) and nullif(bool_and(is_registered is not null), false)
    from (select ${registrationOf(original, timeZone)} as is_registered from ${originals}) as adjusted)
  else ${registrationOf(invoices, timeZone)} end)`;

/** The registration was stored as missing when the document was issued, so that recording one later changes nothing. */
export const isStoredUnregistered: SQL<boolean> = sql<boolean>`(case
  when ${invoices.isAdjustment} then exists (select 1 from ${originals} and not ${original.supplierGstRegistered})
  else coalesce(not ${invoices.supplierGstRegistered}, false) end)`;

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
  when not ${registration(timeZone)} then 'notRegistered'
  when ${supplierAbn} = '' then 'noAbn' end)`;

/** Documents with items that must not be issued, or should not have been. */
export const mustNotBeIssued = (timeZone: string): SQL | undefined =>
  and(
    isNull(invoices.voidedAt),
    sql`exists (select 1 from ${invoiceRows} where ${invoiceRows.invoiceId} = ${invoices.id})`,
    sql`${issueProblem(timeZone)} is not null`,
  );

/** Drafts, and issued documents that still have to be paid. */
export const isUnpaid: SQL | undefined = and(
  isNull(invoices.voidedAt),
  isNull(invoices.paymentRunId),
  or(isNull(invoices.notifiedAt), ne(payable(invoices), 0)),
);
