/** Closing months in order, and reopening the last closed one. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { lastClosedMonth, lockClosedMonth } from "#api/areas/shared/closed-months.ts";
import { closings as closingsTable, users } from "#api/core/database/schema/index.ts";
import { pageOf } from "#api/core/lists/page-of.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict } from "#api/core/refusals/refusal.ts";
import type { Operations } from "#contract/operations.ts";
import { formatMonth, monthIn, monthsLater, refusingChecks } from "#contract/rules/books.ts";
import { dayOf } from "#contract/rules/dates.ts";
import { checksOf } from "./month-checks.ts";

type Books = Operations["books"];

export const closing: Handler<Books["closing"]> = async ({ month: wanted }, context) => {
  const { db, now, config } = context;
  const current = monthIn(dayOf(now.toISOString(), config.timeZone));
  const lastClosed = await lastClosedMonth(db);
  const month = wanted ?? monthsLater(lastClosed ?? current, lastClosed === null ? -1 : 1);
  const whyNot = whyNotClosable(month, { lastClosed, current }) ?? null;
  return { month, lastClosed, whyNot, checks: await checksOf(context, month) };
};

/** The first month that is closed is any that is over; then each follows the one before. */
function whyNotClosable(
  month: string,
  { lastClosed, current }: { lastClosed: string | null; current: string },
): string | undefined {
  if (lastClosed !== null && month <= lastClosed) return `${formatMonth(month)} is closed already.`;
  if (month >= current) return `${formatMonth(month)} is not over yet.`;
  const next = lastClosed === null ? month : monthsLater(lastClosed, 1);
  return month > next ? `Please close ${formatMonth(next)} first: months are closed in order.` : undefined;
}

const whatRefuses: Readonly<Record<string, string>> = {
  payments:
    "A payment whose bank date is up to its end has not been released. Release it with another day, or cancel it.",
  monthlyCharges: "Monthly charges of its days are still to be entered, which takes a minute. Please try again then.",
};

export const closeMonth: Handler<Books["closeMonth"]> = async ({ Month }, context) => {
  const { db, now, caller, config } = context;
  const lastClosed = await lockClosedMonth(db);
  const why = whyNotClosable(Month, { lastClosed, current: monthIn(dayOf(now.toISOString(), config.timeZone)) });
  if (why) throw conflict(why);
  const found = await checksOf(context, Month, refusingChecks);
  const reasons = found.flatMap(({ check, count }) => (count > 0 ? (whatRefuses[check] ?? []) : []));
  if (reasons.length > 0) throw conflict(`${formatMonth(Month)} cannot be closed yet. ${reasons.join(" ")}`);
  await db.insert(closingsTable).values({ month: Month, closedAt: now, closedBy: caller.userId });
  return null;
};

export const reopenMonth: Handler<Books["reopenMonth"]> = async ({ Month, Reason }, { db, now, caller }) => {
  const lastClosed = await lockClosedMonth(db);
  if (lastClosed === null || Month > lastClosed) throw conflict(`${formatMonth(Month)} is not closed.`);
  if (Month < lastClosed)
    throw conflict(`Please reopen ${formatMonth(lastClosed)} first: months are reopened from the last one on.`);
  await db
    .update(closingsTable)
    .set({ reopenedAt: now, reopenedBy: caller.userId, reopenReason: Reason })
    .where(and(eq(closingsTable.month, Month), isNull(closingsTable.reopenedAt)));
  return null;
};

const closer = alias(users, "closer");
const reopener = alias(users, "reopener");
const nameOf = ({ givenName, surname }: typeof closer | typeof reopener) =>
  sql<string | null>`nullif(trim(${givenName} || ' ' || ${surname}), '')`;

export const closings: Handler<Books["closings"]> = async (input, { db }) => {
  const page = await pageOf(
    db,
    {
      rows: db
        .select({ closing: closingsTable, closedBy: nameOf(closer), reopenedBy: nameOf(reopener) })
        .from(closingsTable)
        .leftJoin(closer, eq(closer.id, closingsTable.closedBy))
        .leftJoin(reopener, eq(reopener.id, closingsTable.reopenedBy))
        .$dynamic(),
      visible: undefined,
      filters: [],
      sort: { id: closingsTable.id },
      uniqueKey: closingsTable.id,
    },
    input,
  );
  return {
    ...page,
    items: page.items.map(({ closing: { id, month, closedAt, reopenedAt, reopenReason }, closedBy, reopenedBy }) => ({
      id,
      month,
      closedDate: closedAt.toISOString(),
      closedByUserFullName: closedBy,
      reopenedDate: reopenedAt?.toISOString() ?? null,
      reopenedByUserFullName: reopenedBy,
      reopenReason,
    })),
  };
};
