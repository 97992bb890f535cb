import { and, asc, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { changes } from "#api/core/database/schema/index.ts";
import type { HistoryRecord } from "#contract/areas.ts";
import { netChanges } from "./net-changes.ts";
import type { StoredChange } from "./put-back.ts";

/** What a background process has changed of a kind of record, in these tables. */
export interface ChangesOfProcess {
  readonly processId: string;
  readonly record: HistoryRecord;
  readonly tables: readonly string[];
}

export const isOfProcess = ({ processId, record, tables }: ChangesOfProcess): SQL | undefined =>
  and(eq(changes.processId, processId), eq(changes.record, record), inArray(changes.tableName, [...tables]));

/** Returns what the process has changed of one record, the newest change first. */
export const changesOf = (db: Db, of: ChangesOfProcess, recordId: number): Promise<StoredChange[]> =>
  db
    .select()
    .from(changes)
    .where(and(isOfProcess(of), eq(changes.recordId, recordId)))
    .orderBy(desc(changes.id));

/**
 * Returns what others have changed of a record since the process did, as one change for each row; nothing of what was
 * changed back.
 * @param own changes of the process, the newest first
 */
export async function changesSince(db: Db, own: readonly StoredChange[]): Promise<StoredChange[]> {
  const first = own.at(-1);
  if (!first) return [];
  const { record, recordId, processId, id } = first;
  const all = await db
    .select()
    .from(changes)
    .where(
      and(
        eq(changes.record, record),
        eq(changes.recordId, recordId),
        gt(changes.id, id),
        sql`${changes.processId} is distinct from ${processId}`,
      ),
    )
    .orderBy(asc(changes.id));
  return netChanges(all);
}
