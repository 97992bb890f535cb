import { and, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Caller } from "#api/core/access/caller.ts";
import { visibleInvoices } from "#api/core/access/visible-invoices.ts";
import { charges, invoiceRows, invoices } from "#api/core/database/schema/index.ts";

export interface ToNotify {
  /** Invoices up to this time. */
  date: Date;
  /** Only these invoices; all if omitted. */
  ids?: readonly number[] | null;
}

/** Drafts whose suppliers have not been notified. Empty drafts are left out. */
export const toNotify = (caller: Caller, { date, ids }: ToNotify): SQL | undefined =>
  and(
    isNull(invoices.notifiedAt),
    lte(invoices.invoicedAt, date),
    or(
      sql`exists (select 1 from ${invoiceRows} where ${invoiceRows.invoiceId} = ${invoices.id})`,
      sql`exists (select 1 from ${charges} where ${charges.invoiceId} = ${invoices.id})`,
    ),
    visibleInvoices(caller),
    ids ? sql`${invoices.id} = any(${sql.param(ids)}::integer[])` : undefined,
  );
