/** How the rows of a page are found where there are very many: looked up by an index, or walked to in the order of the list. */
import { and, type asc, eq, getTableName, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgSelect, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../database/connection.ts";

export interface Rows {
  /**
   * These columns alone, from the same tables. Given where there are very many rows: they are counted,
   * filtered and put in order by them, and only those of the page are read whole. Joins that only the sort needs are
   * left joins here, so that the database can do without; the table of `OfAnother` is not joined here.
   */
  keys?: (columns: Record<string, AnyPgColumn | SQL.Aliased>) => PgSelect;
  /** What is asked for takes long to find: it is found once, and counted and cut from that. Only with `keys`. */
  isCostly?: boolean;
  /** There may be a million rows: not all of them are counted, and how many there are decides how a page is found. Only with `keys`. */
  isHuge?: boolean;
  /** What it is searched for, beside the filters. */
  words?: Words;
  /** Puts rows in order that are equal otherwise. */
  among?: AnyPgColumn;
  /** Decides between rows that are equal still, so that pages never overlap. */
  tieBreak: AnyPgColumn;
}

/** A condition that takes long to ask of every row. */
export interface Words {
  /** As rows are asked one after the other. */
  match: SQL;
  /** The same so that an index finds them, which takes the longer the more there are. */
  found: SQL | undefined;
}

export type Key = SQL | AnyPgColumn;

/**
 * The key is another record's, of which there are few, and each has very many rows. Rows without one come as if its text
 * was empty. Where the list is huge an index has to begin with the reference and go on with what puts equal rows in order.
 */
export interface OfAnother {
  key: SQL;
  other: Other;
}

interface Other {
  table: PgTable;
  id: AnyPgColumn;
  reference: AnyPgColumn;
}

export interface Asked {
  condition: SQL | undefined;
  includeTotalCount: boolean;
  direction: typeof asc;
  key: Key;
  other: Other | undefined;
  order: SQL[];
  limit: number;
  offset: number;
}

export const cut = <Q extends PgSelect>(matching: Q, { order, limit, offset }: Asked) =>
  matching
    .orderBy(...order)
    .limit(limit)
    .offset(offset);

/** So many rows are put in order at once. The pages of more are walked to, in an index that has the order. */
const few = 5_000;
/** Of a huge list, unless the page is further on. */
const mostCounted = 100_000;
/** So many are asked one after the other before an index of words is faster. */
const mostAsked = 100_000;
/** So many are asked while an index of words counts, whether they were needed or not. */
const askedMeanwhile = 20_000;

type ByKeys = Rows & Required<Pick<Rows, "keys">>;

/** The ids of the page's rows, or the query for them. */
type Which = number[] | SQL;

interface Found {
  which: Which;
  count?: Count;
}

export async function findByKeys(db: Db, list: ByKeys, asked: Asked): Promise<Found> {
  const { keys, isCostly, isHuge, words, tieBreak } = list;
  if (words) return findByWords(db, list, asked, words);
  if (isHuge) return findAmongMany(db, list, asked, mostCounted);
  if (isCostly) return findOnce(db, list, asked);
  const count = asked.includeTotalCount ? await countOf(db, keys({ id: tieBreak }).where(asked.condition)) : undefined;
  return { which: await walkTo(db, list, asked), count };
}

/**
 * Words that few rows have are looked up. Where many have them the list is walked until there are enough: an index of words
 * has not its order, and finds all of them first. Between the two the index counts while the list is walked to the page, if it
 * soon comes to it. How a late page of those between is found is left to the database.
 */
async function findByWords(db: Db, list: ByKeys, asked: Asked, { match, found }: Words): Promise<Found> {
  const share = await shareOf(db, list, match);
  const isSoonFound = (rows: number, asking = mostAsked) => rows <= share * asking;
  const by = (words: SQL | undefined): Asked => ({ ...asked, condition: and(asked.condition, words) });
  const walking = by(askedOfEach(match));
  const isFrequent = isSoonFound(few);
  if (isFrequent && asked.other) return findAmongMany(db, list, walking, few);

  const end = asked.offset + asked.limit;
  if (!isFrequent && isSoonFound(end, askedMeanwhile)) return countWhileWalking(db, list, by(found), walking);
  const first = await findOnce(db, list, isFrequent ? walking : by(found), isFrequent);
  if (!first.count.isMore || (isFrequent && end <= few)) return first;
  const further = isSoonFound(end) ? walking : by(match);
  return end <= few
    ? { which: await walkTo(db, list, further), count: first.count }
    : findAmongMany(db, list, further, few);
}

/** What part of all rows matches, by so many pages of the table. */
async function shareOf(db: Db, { tieBreak: { table } }: ByKeys, match: SQL, pages = 50): Promise<number> {
  const size = sql`pg_relation_size(${getTableName(table)}::regclass) / current_setting('block_size')::float8`;
  const { rows } = await db.execute<{ share: number }>(sql`
    select count(*) filter (where ${match}) / greatest(count(*), 1)::float8 as share
    from ${table} tablesample system (least(100 * ${pages}::int / greatest(${size}, 1), 100)) repeatable (1)`);
  return rows[0]?.share ?? 0;
}

async function findAmongMany(db: Db, list: ByKeys, asked: Asked, most: number): Promise<Found> {
  // A late page is walked to whatever the count is.
  if (asked.offset >= few) return countWhileWalking(db, list, asked, asked, most);
  const count = await countAsFar(db, list, asked, most);
  const areFew = count.total <= few && !count.isMore;
  return areFew ? findOnce(db, list, asked) : { which: await walkTo(db, list, asked), count };
}

/** Both at the same time, each in its own way. */
async function countWhileWalking(db: Db, list: ByKeys, counting: Asked, walking: Asked, most = few): Promise<Found> {
  const [count, which] = await Promise.all([
    countAsFar(db, list, counting, most),
    walkTo(db, list, walking).then((page) => idsOf(db, page)),
  ]);
  return { which, count };
}

/** @param most how many are counted, unless the page is further on */
const countAsFar = (db: Db, { keys, tieBreak }: ByKeys, { condition, limit, offset }: Asked, most: number) =>
  countOf(db, keys({ id: tieBreak }).where(condition), Math.max(offset + limit, most));

async function idsOf(db: Db, which: Which): Promise<number[]> {
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

/** At most so many are counted. */
export async function countOf(db: Db, matching: PgSelect, most?: number): Promise<Count> {
  // Not as a subquery with names: the rows may have two columns of one name.
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${upTo(matching, most)}) as matching`,
  );
  return counted(rows[0]?.total ?? 0, most);
}

/** One more than that, which tells that there are more. */
const upTo = (matching: PgSelect, most: number | undefined) =>
  most === undefined ? matching : matching.limit(most + 1);

/**
 * The page and the count from the same rows, which are looked for once; of a huge list from a few of them.
 * @param areFirst these are the first ones of the list
 */
async function findOnce(db: Db, { keys, isHuge, among, tieBreak }: ByKeys, asked: Asked, areFirst = false) {
  const { condition, key, direction, limit, offset } = asked;
  const most = isHuge ? few : undefined;
  const all = withKey(
    keys({ id: tieBreak, key: sql`${key}`.as("key"), among: sql`${among ?? tieBreak}`.as("among") }),
    asked,
  ).where(condition);
  const order = sql.join(
    ["key", "among", "id"].map((column) => direction(sql.identifier(column))),
    sql`, `,
  );
  const { rows } = await db.execute<{ ids: number[]; total: number }>(sql`
    with matching as materialized (${upTo(areFirst ? all.orderBy(...asked.order) : all, most)})
    select array(select id from matching order by ${order} limit ${limit} offset ${offset}) as ids, (select count(*)::int from matching) as total`);
  return { which: rows[0]?.ids ?? [], count: counted(rows[0]?.total ?? 0, most) };
}

const withKey = (query: PgSelect, { other }: Asked): PgSelect =>
  other ? query.leftJoin(other.table, eq(other.id, other.reference)) : query;

async function walkTo(db: Db, list: ByKeys, asked: Asked): Promise<Which> {
  const { keys, isHuge, tieBreak } = list;
  const { condition, other } = asked;
  if (isHuge && other) return walkThrough(db, list, asked, other);
  return sql`${cut(withKey(keys({ id: tieBreak }), asked).where(condition), asked)}`;
}

/** The rows of the others in their order: what lies before the page is only counted, and each piece of it is in the index that begins with the reference. */
async function walkThrough(db: Db, list: ByKeys, asked: Asked, other: Other): Promise<Which> {
  const { keys, among, tieBreak } = list;
  const { condition, direction, limit, offset } = asked;
  const order = [among ?? tieBreak, tieBreak].map((column) => direction(column));
  const pieces = (await placesOf(db, list, asked, other)).map(({ ids, before, total }) =>
    keys({ id: tieBreak })
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

interface Place {
  /** Of those that come together; null stands for none. */
  ids: (number | null)[];
  /** How many rows there are before theirs, and with theirs. */
  before: number;
  total: number;
}

/** Those whose rows are on the page. They are counted one after the other, as far as the page. */
async function placesOf(
  db: Db,
  { keys, tieBreak }: ByKeys,
  { condition, direction, key, limit, offset }: Asked,
  { table, id, reference }: Other,
) {
  const end = offset + limit;
  const rowsOf = (which: SQL) => keys({ id: tieBreak }).where(and(condition, which)).limit(end);
  const { rows } = await db.execute<{ ids: Place["ids"]; before: number; total: number }>(sql`
    with recursive others as (
      select id, dense_rank() over (order by ${direction(sql`key`)}) as place from (select ${id} as id, ${key} as key from ${table} union all select null, '' collate "C") as named
    ), places as (
      select 0::bigint as place, 0 as before, 0 as total union all
      select place + 1, total, total + (
        select count(*)::int from others cross join lateral (
          (${rowsOf(sql`${reference} = others.id and others.id is not null`)}) union all (${rowsOf(sql`${reference} is null and others.id is null`)})
        ) as found where others.place = places.place + 1
      ) from places where total < ${end} and place < (select max(place) from others)
    )
    select array(select id from others where others.place = places.place) as ids, before, total from places where total > greatest(before, ${offset})`);
  return rows;
}

const refersTo = ({ reference }: Other, ids: Place["ids"]): SQL | undefined =>
  or(
    inArray(
      reference,
      ids.filter((id) => id !== null),
    ),
    ids.includes(null) ? isNull(reference) : undefined,
  );

/** The same condition, for which no index is used. */
export const askedOfEach = (condition: SQL): SQL => sql`(${condition}) is true`;
