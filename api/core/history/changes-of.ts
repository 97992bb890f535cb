import { and, desc, eq, inArray, type SQL } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { changes } from "#api/core/database/schema/index.ts";
import type { HistoryRecord } from "#contract/areas.ts";
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
