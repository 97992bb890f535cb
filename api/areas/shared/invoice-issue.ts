/**
 * Whether a document may be issued to its supplier, and what it may say about it. A draft shows the present facts;
 * notifying stores them, because an issued invoice does not change.
 */
import { and, eq, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import { isAgentAt } from "#api/areas/shared/agent-basis.ts";
import { total } from "#api/areas/shared/invoice-total.ts";
import { charges, invoiceRows, invoices, supplierMarketplaces, suppliers } from "#api/core/database/schema/index.ts";
import { SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import type { DocumentKind } from "#contract/rules/invoice.ts";
import type { IssueProblem } from "#contract/rules/supplier-tax.ts";

type Documents = Record<"id" | "supplierId" | "invoicedAt" | "notifiedAt" | "supplierGstRegistered", AnyPgColumn>;

/** Whether the supplier is registered for GST at a moment. Null if nobody has checked it. */
const isRegisteredAt = (moment: SQL | AnyPgColumn, timeZone: string): SQL => {
  const day = sql`(${moment} at time zone ${timeZone})::date`;
  return sql`(${suppliers.gstRegistered} and coalesce(${day} >= ${suppliers.gstRegisteredFrom}, true) and coalesce(${day} <= ${suppliers.gstRegisteredUntil}, true))`;
};

type Sale = Record<"supplierId" | "marketplaceId" | "orderedAt", AnyPgColumn>;

/**
 * What a sale belongs to. On agent basis it is a remittance of proceeds. Otherwise a tax invoice covers what was ordered
 * while the supplier was registered for GST, a statement of supplies the rest; while nobody has checked the registration,
 * it is undecided.
 * @param timeZone IANA time zone of the days
 */
export const kindOfSale = ({ supplierId, marketplaceId, orderedAt }: Sale, timeZone: string): SQL => sql`(
  select case when ${isAgentAt(marketplaceId, orderedAt, timeZone)}
    then case when ${isRegisteredAt(orderedAt, timeZone)} then 'agent' else 'agentWithoutGst' end
    else case ${isRegisteredAt(orderedAt, timeZone)} when true then 'taxInvoice' when false then 'statement' else 'undecided' end end
  from ${suppliers} where ${suppliers.id} = ${supplierId})`;

/** The document was generated for what the marketplace sold as an agent, which does not change. */
export const isStoredOfAgent: SQL<boolean> = sql<boolean>`(${invoices.documentKind} in ('agent', 'agentWithoutGst'))`;

/**
 * Whether the supplier is registered for GST on the days of all orders of the document, or of none (`bool_or`); for an
 * empty one on its own day. Null if nobody has checked it.
 */
const isRegistered = (timeZone: string, document: Documents, ofThem: "bool_and" | "bool_or"): SQL => sql`(
  select coalesce(
    (select ${sql.raw(ofThem)}(${isRegisteredAt(invoiceRows.orderedAt, timeZone)}) from ${invoiceRows} where ${invoiceRows.invoiceId} = ${document.id}),
    ${isRegisteredAt(document.invoicedAt, timeZone)})
  from ${suppliers} where ${suppliers.id} = ${document.supplierId})`;

/**
 * Whether the supplier is registered for GST on the day of every order of the document. Null if nobody has checked it.
 * @param timeZone IANA time zone of the days
 */
export const isRegisteredNow = (timeZone: string, document: Documents = invoices): SQL<boolean | null> =>
  sql<boolean | null>`${isRegistered(timeZone, document, "bool_and")}`;

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
 * The registration that decides about a tax invoice or adjustment note. An adjustment belongs to the original supply, so
 * that of an adjustment note is that of the invoices it adjusts: otherwise refunds would be lost when a supplier gives up
 * its registration.
 */
const registration = (timeZone: string): SQL => sql`(case
  when ${invoices.isAdjustment} then (
    select bool_and(is_registered) and nullif(bool_and(is_registered is not null), false)
    from (select ${registrationOf(original, timeZone)} as is_registered from ${originals}) as adjusted)
  else ${registrationOf(invoices, timeZone)} end)`;

/** No sale is in the document, only charges by the marketplace. */
const hasOnlyCharges = sql`(exists (select 1 from ${charges} where ${charges.invoiceId} = ${invoices.id})
  and not exists (select 1 from ${invoiceRows} where ${invoiceRows.invoiceId} = ${invoices.id}))`;

/**
 * What the document is. Of a draft it follows from the facts of now: those of its sales, or of the documents that it
 * adjusts. Issuing stores it.
 * @param timeZone IANA time zone of the days
 */
export const documentKind = (timeZone: string): SQL<DocumentKind> => sql<DocumentKind>`(case
  when ${invoices.notifiedAt} is not null then ${invoices.documentKind}
  when ${hasOnlyCharges} then 'charges'
  when ${invoices.isAdjustment} then coalesce((select max(${original.documentKind}) from ${originals}), ${invoices.documentKind})
  when ${isStoredOfAgent} then case when ${isRegistered(timeZone, invoices, "bool_and")} then 'agent' else 'agentWithoutGst' end
  when ${isRegistered(timeZone, invoices, "bool_and")} then 'taxInvoice'
  when not ${isRegistered(timeZone, invoices, "bool_or")} then 'statement'
  else 'undecided' end)`;

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
 * Why the document may not be issued, or should not have been; null if nothing is known against it. Everything that
 * issues, marks, lists or pays invoices asks this. A statement of supplies claims nothing that the law could forbid, and
 * of a remittance of proceeds the only tax invoice is the marketplace's own.
 * @param timeZone IANA time zone of the days
 */
export const issueProblem = (timeZone: string): SQL<IssueProblem | null> => sql<IssueProblem | null>`(case
  when ${invoices.voidedAt} is not null then null
  else case ${documentKind(timeZone)}
    when 'undecided' then case when ${isRegistered(timeZone, invoices, "bool_or")} is null then 'notChecked' else 'divided' end
    when 'taxInvoice' then case when not ${registration(timeZone)} then 'notRegistered' when ${supplierAbn} = '' then 'noAbn' end
  end end)`;

/**
 * What issuing stores with a document, because it does not change from then on.
 * @param timeZone IANA time zone of the days
 */
export const factsAtIssue = (timeZone: string) => ({
  documentKind: documentKind(timeZone),
  supplierGstRegistered: isRegisteredNow(timeZone),
  hasAgreement: isAgreedNow,
  supplierAbn,
});

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
  or(isNull(invoices.notifiedAt), ne(total, 0)),
);
