/** Claims work that is due, for one process alone. */
import { type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable, type PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "./connection.ts";

interface Claim<T extends PgTable> {
  /**
   * Which rows are due. Whether a row has been claimed already is asked by a condition on its own columns, because
   * PostgreSQL asks that again once it has locked the row.
   */
  due: SQL | undefined;
  /** The rows that come first. */
  first: PgColumn | SQL;
  /** All that are due, if left out. */
  limit?: number;
  /**
   * Makes the rows no longer due, for good or until a process that has died must be assumed. `"delete"` takes them out of
   * the table.
   */
  lease: PgUpdateSetSource<T> | "delete";
}

/**
 * Claims rows in one statement: it locks those that are due, skips those that another process is claiming, and stores
 * the lease. Any number of processes may claim at once.
 * @returns the rows with their lease, in no particular order
 */
export async function claimDue<T extends PgTable>(
  db: Db,
  table: T,
  { due, first, limit, lease }: Claim<T>,
): Promise<T["$inferSelect"][]> {
  const key = keyOf(table);
  const query = db
    .select(key)
    .from(table as PgTable)
    .where(due)
    .orderBy(first)
    .$dynamic();
  if (limit !== undefined) query.limit(limit);
  // A query that locks is never merged into another one, so that it runs once, and locks no more than the limit.
  const claimed = db.$with("due").as(query.for("update", { skipLocked: true }));
  const columns = sql.join(Object.values(key), sql`, `);
  const isClaimed = sql`(${columns}) in (select * from ${claimed})`;
  const rows =
    lease === "delete"
      ? await db.with(claimed).delete(table).where(isClaimed).returning()
      : await db.with(claimed).update(table).set(lease).where(isClaimed).returning();
  return rows as T["$inferSelect"][];
}

/**
 * A query that chooses the keys of rows, as a list for `inArray`. It runs once; left to itself, PostgreSQL may run it
 * again for every row.
 */
export const chosenOnce = (query: SQL): SQL => sql`(with chosen as materialized (${query}) select * from chosen)`;

/** The columns of the primary key. */
function keyOf(table: PgTable): Record<string, PgColumn> {
  const { columns, primaryKeys } = getTableConfig(table);
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  return Object.fromEntries(key.map((column) => [column.name, column]));
}
