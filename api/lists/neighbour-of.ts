import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { ListStep, SortDirection } from "#contract/paging.ts";
import type { Key, KeyedList } from "./list-query.ts";

interface Ordered<SortField extends string> extends Pick<KeyedList, "keys" | "uniqueKey"> {
  /** What the caller may see; undefined only for callers who see everything. */
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
  { keys, uniqueKey, visible, filters, sort }: Ordered<SortField>,
  { sortFieldName, sortDirection, step }: Step<SortField>,
  id: number,
): Promise<number | null> {
  const key = sort[sortFieldName];
  const isAscending = (sortDirection === "Ascending") === (step === "next");
  const [direction, isBeyond] = isAscending ? [asc, sql`>`] : [desc, sql`<`];
  const own = keys({ key: sql`${key}`.as("key") }).where(eq(uniqueKey, id));
  const [found] = await keys({ id: uniqueKey })
    .where(and(visible, ...filters, sql`(${key}, ${uniqueKey}) ${isBeyond} (${own}, ${id})`))
    .orderBy(direction(key), direction(uniqueKey))
    .limit(1);
  return (found as { id: number } | undefined)?.id ?? null;
}
