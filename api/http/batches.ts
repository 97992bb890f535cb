/** A whole list in batches, for files. */
import { and, asc, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgSelect } from "drizzle-orm/pg-core";

interface All<Q extends PgSelect> {
  /** What the caller may see; undefined only for callers who see everything. */
  visible: SQL | undefined;
  filters: (SQL | undefined)[];
  /** Decides between equal rows, so that none comes twice and none is left out. */
  tieBreak: AnyPgColumn;
  /** Makes the query without conditions, with `$dynamic()`. */
  rows: () => Q;
  /** These columns alone, from the tables that filters and order need. */
  keys: (columns: Record<string, AnyPgColumn | SQL.Aliased>) => PgSelect;
  /** What they are sorted by, which is never null. */
  key: SQL | AnyPgColumn;
  direction: typeof asc;
}

/** Few, so that making something of them stops nothing else. */
const rowsInBatch = 100;

/**
 * All rows of a list in its order, for files. Each batch is a read of its own that begins after the last row before it,
 * so that no transaction stays open however slowly they are taken.
 */
export async function* batchesOf<Q extends PgSelect>({
  rows,
  keys,
  visible,
  filters,
  key,
  tieBreak,
  direction,
}: All<Q>): AsyncGenerator<Awaited<Q>> {
  const order = [direction(key), direction(tieBreak)];
  const isAfter = direction === asc ? sql.raw(">") : sql.raw("<");
  let after: SQL | undefined;
  for (;;) {
    const found = (await keys({ id: tieBreak, key: sql<string>`${key}::text`.as("key") })
      .where(and(visible, ...filters, after))
      .orderBy(...order)
      .limit(rowsInBatch)) as { id: number; key: string }[];
    const last = found.at(-1);
    if (!last) return;
    const ids = found.map(({ id }) => id);
    yield (await rows()
      .where(and(visible, inArray(tieBreak, ids)))
      .orderBy(...order)) as Awaited<Q>;
    if (found.length < rowsInBatch) return;
    after = sql`(${key}, ${tieBreak}) ${isAfter} (${last.key}, ${last.id})`;
  }
}
