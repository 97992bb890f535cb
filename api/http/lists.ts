/** The list mechanism: filters, sort and page as SQL, with the caller's visibility always in it. */
import { and, asc, desc, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgSelect, PgTable } from "drizzle-orm/pg-core";
import type { Paging } from "../../contract/paging.ts";
import type { Db } from "../database/connection.ts";

interface List<Q extends PgSelect, SortField extends string> extends Rows {
  /** The query without conditions, made with `$dynamic()`. */
  rows: Q;
  /** What the caller may see; undefined only for callers who see everything. */
  visible: SQL | undefined;
  filters: (SQL | undefined)[];
  /** The closed list of what may be sorted by. */
  sort: Record<SortField, Key | OfAnother>;
}

interface Rows {
  /**
   * These columns alone, from the same tables. Given where there are very many rows: they are counted,
   * filtered and put in order by them, and only those of the page are read whole. Joins that only the sort needs are
   * left joins here, so that the database can do without.
   */
  keys?: (columns: Record<string, AnyPgColumn | SQL.Aliased>) => PgSelect;
  /** What is asked for takes long to find: it is found once, and counted and cut from that. Only with `keys`. */
  isCostly?: boolean;
  /** There may be a million rows: not all of them are counted, and how many there are decides how a page is found. Only with `keys`. */
  isHuge?: boolean;
  /** Puts rows in order that are equal otherwise. */
  among?: AnyPgColumn;
  /** Decides between rows that are equal still, so that pages never overlap. */
  tieBreak: AnyPgColumn;
}

type Key = SQL | AnyPgColumn;

/**
 * The key is another record's, of which there are few, and each has very many rows. Rows without one come as if its text
 * was empty. Where the list is huge an index has to begin with the reference and go on with what puts equal rows in order.
 */
interface OfAnother {
  key: SQL;
  other: { table: PgTable; id: AnyPgColumn; reference: AnyPgColumn };
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
  const { rows, keys, tieBreak } = list;
  const asked = askedFor(list, input);
  if (keys) {
    const { which, count } = await findByKeys(db, { ...list, keys }, asked);
    const isNone = Array.isArray(which) && which.length === 0;
    const items = isNone ? [] : await rows.where(inArray(tieBreak, which)).orderBy(...asked.order);
    return page(items as Awaited<Q>, input.includeTotalCount ? count : undefined);
  }
  const matching = rows.where(asked.condition);
  const count = input.includeTotalCount ? await countOf(db, matching) : undefined;
  return page(await cut(matching, asked), count);
}

const page = <Items>(items: Items, count: Count | undefined): Page<Items> => ({
  items,
  totalCount: count?.total ?? null,
  isMoreThanCounted: count?.isMore || undefined,
});

interface Asked {
  condition: SQL | undefined;
  includeTotalCount: boolean;
  direction: typeof asc;
  key: Key;
  other: OfAnother["other"] | undefined;
  order: SQL[];
  limit: number;
  offset: number;
}

function askedFor<F extends string>(
  { visible, filters, sort, among, tieBreak }: List<PgSelect, F>,
  { includeTotalCount, pageSize, pageNumber, ...input }: Paging & { sortFieldName: F },
): Asked {
  const field = sort[input.sortFieldName];
  const { key, other } = "other" in field ? field : { key: field, other: undefined };
  const direction = input.sortDirection === "Descending" ? desc : asc;
  const order = [key, ...(among ? [among] : []), tieBreak].map((column) => direction(column));
  return { condition: and(visible, ...filters), includeTotalCount, direction, key, other, order, limit: pageSize, offset: (pageNumber - 1) * pageSize };
}

const cut = <Q extends PgSelect>(matching: Q, { order, limit, offset }: Asked) =>
  matching
    .orderBy(...order)
    .limit(limit)
    .offset(offset);

/** So many rows are put in order at once. The pages of more are walked to, in an index that has the order. */
const few = 10_000;
/** Of a huge list, unless the page is further on. */
const mostCounted = 100_000;

