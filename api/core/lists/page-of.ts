/** The list mechanism: filters, sort order and page as SQL, always restricted to what the caller may see. */
import { and, asc, desc, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgSelect } from "drizzle-orm/pg-core";
import type { Db } from "#api/core/database/connection.ts";
import type { Paging } from "#contract/paging.ts";
import { findByKeys } from "./find-page.ts";
import { type Count, countOf, type Key, limited, type PageQuery, type ReferencedKey, type Rows } from "./list-query.ts";

interface List<Q extends PgSelect, SortField extends string> extends Rows {
  /** The query without conditions, made with `$dynamic()`. */
  rows: Q;
  /** The condition for rows that the caller may see; undefined only for callers who see everything. */
  visible: SQL | undefined;
  filters: (SQL | undefined)[];
  /** The sort keys that callers may choose. */
  sort: Record<SortField, Key | ReferencedKey | EmptyLast>;
}

/**
 * For keys that are often empty or null: those rows come last in both directions. Only for lists without `keys`,
 * because no index has this order.
 */
interface EmptyLast {
  key: Key;
  isEmptyLast: true;
}

interface Page<Items> {
  items: Items;
  /** Null unless the request included the total count. */
  totalCount: number | null;
  /** True if there are more rows than were counted. */
  isMoreThanCounted: true | undefined;
}

export async function pageOf<Q extends PgSelect, SortField extends string>(
  db: Db,
  list: List<Q, SortField>,
  input: Paging & { sortFieldName: SortField },
): Promise<Page<Awaited<Q>>> {
  const { rows, keys, textMatch, uniqueKey } = list;
  const query = queryFrom(list, input);
  if (keys) {
    const { which, count } = await findByKeys(db, { ...list, keys }, query);
    const isNone = Array.isArray(which) && which.length === 0;
    const items = isNone ? [] : await rows.where(inArray(uniqueKey, which)).orderBy(...query.order);
    return page(items as Awaited<Q>, input.includeTotalCount ? count : undefined);
  }
  const matching = rows.where(and(query.condition, textMatch?.perRow));
  const count = input.includeTotalCount ? await countOf(db, matching) : undefined;
  return page(await limited(matching, query), count);
}

const page = <Items>(items: Items, count: Count | undefined): Page<Items> => ({
  items,
  totalCount: count?.total ?? null,
  isMoreThanCounted: count?.isMore || undefined,
});

function queryFrom<F extends string>(
  { visible, filters, sort, secondaryKey, uniqueKey }: List<PgSelect, F>,
  { includeTotalCount, pageSize, pageNumber, ...input }: Paging & { sortFieldName: F },
): PageQuery {
  const field = sort[input.sortFieldName];
  const { key, other, isEmptyLast } = {
    other: undefined,
    isEmptyLast: false,
    ...("other" in field || "isEmptyLast" in field ? field : { key: field }),
  };
  const direction = input.sortDirection === "Descending" ? desc : asc;
  const order = [key, ...(secondaryKey ? [secondaryKey] : []), uniqueKey].map((column) => direction(column));
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

/** Sorts text case-insensitively, in the same order on every database, whatever its default collation. */
export function byText(column: AnyPgColumn | SQL): SQL {
  return sql`lower(coalesce(${column}, '')) collate "C"`;
}

/** True where the column contains the text, case-insensitively; undefined without a text. */
export function contains(column: AnyPgColumn | SQL, text: string | undefined): SQL | undefined {
  return text === undefined ? undefined : sql`${column} ilike ${pattern(text)}`;
}

/** The same for a column that is stored in lower case. */
export function containsFolded(column: AnyPgColumn | SQL, text: string): SQL {
  return sql`${column} like lower(${pattern(text)})`;
}

const pattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
