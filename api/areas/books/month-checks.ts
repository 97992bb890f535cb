/** What is to be looked at before a month is closed. */
import { and, count, isNotNull, isNull, lte, not, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { heldBetween, heldRowsOf, owedParties } from "#api/areas/invoices/owed.ts";
import { isWaiting } from "#api/areas/shared/charges.ts";
import { total } from "#api/areas/shared/invoice-total.ts";
import { isIssued, isOpeningBalance, issueDay } from "#api/areas/shared/supplier-entries.ts";
import type { Db } from "#api/core/database/connection.ts";
import { charges, invoices, monthlyCharges, paymentRuns } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Closing } from "#contract/books/closing.ts";
import { daysOfMonth, type MonthCheck, monthChecks, refusingChecks } from "#contract/rules/books.ts";
import { endOfDay } from "#contract/rules/dates.ts";
import { add } from "#contract/rules/money.ts";

type Reading = Pick<Context, "db" | "config">;

interface Figure {
  count: number;
  /** Dollars inc GST. */
  total: number;
}

interface End {
  /** The last day of the month, and its last moment in the operator's time zone. */
  day: string;
  moment: Date;
}

async function figure(db: Db, from: PgTable, sum: SQL, which: SQL | undefined): Promise<Figure> {
  const [row] = await db
    .select({ count: count(), total: sql`coalesce(sum(${sum}), 0)`.mapWith(Number) })
    .from(from)
    .where(which);
  return row ?? { count: 0, total: 0 };
}

/** Each counts what is of the month or of an earlier one. */
const figures: Record<MonthCheck, (reading: Reading, end: End) => Promise<Figure>> = {
  drafts: ({ db }, { moment }) =>
    figure(
      db,
      invoices,
      total,
      and(isNull(invoices.notifiedAt), isNull(invoices.voidedAt), lte(invoices.invoicedAt, moment)),
    ),
  uninvoiced: async (reading, { moment }) => {
    const owed = await owedParties(reading, moment, { charges: sql`false` });
    return { count: owed.length, total: add(...owed.map((parties) => parties.total)) };
  },
  charges: ({ db }, { day }) =>
    figure(db, charges, sql`${charges.exTax} + ${charges.tax}`, and(isWaiting(day), not(isOpeningBalance))),
  monthlyCharges: ({ db }, { day }) =>
    figure(db, monthlyCharges, sql`${monthlyCharges.exTax} + ${monthlyCharges.tax}`, lte(monthlyCharges.nextDay, day)),
  payments: ({ db }, { day }) =>
    figure(
      db,
      paymentRuns,
      sql`${paymentRuns.total}`,
      and(isNull(paymentRuns.releasedAt), isNull(paymentRuns.cancelledAt), lte(paymentRuns.bankDate, day)),
    ),
  heldRows: async (reading, { moment }) => {
    const { lineItems, total } = heldRowsOf(await heldBetween(reading, moment));
    return { count: lineItems, total };
  },
  held: ({ db, config }, { day }) =>
    figure(
      db,
      invoices,
      total,
      and(
        isNotNull(invoices.heldAt),
        isNull(invoices.paymentRunId),
        isIssued,
        sql`${issueDay(config.timeZone)} <= ${day}::date`,
      ),
    ),
};

/** Returns the figures of all checks, or of these. */
export async function checksOf(
  reading: Reading,
  month: string,
  which: readonly MonthCheck[] = monthChecks,
): Promise<Closing["checks"]> {
  const { toDate: day } = daysOfMonth(month);
  const end = { day, moment: new Date(endOfDay(day, reading.config.timeZone)) };
  const found: Closing["checks"] = [];
  for (const check of which)
    found.push({ check, ...(await figures[check](reading, end)), refuses: refusingChecks.includes(check) });
  return found;
}
