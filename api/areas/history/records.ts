/** The names of records that have a history. */
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { recordsWithHistory } from "#api/core/history/records/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import { notFound } from "#api/core/refusals/refusal.ts";
import type { HistoryRecord } from "#contract/areas.ts";
import { can } from "#contract/permissions.ts";

/**
 * Returns the name of a record that the caller may see.
 * @throws Refusal 404
 */
export async function seenRecord({ db, caller }: Context, kind: HistoryRecord, recordId: number): Promise<string> {
  const { table, id, name, permission, visible } = recordsWithHistory[kind];
  if (!can(caller.permissions, { permission })) throw notFound("This record");
  const [record] = await db
    .select({ name })
    .from(table)
    .where(and(eq(id, recordId), visible?.(caller)));
  if (!record) throw notFound("This record");
  return record.name;
}

/** Returns the names of records by kind and id, such as `product 7`. */
export async function recordNames(
  db: Db,
  rows: readonly { record: HistoryRecord; recordId: number }[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const kind of new Set(rows.map(({ record }) => record))) {
    const ids = [...new Set(rows.filter(({ record }) => record === kind).map(({ recordId }) => recordId))];
    const { table, id, name } = recordsWithHistory[kind];
    const known = await db
      .select({ id: sql<number>`${id}`, name })
      .from(table)
      .where(sql`${id} = any(${sql.param(ids)}::int[])`);
    for (const each of known) names.set(`${kind} ${each.id}`, each.name);
  }
  return names;
}
