/** The list mechanism: filters, sort and page as SQL, with the caller's visibility always in it. */
import { and, asc, desc, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgSelect } from "drizzle-orm/pg-core";
import type { Paging } from "../../contract/paging.ts";
import type { Db } from "../database/connection.ts";

interface List<Q extends PgSelect, SortField extends string> {
  /** The query without conditions, made with `$dynamic()`. */
  rows: Q;
  /**
   * The column of `tieBreak` alone, from the same tables. Given where there are very many rows: they are counted,
   * filtered and put in order by it, and only those of the page are read whole. Joins that only the sort needs are
   * left joins here, so that the database can do without.
   */
  keys?: PgSelect;
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
  { rows, keys, visible, filters, sort, tieBreak }: List<Q, SortField>,
  input: Paging & { sortFieldName: SortField },
): Promise<{ items: Awaited<Q>; totalCount: number | null }> {
  const matching = (keys ?? rows).where(and(visible, ...filters));
  const totalCount = input.includeTotalCount ? await count(db, matching) : null;
  const direction = input.sortDirection === "Descending" ? desc : asc;
  const order = [direction(sort[input.sortFieldName]), direction(tieBreak)];
  const page = matching
    .orderBy(...order)
    .limit(input.pageSize)
    .offset((input.pageNumber - 1) * input.pageSize);
  const items = keys ? await rows.where(inArray(tieBreak, page)).orderBy(...order) : await page;
  return { items: items as Awaited<Q>, totalCount };
}

async function count(db: Db, matching: PgSelect): Promise<number> {
  // Not as a subquery with names: the rows may have two columns of one name.
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${matching}) as matching`);
  return rows[0]?.count ?? 0;
}

/** Text in one order everywhere, whatever the database's own collation, without regard to case. */
export function byText(column: AnyPgColumn | SQL): SQL {
  return sql`lower(coalesce(${column}, '')) collate "C"`;
}

/** True where the column holds the words anywhere, without regard to case; undefined when there are none. */
export function contains(column: AnyPgColumn | SQL, words: string | undefined): SQL | undefined {
  return words === undefined ? undefined : sql`${column} ilike ${`%${words.replace(/[\\%_]/g, "\\$&")}%`}`;
}
