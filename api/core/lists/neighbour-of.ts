import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import type { ListStep, SortDirection } from "#contract/paging.ts";
import type { Key, KeyedList } from "./list-query.ts";

interface Ordered<SortField extends string> extends Pick<KeyedList, "keys" | "uniqueKey" | "isCostly"> {
  /** The condition for rows that the caller may see; undefined only for callers who see everything. */
  visible: SQL | undefined;
  filters: (SQL | undefined)[];
  /** Sort keys that are never null. */
  sort: Record<SortField, Key>;
}

interface Step<SortField extends string> {
  sortFieldName: SortField;
  sortDirection: SortDirection;
  step: ListStep;
}

/**
 * Returns the id of the row before or after another one, in the order in which `pageOf` returns them. The other row
 * exists, but need not match the filters. Null if there is none.
 */
export async function neighbourOf<SortField extends string>(
  db: Db,
  { keys, isCostly, uniqueKey, visible, filters, sort }: Ordered<SortField>,
  { sortFieldName, sortDirection, step }: Step<SortField>,
  id: number,
): Promise<number | null> {
  const key = sort[sortFieldName];
  const isAscending = (sortDirection === "Ascending") === (step === "next");
  const [direction, isBeyond] = isAscending ? [asc, sql`>`] : [desc, sql`<`];
  const asKey = { key: sql`${key}`.as("key") };
  const own = keys(asKey).where(eq(uniqueKey, id));
  const matching = keys({ id: uniqueKey, ...asKey }).where(and(visible, ...filters));
  const order = sql.join(
    ["key", "id"].map((column) => direction(sql.identifier(column))),
    sql`, `,
  );
  // As in `pageOf`, costly filters are answered first, whatever the planner expects of the order.
  const { rows } = await db.execute<{ id: number }>(sql`
    with matching as ${isCostly ? sql`materialized` : sql`not materialized`} (${matching})
    select id from matching where (key, id) ${isBeyond} ((${own}), ${id}::integer) order by ${order} limit 1`);
  return rows[0]?.id ?? null;
}
