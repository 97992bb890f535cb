import { eq, type SQL, sql } from "drizzle-orm";
import { DateTime } from "luxon";
import { supplierMarketplaces, suppliers } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { SupplierMarketplaceStatus } from "#contract/enumerations.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { dayAfter } from "#contract/rules/ship-by.ts";
import { agreementEndsSoonDays } from "#contract/suppliers/schema.ts";

export const agreementTermMonths = 12;

/**
 * Returns when the initial term ends (UTC): the same day of the month in this zone, the given number of months later.
 */
export function endOfTerm(agreedAt: Date, timeZone: string): Date {
  return DateTime.fromJSDate(agreedAt, { zone: timeZone }).plus({ months: agreementTermMonths }).toJSDate();
}

/**
 * SQL condition for suppliers with an active agreement whose initial term ends from today to 30 days from now, in the
 * operator's time zone. As in `endOfTerm`, a term from 29 February ends on the last day of a shorter February.
 */
export function hasAgreementEndingSoon({ now, config: { timeZone } }: Pick<Context, "now" | "config">): SQL {
  const today = dayOf(now.toISOString(), timeZone);
  return sql`${suppliers.id} in (
    select ${supplierMarketplaces.supplierId} from ${supplierMarketplaces}
    where ${eq(supplierMarketplaces.status, SupplierMarketplaceStatus.active)}
      and ((${supplierMarketplaces.agreedAt} at time zone ${timeZone}) + ${`${agreementTermMonths} months`}::interval)::date
        between ${today}::date and ${dayAfter(today, agreementEndsSoonDays)}::date
  )`;
}
