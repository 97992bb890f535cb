/** Orders, sales and late shipments of the last 30 days, read from the ledger and the orders by their times. */
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { queryOfParts } from "#api/areas/shared/order-parties.ts";
import { type Caller, visibleOrders, visibleTo } from "#api/core/access/caller.ts";
import type { Db } from "#api/core/database/connection.ts";
import {
  orderLineItems,
  orders,
  orderTransactions,
  products,
  shipments,
  suppliers,
} from "#api/core/database/schema/index.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { TransactionType } from "#contract/enumerations.ts";
import { movementDays } from "#contract/home/schema.ts";
import type { Operations } from "#contract/operations.ts";
import { dayOf, startOfDay } from "#contract/rules/dates.ts";
import { mostNamed } from "#contract/rules/most-named.ts";
import { dayAfter } from "#contract/rules/ship-by.ts";

const { purchase, refund, adjustment } = TransactionType;
const ofMoney = sql`${orderTransactions.type} in (${purchase}, ${refund}, ${adjustment})`;

/** The sums of one day, one supplier or one product; money is inc GST. */
interface Sum extends Record<string, unknown> {
  of: "day" | "supplier" | "product";
  /** The place of the day among the 30; the id of the supplier, null for orders without one; the id of the product. */
  key: number | null;
  sales: number;
  commission: number;
  quantity: number;
}

interface DayCount extends Record<string, unknown> {
  place: number;
  count: number;
}

/**
 * Settings for a statement that reads far more rows than others of the product. Pages of the last 30 days are mostly in
 * memory: with the cost of a hard disk, PostgreSQL prefers to read every line ever ordered. Parallel work, which is off
 * for short statements, halves its time.
 */
const forManyRecentRows = [sql`set local random_page_cost = 1.1`, sql`set local max_parallel_workers_per_gather = 2`];

export const movements: Handler<Operations["home"]["movements"]> = async (
  _input,
  { db: reads, transaction, caller, now, config },
) => {
  const { timeZone } = config;
  const today = dayOf(now.toISOString(), timeZone);
  const days = Array.from({ length: movementDays }, (_, i) => dayAfter(today, i + 1 - movementDays));
  const startsOfDays = [...days, dayAfter(today)].map((day) => startOfDay(day, timeZone));
  const { sold, placed, late } = statementsFor(
    await queryOfParts(reads, "transactions"),
    caller,
    startsOfDays,
    timeZone,
  );
  return transaction(async (db) => {
    for (const setting of forManyRecentRows) await db.execute(setting);
    const { rows: sums } = await db.execute<Sum>(sold);
    const { rows: ordered } = await db.execute<DayCount>(placed);
    const { rows: sentLate } = await db.execute<DayCount>(late);
    const money = sums.filter((sum) => sum.of === "day");
    const most = (kind: Sum["of"], figure: "sales" | "quantity") =>
      sums
        .filter((sum): sum is Sum & { key: number } => sum.of === kind && sum.key !== null && sum[figure] > 0)
        .sort((a, b) => b[figure] - a[figure] || a.key - b.key)
        .slice(0, mostNamed);
    const bySales = most("supplier", "sales");
    const byQuantity = most("product", "quantity");
    const [supplierNames, productNames] = [
      await namesOf(db, suppliers, bySales),
      await namesOf(db, products, byQuantity),
    ];
    return {
      days: days.map((day, place) => ({
        day,
        orders: ordered.find((row) => row.place === place)?.count ?? 0,
        sales: money.find(({ key }) => key === place)?.sales ?? 0,
        commission: money.find(({ key }) => key === place)?.commission ?? 0,
        lateShipments: sentLate.find((row) => row.place === place)?.count ?? 0,
      })),
      suppliers: bySales.map(({ key, sales }) => ({ id: key, name: supplierNames.get(key) ?? "", sales })),
      products: byQuantity.map(({ key, quantity }) => ({ id: key, name: productNames.get(key) ?? "", quantity })),
    };
  });
};

/**
 * Returns the statements for the sums of the ledger, the placed orders, and the late shipments, by the place of the day.
 * @param startsOfDays when each day begins, and when the last one ends
 */
function statementsFor(
  parts: Awaited<ReturnType<typeof queryOfParts>>,
  caller: Caller,
  startsOfDays: readonly string[],
  timeZone: string,
) {
  // Days of 23 and 25 hours begin where they begin, so the day of a moment is found among their beginnings.
  const starts = sql`${`{${startsOfDays.join(",")}}`}::timestamptz[]`;
  const placeOf = (at: AnyPgColumn): SQL => sql`width_bucket(${at}, ${starts}) - 1`;
  const isWithin = (at: AnyPgColumn): SQL =>
    sql`${at} >= ${startsOfDays[0]}::timestamptz and ${at} < ${startsOfDays.at(-1)}::timestamptz`;
  const entries = parts
    .select({
      place: placeOf(orderTransactions.at).as("place"),
      quantity: orderTransactions.quantity,
      sales: sql`${orderTransactions.purchaseExTax} + ${orderTransactions.purchaseTax}`.as("sales"),
      commission: sql`${orderTransactions.commissionExTax} + ${orderTransactions.commissionTax}`.as("commission"),
      productId: orderLineItems.productId,
      supplierId: orderTransactions.supplierId,
    })
    .from(orderTransactions)
    .innerJoin(orderLineItems, eq(orderLineItems.id, orderTransactions.lineItemId))
    .where(
      and(
        isWithin(orderTransactions.at),
        ofMoney,
        isNull(orderLineItems.deletedAt),
        visibleOrders(caller, orderTransactions),
      ),
    )
    .as("entries");

  // One pass over the ledger for all three kinds of sums. A `with` that is read three times would not be made in parallel.
  const sold = sql`
    select case when grouping(place) = 0 then 'day' when grouping(supplier_id) = 0 then 'supplier' else 'product' end as of,
      coalesce(place, supplier_id, product_id) as key,
      sum(sales)::float8 as sales, sum(commission)::float8 as commission, sum(quantity)::int as quantity
    from ${entries}
    group by grouping sets ((place), (supplier_id), (product_id))`;
  const placed = sql`
    select ${placeOf(orders.orderedAt)} as place, count(*)::int as count from ${orders}
    where ${and(isWithin(orders.orderedAt), visibleOrders(caller))} group by 1`;
  const late = sql`
    select ${placeOf(shipments.createdAt)} as place, count(*)::int as count
    from ${shipments} join ${orders} on ${orders.id} = ${shipments.orderId}
    where ${and(isWithin(shipments.createdAt), isNull(shipments.cancelledAt), visibleTo(caller, shipments.supplierId))}
      and (${shipments.createdAt} at time zone coalesce(${orders.shipByTimeZone}, ${timeZone}))::date > ${orders.shipBy}
    group by 1`;
  return { sold, placed, late };
}

async function namesOf(
  db: Db,
  table: typeof suppliers | typeof products,
  sums: { key: number }[],
): Promise<Map<number, string>> {
  const ids = sums.map(({ key }) => key);
  const rows = await db.select({ id: table.id, name: table.name }).from(table).where(inArray(table.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
