/** What was ordered, sold and sent late in the last 30 days, read from the ledger and the orders by their times. */
import { and, isNull, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { visibleTo } from "#api/access/caller.ts";
import {
  orderLineItems,
  orders,
  orderTransactions,
  products,
  shipments,
  suppliers,
} from "#api/database/schema/index.ts";
import type { Handler } from "#api/operations/handlers.ts";
import { TransactionType } from "#contract/enumerations.ts";
import { type Movements, mostNamed, movementDays } from "#contract/home/schema.ts";
import type { Operations } from "#contract/operations.ts";
import { dayOf, startOfDay } from "#contract/rules/dates.ts";
import { dayAfter } from "#contract/rules/ship-by.ts";

const { purchase, refund, adjustment } = TransactionType;
const ofMoney = sql`${orderTransactions.type} in (${purchase}, ${refund}, ${adjustment})`;

interface Sold extends Record<string, unknown> {
  days: { place: number; sales: number; commission: number }[];
  suppliers: Movements["suppliers"];
  products: Movements["products"];
}

export const movements: Handler<Operations["home"]["movements"]> = async (_input, { db, caller, now, config }) => {
  const { timeZone } = config;
  const today = dayOf(now.toISOString(), timeZone);
  const days = Array.from({ length: movementDays }, (_, i) => dayAfter(today, i + 1 - movementDays));
  const [first = "", ...others] = [...days, dayAfter(today)].map((day) => startOfDay(day, timeZone));
  const end = others.at(-1) ?? "";
  // Days of 23 and 25 hours begin where they begin, so the day of a moment is found among their beginnings.
  const starts = sql`${`{${[first, ...others].join(",")}}`}::timestamptz[]`;
  const placeOf = (at: AnyPgColumn): SQL => sql`width_bucket(${at}, ${starts}) - 1`;
  const isWithin = (at: AnyPgColumn): SQL => sql`${at} >= ${first}::timestamptz and ${at} < ${end}::timestamptz`;
  const visible = visibleTo(caller, orders.supplierId);

  const sold = db.execute<Sold>(sql`
    with sold as materialized (
      select ${placeOf(orderTransactions.at)} as place, ${orderTransactions.quantity} as quantity,
        ${orderTransactions.purchaseExTax} + ${orderTransactions.purchaseTax} as sales,
        ${orderTransactions.commissionExTax} + ${orderTransactions.commissionTax} as commission,
        ${orderLineItems.productId} as product_id, ${orders.supplierId} as supplier_id
      from ${orderTransactions}
      join ${orderLineItems} on ${orderLineItems.id} = ${orderTransactions.lineItemId}
      join ${orders} on ${orders.id} = ${orderLineItems.orderId}
      where ${and(isWithin(orderTransactions.at), ofMoney, isNull(orderLineItems.deletedAt), visible)}
    )
    select
      (select coalesce(json_agg(d), '[]') from (
        select place, sum(sales) as sales, sum(commission) as commission from sold group by place
      ) d) as days,
      (select coalesce(json_agg(s order by s.sales desc, s.id), '[]') from (
        select ${suppliers.id}, ${suppliers.name}, sum(sales) as sales from sold
        join ${suppliers} on ${suppliers.id} = supplier_id group by ${suppliers.id}
        having sum(sales) > 0 order by sales desc, ${suppliers.id} limit ${mostNamed}
      ) s) as suppliers,
      (select coalesce(json_agg(p order by p.quantity desc, p.id), '[]') from (
        select ${products.id}, ${products.name}, sum(quantity)::int as quantity from sold
        join ${products} on ${products.id} = product_id group by ${products.id}
        having sum(quantity) > 0 order by quantity desc, ${products.id} limit ${mostNamed}
      ) p) as products`);
  const placed = db.execute<{ place: number; count: number }>(sql`
    select ${placeOf(orders.orderedAt)} as place, count(*)::int as count from ${orders}
    where ${and(isWithin(orders.orderedAt), visible)} group by 1`);
  const late = db.execute<{ place: number; count: number }>(sql`
    select ${placeOf(shipments.createdAt)} as place, count(*)::int as count
    from ${shipments} join ${orders} on ${orders.id} = ${shipments.orderId}
    where ${and(isWithin(shipments.createdAt), isNull(shipments.cancelledAt), visibleTo(caller, shipments.supplierId))}
      and (${shipments.createdAt} at time zone coalesce(${orders.shipByTimeZone}, ${timeZone}))::date > ${orders.shipBy}
    group by 1`);
  const [ledger, ordered, sentLate] = await Promise.all([sold, placed, late]);
  const { days: money, ...named } = ledger.rows[0] ?? { days: [], suppliers: [], products: [] };
  const at = <Row extends { place: number }>(rows: Row[], place: number) => rows.find((row) => row.place === place);
  return {
    days: days.map((day, place) => ({
      day,
      orders: at(ordered.rows, place)?.count ?? 0,
      sales: at(money, place)?.sales ?? 0,
      commission: at(money, place)?.commission ?? 0,
      lateShipments: at(sentLate.rows, place)?.count ?? 0,
    })),
    ...named,
  };
};
