/** The day on which an order must leave: set with the order, and compared with the supplier's today. */
import { and, eq, gte, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { stateZones, workingDaysOf } from "#api/core/calendar/working-days.ts";
import type { Config } from "#api/core/config.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { addresses, orderLineItems, orders, products, suppliers } from "#api/core/database/schema/index.ts";
import { defaultCountry } from "#contract/locations/schema.ts";
import type { shipByFilters } from "#contract/orders/schema.ts";
import { dayOf, firstDay } from "#contract/rules/dates.ts";
import { dayAfter, defaultHandlingDays, endOfWeek, shipByDay } from "#contract/rules/ship-by.ts";

type Parts = { db: Db; config: Pick<Config, "timeZone"> };

/** The largest number of its items; items without their own have that of the supplier. */
const handlingDays = sql<number>`coalesce((
  select max(coalesce(${products.handlingDays}, ${suppliers.handlingDays}, ${defaultHandlingDays}))
  from ${orderLineItems} left join ${products} on ${products.id} = ${orderLineItems.productId}
  where ${orderLineItems.orderId} = ${orders.id} and ${orderLineItems.deletedAt} is null
), ${suppliers.handlingDays}, ${defaultHandlingDays})`;

const factsOf = (db: Db) =>
  db
    .select({
      id: orders.id,
      orderedAt: orders.orderedAt,
      isGiven: orders.shipByIsGiven,
      handlingDays,
      state: addresses.state,
      countryCode: addresses.countryCode,
    })
    .from(orders)
    .leftJoin(suppliers, eq(suppliers.id, orders.supplierId))
    .leftJoin(addresses, eq(addresses.id, suppliers.billingAddressId))
    .$dynamic();

interface Placed {
  orderedAt: Date;
  handlingDays: number;
  /** Of the supplier's address; null without one. */
  state: string | null;
  countryCode: string | null;
}

/**
 * Returns the day on which an order must leave, counted in handling days, and its time zone. Suppliers outside of the
 * Australian states have the organisation's zone and the national holidays.
 */
export async function promiseOf({ orderedAt, handlingDays, state, countryCode }: Placed, timeZone: string) {
  const named = countryCode === defaultCountry ? (state ?? "").toUpperCase() : "";
  const shipByTimeZone = stateZones[named] ?? timeZone;
  const placed = dayOf(orderedAt.toISOString(), shipByTimeZone);
  const isWorkingDay = await workingDaysOf(named in stateZones ? named : undefined);
  return { shipBy: shipByDay(placed, handlingDays, isWorkingDay), shipByTimeZone };
}

/**
 * Sets the day anew. Called when the order is made, and when its date, items or supplier change; later changes of
 * handling days do not move it. A given day stays. The order must be locked.
 */
export async function settleShipBy({ db, config }: Parts, orderId: number): Promise<void> {
  const [facts] = await factsOf(db).where(eq(orders.id, orderId));
  if (!facts) return;
  const { shipBy, shipByTimeZone } = await promiseOf(facts, config.timeZone);
  await db
    .update(orders)
    .set({ shipByTimeZone, ...(!facts.isGiven && { shipBy }) })
    .where(eq(orders.id, orderId));
}

const batch = 500;

/**
 * Sets the day of outstanding orders without one, as after an update from a version that had no such days. Safe to run
 * in several processes at once. Returns the number of orders.
 */
export async function settleMissingShipBy(
  { db }: Pick<Database, "db">,
  config: Pick<Config, "timeZone">,
): Promise<number> {
  let settled = 0;
  for (;;) {
    const missing = await factsOf(db)
      .where(and(sql`${orders.isOutstanding}`, isNull(orders.shipBy)))
      .limit(batch);
    const groups = new Map<string, { promise: Awaited<ReturnType<typeof promiseOf>>; ids: number[] }>();
    for (const facts of missing) {
      const promise = await promiseOf(facts, config.timeZone);
      const name = `${promise.shipBy} ${promise.shipByTimeZone}`;
      const group = groups.get(name) ?? { promise, ids: [] };
      group.ids.push(facts.id);
      groups.set(name, group);
    }
    for (const { promise, ids } of groups.values())
      await db
        .update(orders)
        .set({ ...promise, shipByIsGiven: false })
        .where(and(inArray(orders.id, ids), isNull(orders.shipBy)));
    settled += missing.length;
    if (missing.length < batch) return settled;
  }
}

type Bounds = (today: string) => { from?: string; to: string };
const boundsOf: Record<(typeof shipByFilters)[number], Bounds> = {
  late: (today) => ({ to: dayAfter(today, -1) }),
  today: (today) => ({ from: today, to: today }),
  week: (today) => ({ from: today, to: endOfWeek(today) }),
};

/**
 * Outstanding orders that are late, due today, or due from today to Sunday. The days are limited to a range, which the
 * index finds; where it is not the same day in all zones, each row is also compared with the day of its own zone.
 */
export function shipByFilter(
  which: (typeof shipByFilters)[number] | undefined,
  now: Date,
  { timeZone }: Pick<Config, "timeZone">,
): SQL | undefined {
  if (which === undefined) return undefined;
  const moment = now.toISOString();
  const own = boundsOf[which](dayOf(moment, timeZone));
  const byZone = [...new Set(Object.values(stateZones))]
    .map((zone) => ({ zone, bounds: boundsOf[which](dayOf(moment, zone)) }))
    .filter(({ bounds }) => bounds.to !== own.to || bounds.from !== own.from);
  const all = [own, ...byZone.map(({ bounds }) => bounds)];
  const first = all.map(({ from }) => from ?? firstDay).sort()[0] ?? firstDay;
  const last =
    all
      .map(({ to }) => to)
      .sort()
      .at(-1) ?? own.to;
  const ofZone = (bound: (bounds: ReturnType<Bounds>) => string) => {
    const cases = byZone.map(({ zone, bounds }) => sql`when ${zone} then ${bound(bounds)}::date`);
    return sql`case ${orders.shipByTimeZone} ${sql.join(cases, sql` `)} else ${bound(own)}::date end`;
  };
  return and(
    sql`${orders.isOutstanding}`,
    gte(orders.shipBy, first),
    lte(orders.shipBy, last),
    byZone.length === 0
      ? undefined
      : sql`${orders.shipBy} between ${ofZone(({ from }) => from ?? firstDay)} and ${ofZone(({ to }) => to)}`,
  );
}
