/** The copies of an order's supplier, marketplace and date in its line items and ledger, in rows of earlier versions. */
import { eq, type SQL, sql, WithSubquery } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Database, Db } from "#api/core/database/connection.ts";
import { orderLineItems, orders, orderTransactions, unfinishedUpgrades } from "#api/core/database/schema/index.ts";

const isOurs = eq(unfinishedUpgrades.name, "order-parties");

/** Filled in one step, which takes a fraction of a second: the ids of so many orders. */
const ordersAtOnce = 500;

/**
 * Fills in the copies of the newest orders that lack them, in one transaction. Does nothing when none is left, or while
 * another process does it.
 */
export async function fillOrderParties({
  db: reads,
  transaction,
}: Pick<Database, "db" | "transaction">): Promise<void> {
  if (!(await isUnfinished(reads))) return;
  await transaction(async (db) => {
    const [left] = await db.select().from(unfinishedUpgrades).where(isOurs).for("update", { skipLocked: true });
    if (!left) return;
    const before = Math.max(left.upTo - ordersAtOnce, 0);
    const free = await lockOrders(db, before, left.upTo);
    await fill(db, free);
    const upTo = (await lastOther(db, before, left.upTo, free)) ?? before;
    if (upTo > 0) await db.update(unfinishedUpgrades).set({ upTo }).where(isOurs);
    else await db.delete(unfinishedUpgrades).where(isOurs);
  });
}

const isUnfinished = async (db: Db) => (await db.$count(unfinishedUpgrades, isOurs)) > 0;

/** Orders that somebody else has locked are left to the next step, because waiting for them could end in a deadlock. */
async function lockOrders(db: Db, after: number, upTo: number): Promise<SQL> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from ${orders} where id > ${after} and id <= ${upTo} for no key update skip locked`,
  );
  return sql`${sql.param(rows.map(({ id }) => id))}::integer[]`;
}

async function lastOther(db: Db, after: number, upTo: number, ids: SQL): Promise<number | null> {
  const { rows } = await db.execute<{ id: number | null }>(
    sql`select max(id) as id from ${orders} where id > ${after} and id <= ${upTo} and id <> all(${ids})`,
  );
  return rows[0]?.id ?? null;
}

async function fill(db: Db, orderIds: SQL): Promise<void> {
  await db.execute(sql`
    update ${orderLineItems} i set supplier_id = o.supplier_id, marketplace_id = o.marketplace_id, ordered_at = o.ordered_at
    from ${orders} o where o.id = any(${orderIds}) and i.order_id = o.id and i.marketplace_id is null`);
  await db.execute(sql`
    update ${orderTransactions} t set supplier_id = i.supplier_id, marketplace_id = i.marketplace_id
    from ${orderLineItems} i where i.order_id = any(${orderIds}) and t.line_item_id = i.id and t.marketplace_id is null`);
}

/**
 * A table under its own name, for one query: its own columns, and those of the order in place of the copies.
 * @param join makes `o` the order of the row `t`
 */
function withOrder(table: PgTable, copies: readonly string[], join: SQL): WithSubquery {
  const { name: ownName, columns } = getTableConfig(table);
  const names = columns.map(({ name }) => sql`${sql.raw(copies.includes(name) ? "o" : "t")}.${sql.identifier(name)}`);
  return new WithSubquery(sql`select ${sql.join(names, sql`, `)} from ${table} t ${join}`, {}, ownName, true);
}

const partsWithOrder = {
  transactions: withOrder(
    orderTransactions,
    ["supplier_id", "marketplace_id"],
    sql`join ${orderLineItems} i on i.id = t.line_item_id join ${orders} o on o.id = i.order_id`,
  ),
  items: withOrder(
    orderLineItems,
    ["supplier_id", "marketplace_id", "ordered_at"],
    sql`join ${orders} o on o.id = t.order_id`,
  ),
};

/**
 * Returns what begins a query that uses the copies. While rows of an earlier version lack them, the tables have those of
 * the orders in the query, which is slow.
 * @param used the tables whose copies it uses
 */
export async function queryOfParts(db: Db, ...used: (keyof typeof partsWithOrder)[]) {
  return db.with(...((await isUnfinished(db)) ? used.map((part) => partsWithOrder[part]) : []));
}
