/**
 * Finds the rows of a page. The strategy depends on the list and on how many rows match:
 *
 * | list | when | count | ids of the page |
 * |---|---|---|---|
 * | `textMatch` | no count is requested, and the scan is likely to reach the page soon | none | scan in sort order |
 * | `textMatch` | frequent term | up to `mostSorted`, while scanning | scan in sort order |
 * | `textMatch` | the scan is likely to reach the page soon | by the trigram index, at the same time | scan in sort order |
 * | `textMatch` | rare term | by the trigram index | sorted matches |
 * | `isHuge` | few rows match | all of them | sorted matches |
 * | `isHuge` | many rows match, or the page is a late one | up to `mostCounted` | scan in sort order |
 * | `isCostly` | always | all | sorted matches |
 * | any other | always | all, if requested | scan in sort order |
 *
 * A late page of a text search, whose matches are more than can be sorted, is found as in a huge list.
 * `list-query.ts` has the parts of the SQL, `scan.ts` the scans in sort order.
 */
import { and, getTableName, type SQL, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import {
  type Count,
  counted,
  countOf,
  countUpTo,
  type KeyedList,
  type PageQuery,
  type TextMatch,
  upTo,
  withKey,
  withoutIndex,
} from "./list-query.ts";
import { idsOf, type PageIds, scanTo } from "./scan.ts";

/** Most rows that are sorted at once. Pages of longer lists are scanned in an index that has the sort order. */
const mostSorted = 5_000;
/** Most rows of a huge list that are counted, unless the page lies further on. */
const mostCounted = 100_000;
/** Most rows scanned one by one; beyond that the trigram index is faster. */
const mostScanned = 100_000;
/** Upper bound of rows scanned speculatively while the trigram index counts. */
const mostSpeculative = 20_000;

interface Found {
  which: PageIds;
  count?: Count;
}

export async function findByKeys(db: Db, list: KeyedList, query: PageQuery): Promise<Found> {
  const { keys, isCostly, isHuge, textMatch, uniqueKey } = list;
  if (textMatch) return findByText(db, list, query, textMatch);
  if (isHuge) return findInHuge(db, list, query, list.mostCounted ?? mostCounted);
  if (isCostly) return findMaterialised(db, list, query);
  const count = query.includeTotalCount ? await countOf(db, keys({ id: uniqueKey }).where(query.condition)) : undefined;
  return { which: await scanTo(db, list, query), count };
}

/**
 * Rare terms use the trigram index. Frequent terms scan in sort order until the page is full, because the index does
 * not have that order and would find every match first. In between, the index counts while the scan runs, if the scan
 * is expected to reach the page soon; late pages are left to the planner.
 */
async function findByText(db: Db, list: KeyedList, query: PageQuery, { perRow, indexed }: TextMatch): Promise<Found> {
  const share = await shareOf(db, list, perRow);
  const isFoundWithin = (rows: number, scanned = mostScanned) => rows <= share * scanned;
  const by = (text: SQL | undefined): PageQuery => ({ ...query, condition: and(query.condition, text) });
  const scanning = by(withoutIndex(perRow));
  const end = query.offset + query.limit;
  if (!query.includeTotalCount && isFoundWithin(end, mostSpeculative))
    return { which: await scanTo(db, list, scanning) };
  const isFrequent = isFoundWithin(mostSorted);
  if (isFrequent && query.other) return findInHuge(db, list, scanning, mostSorted);

  if (!isFrequent && isFoundWithin(end, mostSpeculative)) return countWhileScanning(db, list, by(indexed), scanning);
  const first = await findMaterialised(db, list, isFrequent ? scanning : by(indexed), isFrequent);
  if (!first.count.isMore || (isFrequent && end <= mostSorted)) return first;
  const further = isFoundWithin(end) ? scanning : by(perRow);
  return end <= mostSorted
    ? { which: await scanTo(db, list, further), count: first.count }
    : findInHuge(db, list, further, mostSorted);
}

/** Estimates the share of rows that match, from a sample of about `pages` pages of the table. */
async function shareOf(db: Db, { uniqueKey: { table } }: KeyedList, perRow: SQL, pages = 50): Promise<number> {
  const size = sql`pg_relation_size(${getTableName(table)}::regclass) / current_setting('block_size')::float8`;
  const { rows } = await db.execute<{ share: number }>(sql`
    select count(*) filter (where ${perRow}) / greatest(count(*), 1)::float8 as share
    from ${table} tablesample system (least(100 * ${pages}::int / greatest(${size}, 1), 100)) repeatable (1)`);
  return rows[0]?.share ?? 0;
}

async function findInHuge(db: Db, list: KeyedList, query: PageQuery, most: number): Promise<Found> {
  // A late page is scanned to, whatever the count is.
  if (query.offset >= mostSorted) return countWhileScanning(db, list, query, query, most);
  const count = await countUpTo(db, list, query, most);
  const isSortable = count.total <= mostSorted && !count.isMore;
  return isSortable ? findMaterialised(db, list, query) : { which: await scanTo(db, list, query), count };
}

/** Counts and scans at the same time; the two may use different forms of the predicate. */
async function countWhileScanning(
  db: Db,
  list: KeyedList,
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

/**
 * Takes the page and the count from one materialised set of matches; of a huge list, from a limited number of them.
 * @param areFirst the matches are the first ones in sort order
 */
async function findMaterialised(
  db: Db,
  { keys, isHuge, secondaryKey, uniqueKey }: KeyedList,
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
