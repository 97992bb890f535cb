/** Monthly charges, which are entered again on the same day of every month. */
import { and, eq, isNull, lte } from "drizzle-orm";
import { heldClosedMonth } from "#api/areas/shared/closed-months.ts";
import type { Config } from "#api/core/config.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { charges, monthlyCharges } from "#api/core/database/schema/index.ts";
import { dayOf } from "#contract/rules/dates.ts";

type MonthlyCharge = typeof monthlyCharges.$inferSelect;

/** Entered in one transaction. */
const mostAtOnce = 200;

/** Enters the charges of all days up to today. Those beyond one transaction are entered the next time. */
export const enterDueCharges = ({ database, config }: { database: Database; config: Config }, now: Date) =>
  database.transaction(async (db) => {
    const today = dayOf(now.toISOString(), config.timeZone);
    // A month is not closed before its monthly charges are entered, so that none of them is for a closed one.
    await heldClosedMonth(db);
    const due = await db
      .select()
      .from(monthlyCharges)
      .where(lte(monthlyCharges.nextDay, today))
      .limit(mostAtOnce)
      .for("update", { skipLocked: true });
    for (const monthly of due) await enterDays(db, monthly, { today, now });
  });

/** Enters a monthly charge for each of its days up to today. Returns the id of the first one; null if none is due. */
export async function enterDays(
  db: Db,
  monthly: MonthlyCharge,
  { today, now }: { today: string; now: Date },
): Promise<number | null> {
  const { id, firstDay, lastDay, nextDay, endedAt, endedBy, ...charge } = monthly;
  const days: string[] = [];
  let next = nextDay;
  for (; next !== null && next <= today; next = following(next, lastDay)) days.push(next);
  if (days.length === 0) return null;
  await db.update(monthlyCharges).set({ nextDay: next }).where(eq(monthlyCharges.id, id));
  const entered = await db
    .insert(charges)
    .values(days.map((day) => ({ ...charge, day, monthlyChargeId: id, enteredAt: now })))
    .returning({ id: charges.id });
  return entered[0]?.id ?? null;
}

function following(day: string, lastDay: string | null): string | null {
  const [year = 0, month = 0] = day.split("-").map(Number);
  const next = `${month === 12 ? year + 1 : year}-${String((month % 12) + 1).padStart(2, "0")}${day.slice(7)}`;
  return lastDay !== null && next > lastDay ? null : next;
}

/** Ends a monthly charge. False if it has ended already. */
export async function endMonthly(db: Db, id: number, by: { now: Date; userId: number }): Promise<boolean> {
  const ended = await db
    .update(monthlyCharges)
    .set({ nextDay: null, endedAt: by.now, endedBy: by.userId })
    .where(and(eq(monthlyCharges.id, id), isNull(monthlyCharges.endedAt)))
    .returning({ id: monthlyCharges.id });
  return ended.length > 0;
}
