/** Plans the emails that tell suppliers of new orders: one for each order, or one for all of an hour or a day. */
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { DateTime } from "luxon";
import { orders, suppliers } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { OrderEmails } from "#contract/suppliers/order-emails.ts";

/** Local time of the operator. */
const hourOfDailyEmail = 7;

/**
 * Returns the moment of the email about an order that arrives now; null if the supplier wants none.
 * @param timeZone an IANA name
 */
export function emailMoment(wanted: OrderEmails, now: Date, timeZone: string): Date | null {
  const local = DateTime.fromJSDate(now, { zone: timeZone });
  if (wanted === "never") return null;
  if (wanted === "atOnce") return now;
  if (wanted === "hourly") return local.startOf("hour").plus({ hours: 1 }).toJSDate();
  const today = local.startOf("day").set({ hour: hourOfDailyEmail });
  return (today > local ? today : today.plus({ days: 1 }).set({ hour: hourOfDailyEmail })).toJSDate();
}

/** Plans the emails about orders that have just got their items and their supplier. */
export async function planEmails(
  { db, jobs, config, now }: Pick<Context, "db" | "jobs" | "config" | "now">,
  orderIds: readonly number[],
): Promise<void> {
  const rows = await db
    .select({ id: orders.id, wanted: suppliers.orderEmails, contacts: suppliers.orderContactEmails })
    .from(orders)
    .innerJoin(suppliers, eq(suppliers.id, orders.supplierId))
    .where(inArray(orders.id, [...orderIds]));
  for (const { id, wanted, contacts } of rows) {
    const due = contacts === "" ? null : emailMoment(wanted, now, config.timeZone);
    if (due === null) continue;
    await db.update(orders).set({ emailDueAt: due }).where(eq(orders.id, id));
    if (wanted === "atOnce") await jobs.enqueue(db, "orderEmail", { orderId: id });
  }
}

/** Moves the emails that still wait to the moment that the supplier has just chosen. */
export async function replanEmails(
  { db, config, now }: Pick<Context, "db" | "config" | "now">,
  supplierId: number,
  wanted: OrderEmails,
): Promise<void> {
  await db
    .update(orders)
    .set({ emailDueAt: emailMoment(wanted, now, config.timeZone) })
    .where(and(eq(orders.supplierId, supplierId), isNotNull(orders.emailDueAt)));
}
