/** The list mechanism: filters, sort and page as SQL, with the caller's visibility always in it. */
import { and, asc, desc, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgSelect } from "drizzle-orm/pg-core";
import type { Paging } from "../../contract/paging.ts";
import type { Db } from "../database/connection.ts";

interface List<Q extends PgSelect, SortField extends string> {
  /** The query without conditions, made with `$dynamic()`. */
  rows: Q;
  /**
   * These columns alone, from the same tables. Given where there are very many rows: they are counted,
   * filtered and put in order by them, and only those of the page are read whole. Joins that only the sort needs are
   * left joins here, so that the database can do without.
   */
  keys?: (columns: Record<string, AnyPgColumn | SQL.Aliased>) => PgSelect;
  /** What is asked for takes long to find: it is found once, and counted and cut from that. Only with `keys`. */
  isCostly?: boolean;
  /** What the caller may see; undefined only for callers who see everything. */
  visible: SQL | undefined;
  filters: (SQL | undefined)[];
  /** The closed list of what may be sorted by. */
  sort: Record<SortField, SQL | AnyPgColumn>;
  /** Decides between equal rows, so that pages never overlap. */
  tieBreak: AnyPgColumn;
}

export async function pageOf<Q extends PgSelect, SortField extends string>(
  db: Db,
  { rows, keys, isCostly, visible, filters, sort, tieBreak }: List<Q, SortField>,
  input: Paging & { sortFieldName: SortField },
): Promise<{ items: Awaited<Q>; totalCount: number | null }> {
  const condition = and(visible, ...filters);
  const direction = input.sortDirection === "Descending" ? desc : asc;
  const key = sort[input.sortFieldName];
  const order = [direction(key), direction(tieBreak)];
  const only = { limit: input.pageSize, offset: (input.pageNumber - 1) * input.pageSize };
  if (keys && isCostly) {
    const found = keys({ id: tieBreak, key: sql`${key}`.as("key") }).where(condition);
    const { ids, totalCount } = await idsAndCount(db, found, { ...only, direction });
    const items = ids.length > 0 ? await rows.where(inArray(tieBreak, ids)).orderBy(...order) : [];
    return { items: items as Awaited<Q>, totalCount: input.includeTotalCount ? totalCount : null };
  }
  const matching = (keys?.({ id: tieBreak }) ?? rows).where(condition);
  const totalCount = input.includeTotalCount ? await count(db, matching) : null;
  const page = matching
    .orderBy(...order)
    .limit(only.limit)
    .offset(only.offset);
  const items = keys ? await rows.where(inArray(tieBreak, page)).orderBy(...order) : await page;
  return { items: items as Awaited<Q>, totalCount };
}

interface All<Q extends PgSelect> extends Pick<List<Q, never>, "visible" | "filters" | "tieBreak"> {
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
export async function* batchesOf<Q extends PgSelect>({ rows, keys, visible, filters, key, tieBreak, direction }: All<Q>): AsyncGenerator<Awaited<Q>> {
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

async function count(db: Db, matching: PgSelect): Promise<number> {
  // Not as a subquery with names: the rows may have two columns of one name.
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${matching}) as matching`);
  return rows[0]?.count ?? 0;
}

interface Cut {
  limit: number;
  offset: number;
  direction: typeof asc;
}

/** Both from the same rows, which are looked for once. */
async function idsAndCount(db: Db, found: PgSelect, { limit, offset, direction }: Cut): Promise<{ ids: number[]; totalCount: number }> {
  const { rows } = await db.execute<{ ids: number[]; totalCount: number }>(sql`
    with matching as materialized (${found})
    select array(select id from matching order by ${direction(sql`key`)}, ${direction(sql`id`)} limit ${limit} offset ${offset}) as ids,
      (select count(*)::int from matching) as "totalCount"`);
  return rows[0] ?? { ids: [], totalCount: 0 };
}

/** Text in one order everywhere, whatever the database's own collation, without regard to case. */
export function byText(column: AnyPgColumn | SQL): SQL {
  return sql`lower(coalesce(${column}, '')) collate "C"`;
}

/** True where the column holds the words anywhere, without regard to case; undefined when there are none. */
export function contains(column: AnyPgColumn | SQL, words: string | undefined): SQL | undefined {
  return words === undefined ? undefined : sql`${column} ilike ${pattern(words)}`;
}

/** The same for a column that is kept in small letters. */
export function containsFolded(column: AnyPgColumn, words: string): SQL {
  return sql`${column} like lower(${pattern(words)})`;
}

const pattern = (words: string) => `%${words.replace(/[\\%_]/g, "\\$&")}%`;
