/** Scans rows in sort order until the end of a page. */
import { and, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { type KeyedList, limited, type PageQuery, type Reference, withKey } from "./list-query.ts";

/** The ids of the page's rows, or the query that selects them. */
export type PageIds = number[] | SQL;

/** Returns the ids of the page. Huge lists with a referenced sort key are scanned group by group. */
export async function scanTo(db: Db, list: KeyedList, query: PageQuery): Promise<PageIds> {
  const { keys, isHuge, uniqueKey } = list;
  const { condition, other } = query;
  if (isHuge && other) return scanGroups(db, list, query, other);
  return sql`${limited(withKey(keys({ id: uniqueKey }), query).where(condition), query)}`;
}

/**
 * Scans the referenced records in their order. Groups before the page are only counted; the rows of each group on the
 * page come from the index that begins with the reference.
 */
async function scanGroups(db: Db, list: KeyedList, query: PageQuery, other: Reference): Promise<PageIds> {
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
  { keys, uniqueKey }: KeyedList,
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

/** Runs the query that selects the ids, if they are not known yet. */
export async function idsOf(db: Db, which: PageIds): Promise<number[]> {
  if (Array.isArray(which)) return which;
  const { rows } = await db.execute<{ id: number }>(which);
  return rows.map(({ id }) => id);
}
