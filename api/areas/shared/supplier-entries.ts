/** What the entries of a supplier's account are and on which day they count, for its statement and for the books. */
import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { total } from "#api/areas/shared/invoice-total.ts";
import { charges, invoices, paymentRuns, supplierPayments } from "#api/core/database/schema/index.ts";

/**
 * The day on which a document counts: that of its issue.
 * @param timeZone IANA time zone of the operator
 */
export const issueDay = (timeZone: string): SQL => sql`(${invoices.notifiedAt} at time zone ${timeZone})::date`;

/** Nothing is owed by a draft. */
export const isIssued: SQL = isNotNull(invoices.notifiedAt);

/** Among charges: what was owed before, which counts on its own day and not with its document. */
export const isOpeningBalance: SQL = eq(charges.kind, "openingBalance");

export const isCountedOpeningBalance: SQL | undefined = and(isOpeningBalance, isNull(charges.withdrawnAt));

/** Dollars: the opening balances in a document. */
export const openingBalances: SQL = sql`(select coalesce(sum(${charges.exTax} + ${charges.tax}), 0) from ${charges} where ${and(eq(charges.invoiceId, invoices.id), isOpeningBalance)})`;

/** Dollars inc GST: what the supplier is paid for a document, without opening balances. */
export const withoutOpeningBalances: SQL = sql`${total} + ${openingBalances}`;

/** Nothing was paid by a payment that has not been released. It counts on the day of the bank. */
export const isReleased: SQL = isNotNull(paymentRuns.releasedAt);

export const isReturned: SQL = isNotNull(supplierPayments.returnedOn);
