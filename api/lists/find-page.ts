/** Page lookup for very large tables: either an index search, or a scan in sort order. */
import { and, type asc, eq, getTableName, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgSelect, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#api/database/connection.ts";

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

interface Reference {
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

export const limited = <Q extends PgSelect>(matching: Q, { order, limit, offset }: PageQuery) =>
  matching
    .orderBy(...order)
    .limit(limit)
    .offset(offset);

/** Most rows that are sorted at once. Pages of longer lists are scanned in an index that has the sort order. */
const mostSorted = 5_000;
/** Most rows of a huge list that are counted, unless the page lies further on. */
const mostCounted = 100_000;
/** Most rows scanned one by one; beyond that the trigram index is faster. */
const mostScanned = 100_000;
/** Upper bound of rows scanned speculatively while the trigram index counts. */
const mostSpeculative = 20_000;

type ByKeys = Rows & Required<Pick<Rows, "keys">>;

/** The ids of the page's rows, or the query that selects them. */
type PageIds = number[] | SQL;

interface Found {
  which: PageIds;
  count?: Count;
}

export async function findByKeys(db: Db, list: ByKeys, query: PageQuery): Promise<Found> {
  const { keys, isCostly, isHuge, textMatch, uniqueKey } = list;
  if (textMatch) return findByText(db, list, query, textMatch);
  if (isHuge) return findInHuge(db, list, query, mostCounted);
  if (isCostly) return findMaterialised(db, list, query);
  const count = query.includeTotalCount ? await countOf(db, keys({ id: uniqueKey }).where(query.condition)) : undefined;
  return { which: await scanTo(db, list, query), count };
}

/**
 * Rare terms use the trigram index. Frequent terms scan in sort order until the page is full, because the index does
 * not have that order and would find every match first. In between, the index counts while the scan runs, if the scan
 * is expected to reach the page soon; late pages are left to the planner.
 */
async function findByText(db: Db, list: ByKeys, query: PageQuery, { perRow, indexed }: TextMatch): Promise<Found> {
  const share = await shareOf(db, list, perRow);
  const isFoundWithin = (rows: number, scanned = mostScanned) => rows <= share * scanned;
  const by = (text: SQL | undefined): PageQuery => ({ ...query, condition: and(query.condition, text) });
  const scanning = by(withoutIndex(perRow));
  const isFrequent = isFoundWithin(mostSorted);
  if (isFrequent && query.other) return findInHuge(db, list, scanning, mostSorted);

  const end = query.offset + query.limit;
  if (!isFrequent && isFoundWithin(end, mostSpeculative)) return countWhileScanning(db, list, by(indexed), scanning);
  const first = await findMaterialised(db, list, isFrequent ? scanning : by(indexed), isFrequent);
  if (!first.count.isMore || (isFrequent && end <= mostSorted)) return first;
  const further = isFoundWithin(end) ? scanning : by(perRow);
  return end <= mostSorted
    ? { which: await scanTo(db, list, further), count: first.count }
    : findInHuge(db, list, further, mostSorted);
}

/** Estimates the share of rows that match, from a sample of about `pages` pages of the table. */
async function shareOf(db: Db, { uniqueKey: { table } }: ByKeys, perRow: SQL, pages = 50): Promise<number> {
  const size = sql`pg_relation_size(${getTableName(table)}::regclass) / current_setting('block_size')::float8`;
  const { rows } = await db.execute<{ share: number }>(sql`
    select count(*) filter (where ${perRow}) / greatest(count(*), 1)::float8 as share
    from ${table} tablesample system (least(100 * ${pages}::int / greatest(${size}, 1), 100)) repeatable (1)`);
  return rows[0]?.share ?? 0;
}

async function findInHuge(db: Db, list: ByKeys, query: PageQuery, most: number): Promise<Found> {
  // A late page is scanned to, whatever the count is.
  if (query.offset >= mostSorted) return countWhileScanning(db, list, query, query, most);
  const count = await countUpTo(db, list, query, most);
  const isSortable = count.total <= mostSorted && !count.isMore;
  return isSortable ? findMaterialised(db, list, query) : { which: await scanTo(db, list, query), count };
}

/** Counts and scans at the same time; the two may use different forms of the predicate. */
async function countWhileScanning(
  db: Db,
  list: ByKeys,
  counting: PageQuery,
  scanning: PageQuery,
  most = mostSorted,
): Promise<Found> {
  const [count, which] = await Promise.all([
    countUpTo(db, list, counting, most),
    scanTo(db, list, scanning).then((page) => idsOf(db, page)),
  ]);
  return { which, count };
}

/** @param most upper bound of the count, unless the page lies further on */
const countUpTo = (db: Db, { keys, uniqueKey }: ByKeys, { condition, limit, offset }: PageQuery, most: number) =>
  countOf(db, keys({ id: uniqueKey }).where(condition), Math.max(offset + limit, most));

async function idsOf(db: Db, which: PageIds): Promise<number[]> {
  if (Array.isArray(which)) return which;
  const { rows } = await db.execute<{ id: number }>(which);
  return rows.map(({ id }) => id);
}

export interface Count {
  total: number;
  isMore: boolean;
}

const counted = (total: number, most = Number.POSITIVE_INFINITY): Count => ({
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
const upTo = (matching: PgSelect, most: number | undefined) =>
  most === undefined ? matching : matching.limit(most + 1);

/**
 * Takes the page and the count from one materialised set of matches; of a huge list, from a limited number of them.
 * @param areFirst the matches are the first ones in sort order
 */
async function findMaterialised(
  db: Db,
  { keys, isHuge, secondaryKey, uniqueKey }: ByKeys,
  query: PageQuery,
  areFirst = false,
) {
  const { condition, key, direction, limit, offset } = query;
  const most = isHuge ? mostSorted : undefined;
  const all = withKey(
    keys({
      id: uniqueKey,
      key: sql`${key}`.as("key"),
      secondaryKey: sql`${secondaryKey ?? uniqueKey}`.as("secondaryKey"),
    }),
    query,
  ).where(condition);
  const order = sql.join(
    ["key", "secondaryKey", "id"].map((column) => direction(sql.identifier(column))),
    sql`, `,
  );
  const { rows } = await db.execute<{ ids: number[]; total: number }>(sql`
    with matching as materialized (${upTo(areFirst ? all.orderBy(...query.order) : all, most)})
    select array(select id from matching order by ${order} limit ${limit} offset ${offset}) as ids, (select count(*)::int from matching) as total`);
  return { which: rows[0]?.ids ?? [], count: counted(rows[0]?.total ?? 0, most) };
}

const withKey = (query: PgSelect, { other }: PageQuery): PgSelect =>
  other ? query.leftJoin(other.table, eq(other.id, other.reference)) : query;

async function scanTo(db: Db, list: ByKeys, query: PageQuery): Promise<PageIds> {
  const { keys, isHuge, uniqueKey } = list;
  const { condition, other } = query;
  if (isHuge && other) return scanGroups(db, list, query, other);
  return sql`${limited(withKey(keys({ id: uniqueKey }), query).where(condition), query)}`;
}

/**
 * Scans the referenced records in their order. Groups before the page are only counted; the rows of each group on the
 * page come from the index that begins with the reference.
 */
async function scanGroups(db: Db, list: ByKeys, query: PageQuery, other: Reference): Promise<PageIds> {
  const { keys, secondaryKey, uniqueKey } = list;
  const { condition, direction, limit, offset } = query;
  const order = [secondaryKey ?? uniqueKey, uniqueKey].map((column) => direction(column));
  const pieces = (await groupsOf(db, list, query, other)).map(({ ids, before, total }) =>
    keys({ id: uniqueKey })
      .where(and(condition, refersTo(other, ids)))
      .orderBy(...order)
      .limit(Math.min(total, offset + limit) - Math.max(before, offset))
      .offset(Math.max(offset - before, 0)),
  );
  if (pieces.length === 0) return [];
  return sql.join(
    pieces.map((piece) => sql`(${piece})`),
    sql` union all `,
  );
}

interface Group {
  /** Referenced records with the same sort key; null stands for rows without a reference. */
  ids: (number | null)[];
  /** Rows before this group; `total` includes the group. */
  before: number;
  total: number;
}

/** Returns the groups whose rows are on the page, counting group by group until the end of the page. */
async function groupsOf(
  db: Db,
  { keys, uniqueKey }: ByKeys,
  { condition, direction, key, limit, offset }: PageQuery,
  { table, id, reference }: Reference,
) {
  const end = offset + limit;
  const rowsOf = (which: SQL) => keys({ id: uniqueKey }).where(and(condition, which)).limit(end);
  const { rows } = await db.execute<{ ids: Group["ids"]; before: number; total: number }>(sql`
    with recursive records as (
      select id, dense_rank() over (order by ${direction(sql`key`)}) as place from (select ${id} as id, ${key} as key from ${table} union all select null, '' collate "C") as named
    ), places as (
      select 0::bigint as place, 0 as before, 0 as total union all
      select place + 1, total, total + (
        select count(*)::int from records cross join lateral (
          (${rowsOf(sql`${reference} = records.id and records.id is not null`)}) union all (${rowsOf(sql`${reference} is null and records.id is null`)})
        ) as found where records.place = places.place + 1
      ) from places where total < ${end} and place < (select max(place) from records)
    )
    select array(select id from records where records.place = places.place) as ids, before, total from places where total > greatest(before, ${offset})`);
  return rows;
}

const refersTo = ({ reference }: Reference, ids: Group["ids"]): SQL | undefined =>
  or(
    inArray(
      reference,
      ids.filter((id) => id !== null),
    ),
    ids.includes(null) ? isNull(reference) : undefined,
  );

/** The same condition in a form that keeps the planner from using an index. */
export const withoutIndex = (condition: SQL): SQL => sql`(${condition}) is true`;
