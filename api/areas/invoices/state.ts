import { sql } from "drizzle-orm";
import { total } from "#api/areas/shared/invoice-total.ts";
import { invoices, paymentRuns } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { dayOf } from "#contract/rules/dates.ts";
import type { InvoiceState } from "#contract/rules/invoice.ts";

/**
 * The state of an invoice, for a query that joins its payment run.
 * @param today date in the operator's time zone, as `2026-03-02`
 */
export const stateOn = (today: string) => sql<InvoiceState>`(case
  when ${invoices.voidedAt} is not null then 'void'
  when ${invoices.notifiedAt} is null then 'draft'
  when ${invoices.paymentRunId} is not null and (${paymentRuns.releasedAt} is null or ${paymentRuns.bankDate} > ${today}::date) then 'scheduled'
  when ${invoices.paymentRunId} is not null or ${total} = 0 then 'paid'
  else 'notified' end)`;

/** The bank date of a released payment run, as `2026-03-02`; null for other invoices. */
export const paidDate = sql<
  string | null
>`(case when ${paymentRuns.releasedAt} is not null then ${paymentRuns.bankDate} end)::text`;

export const todayOf = ({
  now,
  config: { timeZone },
}: Pick<Context, "now"> & { config: { timeZone: string } }): string => dayOf(now.toISOString(), timeZone);