type ByKeys = Rows & Required<Pick<Rows, "keys">>;

/** The ids of the page's rows, or the query for them. */
async function findByKeys(db: Db, list: ByKeys, asked: Asked): Promise<{ which: number[] | SQL; count?: Count }> {
  const { keys, isCostly, isHuge, tieBreak } = list;
  const end = asked.offset + asked.limit;
  const most = isHuge ? Math.max(end, isCostly ? few : mostCounted) : undefined;
  if (isCostly) {
    const found = await findOnce(db, list, asked);
    if (!found.count.isMore) return found;
    if (end <= few) return { which: walkTo(list, asked), count: found.count };
  }
  const isCounted = isHuge || asked.includeTotalCount;
  const count = isCounted ? await countOf(db, keys({ id: tieBreak }).where(asked.condition), most) : undefined;
  if (isHuge && count && count.total <= few) return findOnce(db, list, asked);
  return { which: walkTo(list, asked), count };
}

interface Count {
  total: number;
  isMore: boolean;
}

const counted = (total: number, most = Number.POSITIVE_INFINITY): Count => ({ total: Math.min(total, most), isMore: total > most });

/** At most so many are counted. */
async function countOf(db: Db, matching: PgSelect, most?: number): Promise<Count> {
  // Not as a subquery with names: the rows may have two columns of one name.
  const { rows } = await db.execute<{ total: number }>(sql`select count(*)::int as total from (${upTo(matching, most)}) as matching`);
  return counted(rows[0]?.total ?? 0, most);
}

/** One more than that, which tells that there are more. */
const upTo = (matching: PgSelect, most: number | undefined) => (most === undefined ? matching : matching.limit(most + 1));

/** The page and the count from the same rows, which are looked for once; of a huge list from the first few. */
async function findOnce(db: Db, { keys, isHuge, among, tieBreak }: ByKeys, { condition, key, direction, limit, offset }: Asked) {
  const most = isHuge ? few : undefined;
  const found = keys({ id: tieBreak, key: sql`${key}`.as("key"), among: sql`${among ?? tieBreak}`.as("among") }).where(condition);
  const order = sql.join(
    ["key", "among", "id"].map((column) => direction(sql.identifier(column))),
    sql`, `,
  );
  const { rows } = await db.execute<{ ids: number[]; total: number }>(sql`
    with matching as materialized (${upTo(found, most)})
    select array(select id from matching order by ${order} limit ${limit} offset ${offset}) as ids, (select count(*)::int from matching) as total`);
  return { which: rows[0]?.ids ?? [], count: counted(rows[0]?.total ?? 0, most) };
}

function walkTo({ keys, isHuge, among, tieBreak }: ByKeys, asked: Asked): SQL {
  const { condition, other, direction, key, limit, offset } = asked;
  if (!isHuge || !other) return sql`${cut(keys({ id: tieBreak }).where(condition), asked)}`;
  const within = among ?? tieBreak;
  // The others come in their order, so that those behind the page are not looked at; none brings more rows than the page could need.
  const rowsWhere = (which: SQL) =>
    keys({ id: tieBreak, among: sql`${within}`.as("among") })
      .where(and(condition, which))
      .orderBy(direction(within), direction(tieBreak))
      .limit(offset + limit);
  return sql`(
    select found.id from (select ${other.id} as id, ${key} as key from ${other.table} union all select null, '' collate "C" order by ${direction(sql`key`)}) as others
    cross join lateral (
      ${rowsWhere(sql`${other.reference} = others.id and others.id is not null`)} union all ${rowsWhere(sql`${other.reference} is null and others.id is null`)}
    ) as found
    order by ${direction(sql`others.key`)}, ${direction(sql`found.among`)}, ${direction(sql`found.id`)} limit ${limit} offset ${offset})`;
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
export function containsFolded(column: AnyPgColumn | SQL, words: string): SQL {
  return sql`${column} like lower(${pattern(words)})`;
}

const pattern = (words: string) => `%${words.replace(/[\\%_]/g, "\\$&")}%`;
