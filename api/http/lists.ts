/** The list mechanism: filters, sort and page as SQL, with the caller's visibility always in it. */
import { and, asc, desc, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgSelect } from "drizzle-orm/pg-core";
import type { Paging } from "../../contract/paging.ts";
import type { Db } from "../database/connection.ts";
import { type Asked, type Count, countOf, cut, findByKeys, type Key, type OfAnother, type Rows } from "./find-page.ts";

interface List<Q extends PgSelect, SortField extends string> extends Rows {
  /** The query without conditions, made with `$dynamic()`. */
  rows: Q;
  /** What the caller may see; undefined only for callers who see everything. */
  visible: SQL | undefined;
  filters: (SQL | undefined)[];
  /** The closed list of what may be sorted by. */
  sort: Record<SortField, Key | OfAnother | EmptyLast>;
}

/** The key is often empty or null: rows without it come last in both directions. Only for lists without `keys`, because no index has this order. */
interface EmptyLast {
  key: Key;
  isEmptyLast: true;
}

interface Page<Items> {
  items: Items;
  /** Null when it was not asked for. */
  totalCount: number | null;
  /** True when there are more; how many was not counted. */
  isMoreThanCounted: true | undefined;
}

export async function pageOf<Q extends PgSelect, SortField extends string>(
  db: Db,
  list: List<Q, SortField>,
  input: Paging & { sortFieldName: SortField },
): Promise<Page<Awaited<Q>>> {
  const { rows, keys, words, tieBreak } = list;
  const asked = askedFor(list, input);
  if (keys) {
    const { which, count } = await findByKeys(db, { ...list, keys }, asked);
    const isNone = Array.isArray(which) && which.length === 0;
    const items = isNone ? [] : await rows.where(inArray(tieBreak, which)).orderBy(...asked.order);
    return page(items as Awaited<Q>, input.includeTotalCount ? count : undefined);
  }
  const matching = rows.where(and(asked.condition, words?.match));
  const count = input.includeTotalCount ? await countOf(db, matching) : undefined;
  return page(await cut(matching, asked), count);
}

const page = <Items>(items: Items, count: Count | undefined): Page<Items> => ({
  items,
  totalCount: count?.total ?? null,
  isMoreThanCounted: count?.isMore || undefined,
});

function askedFor<F extends string>(
  { visible, filters, sort, among, tieBreak }: List<PgSelect, F>,
  { includeTotalCount, pageSize, pageNumber, ...input }: Paging & { sortFieldName: F },
): Asked {
  const field = sort[input.sortFieldName];
  const { key, other, isEmptyLast } = {
    other: undefined,
    isEmptyLast: false,
    ...("other" in field || "isEmptyLast" in field ? field : { key: field }),
  };
  const direction = input.sortDirection === "Descending" ? desc : asc;
  const order = [key, ...(among ? [among] : []), tieBreak].map((column) => direction(column));
  if (isEmptyLast) order.unshift(asc(sql`nullif((${key})::text, '') is null`));
  return {
    condition: and(visible, ...filters),
    includeTotalCount,
    direction,
    key,
    other,
    order,
    limit: pageSize,
    offset: (pageNumber - 1) * pageSize,
  };
}

export const emptyLast = (key: Key): EmptyLast => ({ key, isEmptyLast: true });

/** Text in one order everywhere, whatever the database's own collation, without regard to case. */
export function byText(column: AnyPgColumn | SQL): SQL {
  return sql`lower(coalesce(${column}, '')) collate "C"`;
}

/** True where the column holds the words anywhere, without regard to case; undefined when there are none. */
export function contains(column: AnyPgColumn | SQL, words: string | undefined): SQL | undefined {
  return words === undefined ? undefined : sql`${column} ilike ${pattern(words)}`;
}

/** The same for a column that is kept in small letters. */
export function containsFolded(column: AnyPgColumn | SQL, words: string): SQL {
  return sql`${column} like lower(${pattern(words)})`;
}

const pattern = (words: string) => `%${words.replace(/[\\%_]/g, "\\$&")}%`;
