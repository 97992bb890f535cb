/** The definition of a list, the input of its query, and the parts of SQL that every way to find a page uses. */
import { type asc, eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgSelect, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#api/core/database/connection.ts";

export interface Rows {
  /**
   * Selects only these columns from the same tables. For lists with very many rows: rows are counted, filtered and
   * sorted by these keys, and full rows are read for the page alone. Joins that only sorting needs are left joins here,
   * so that the planner can drop them; the table of a `ReferencedKey` is not joined here.
   */
  keys?: (columns: Record<string, AnyPgColumn | SQL.Aliased>) => PgSelect;
  /** The filters are expensive: the matches are materialised once, then counted and paged. Only with `keys`. */
  isCostly?: boolean;
  /**
   * For tables that may exceed about a million rows: the count is capped, and the way to find a page depends on it.
   * Only with `keys`.
   */
  isHuge?: boolean;
  /** How many rows a huge list counts at most; 100,000 by default. */
  mostCounted?: number;
  /** Full-text term, in addition to the filters. */
  textMatch?: TextMatch;
  /** Secondary sort key. */
  secondaryKey?: AnyPgColumn;
  /** Unique, last sort key: pages never overlap. */
  uniqueKey: AnyPgColumn;
}

/** A predicate that is expensive to evaluate per row. */
export interface TextMatch {
  /** The form that is evaluated row by row. */
  perRow: SQL;
  /** The same predicate in a form that an index can answer; its cost grows with the number of matches. */
  indexed: SQL | undefined;
}

export type Key = SQL | AnyPgColumn;

/**
 * A sort key in a referenced table that has few rows, each referenced by very many. Rows without a referenced record
 * sort as if the key were empty. A huge list needs an index on the reference followed by the secondary sort key.
 */
export interface ReferencedKey {
  key: SQL;
  other: Reference;
}

export interface Reference {
  table: PgTable;
  id: AnyPgColumn;
  reference: AnyPgColumn;
}

export interface PageQuery {
  condition: SQL | undefined;
  includeTotalCount: boolean;
  direction: typeof asc;
  key: Key;
  other: Reference | undefined;
  order: SQL[];
  limit: number;
  offset: number;
}

/** A list whose rows can be selected by a few columns. */
export type KeyedList = Rows & Required<Pick<Rows, "keys">>;

export const limited = <Q extends PgSelect>(matching: Q, { order, limit, offset }: PageQuery) =>
  matching
    .orderBy(...order)
    .limit(limit)
    .offset(offset);

/** Joins the table of a `ReferencedKey`. */
export const withKey = (query: PgSelect, { other }: PageQuery): PgSelect =>
  other ? query.leftJoin(other.table, eq(other.id, other.reference)) : query;

export interface Count {
  total: number;
  isMore: boolean;
}

export const counted = (total: number, most = Number.POSITIVE_INFINITY): Count => ({
  total: Math.min(total, most),
  isMore: total > most,
});

/** Counts the rows, up to `most`. */
export async function countOf(db: Db, matching: PgSelect, most?: number): Promise<Count> {
  // Not as a subquery with column names: the rows may have two columns of the same name.
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${upTo(matching, most)}) as matching`,
  );
  return counted(rows[0]?.total ?? 0, most);
}

/** Fetches one row more than `most`, which tells whether there are more. */
export const upTo = (matching: PgSelect, most: number | undefined) =>
  most === undefined ? matching : matching.limit(most + 1);

/**
 * Counts the rows that match.
 * @param most upper bound of the count, unless the page lies further on
 */
export const countUpTo = (
  db: Db,
  { keys, uniqueKey }: KeyedList,
  { condition, limit, offset }: PageQuery,
  most: number,
) => countOf(db, keys({ id: uniqueKey }).where(condition), Math.max(offset + limit, most));

/** The same condition in a form that keeps the planner from using an index. */
export const withoutIndex = (condition: SQL): SQL => sql`(${condition}) is true`;
