/** Reads a whole list in batches, for downloads. */
import { and, asc, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgSelect } from "drizzle-orm/pg-core";
import type { Db } from "#api/core/database/connection.ts";

export type Keys = (columns: Record<string, AnyPgColumn | SQL.Aliased>) => PgSelect;

interface All<Q extends PgSelect> {
  /** The condition for rows that the caller may see; undefined only for callers who see everything. */
  visible: SQL | undefined;
  filters: (SQL | undefined)[];
  /** Unique, last sort key: no row is read twice or left out. */
  uniqueKey: AnyPgColumn;
  /** Returns the query without conditions, made with `$dynamic()`. */
  rows: () => Q;
  /** Selects only these columns, from the tables that the filters and the sort order need. */
  keys: Keys;
  /** Primary sort key; never null. */
  key: SQL | AnyPgColumn;
  direction: typeof asc;
}

/** Counts the rows of the list, up to this number. */
export async function countUpTo(
  db: Db,
  { keys, visible, filters, uniqueKey }: Pick<All<PgSelect>, "keys" | "visible" | "filters" | "uniqueKey">,
  most: number,
): Promise<number> {
  const found = keys({ id: uniqueKey })
    .where(and(visible, ...filters))
    .limit(most);
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::integer as count from ${found} as found`);
  return rows[0]?.count ?? 0;
}

/** Small, so that formatting a batch does not block the event loop. */
const rowsInBatch = 100;

/**
 * Returns all rows of a list in sort order, for downloads. Each batch is a separate read that continues after the last
 * row of the previous one, so that a slow download does not keep a transaction open.
 */
export async function* batchesOf<Q extends PgSelect>({
  rows,
  keys,
  visible,
  filters,
  key,
  uniqueKey,
  direction,
}: All<Q>): AsyncGenerator<Awaited<Q>> {
  const order = [direction(key), direction(uniqueKey)];
  const isAfter = direction === asc ? sql.raw(">") : sql.raw("<");
  let after: SQL | undefined;
  for (;;) {
    const found = (await keys({ id: uniqueKey, key: sql<string>`${key}::text`.as("key") })
      .where(and(visible, ...filters, after))
      .orderBy(...order)
      .limit(rowsInBatch)) as { id: number; key: string }[];
    const last = found.at(-1);
    if (!last) return;
    const ids = found.map(({ id }) => id);
    yield (await rows()
      .where(and(visible, inArray(uniqueKey, ids)))
      .orderBy(...order)) as Awaited<Q>;
    if (found.length < rowsInBatch) return;
    after = sql`(${key}, ${uniqueKey}) ${isAfter} (${last.key}, ${last.id})`;
  }
}
