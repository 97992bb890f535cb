/** Invoices with rows that are queried and not yet answered. */
import { and, eq, sql } from "drizzle-orm";
import { invoiceAnswers, invoices, isOpenQuery } from "#api/core/database/schema/index.ts";

const isOpen = isOpenQuery(invoiceAnswers);

/** Number of such rows of an invoice. */
export const queriedRows = sql<number>`(select count(*)::int from ${invoiceAnswers} where ${and(eq(invoiceAnswers.invoiceId, invoices.id), isOpen)})`;

export const isQueried = sql`${invoices.id} in (select ${invoiceAnswers.invoiceId} from ${invoiceAnswers} where ${isOpen})`;
