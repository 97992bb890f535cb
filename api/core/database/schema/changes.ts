import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { HistoryRecord } from "#contract/areas.ts";
import type { HistoryWay } from "#contract/history/names.ts";
import type { Undone } from "#contract/history/undo.ts";
import { moment } from "./moment.ts";

/**
 * Changes in the tables of records, with their author and the former values. The database writes it itself, by the
 * triggers of the tables that `api/core/history/records/` names. Partitioned by months (UTC): the partitions are made
 * by `add_change_partitions`.
 */
export const changes = pgTable(
  "changes",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    at: moment("at").notNull(),
    record: text().$type<HistoryRecord>().notNull(),
    recordId: integer("record_id").notNull(),
    /** The table of the row, which may be a part of the record, such as a variant of a product. */
    tableName: text("table_name").notNull(),
    /** The primary key of the row, by the names of its columns. */
    key: jsonb().$type<Record<string, string | number>>().notNull(),
    kind: text().$type<"added" | "changed" | "removed">().notNull(),
    /** Columns and their values: of a changed row those that differ, of a removed one all; null for an added one. */
    before: jsonb().$type<Record<string, unknown>>(),
    /** The same; null for a removed one. */
    after: jsonb().$type<Record<string, unknown>>(),
    /** `table.column` for each of them. */
    fields: text().array().notNull(),
    /** A user, a key, a shop or a stock feed; null for the system. */
    userId: integer("user_id"),
    way: text().$type<HistoryWay>().notNull(),
    /** The name of an imported file. */
    detail: text().notNull(),
    commandId: uuid("command_id"),
    processId: uuid("process_id"),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.at] }),
    index("changes_at").on(t.at, t.id),
    index("changes_record").on(t.record, t.recordId, t.at, t.id),
    index("changes_user").on(t.userId, t.at, t.id),
    index("changes_fields").using("gin", t.fields),
    index("changes_command").on(t.commandId).where(sql`${t.commandId} is not null`),
    index("changes_process").on(t.processId).where(sql`${t.processId} is not null`),
  ],
);

/** Changes that have been undone, so that each is undone once. */
export const undoneChanges = pgTable("undone_changes", {
  /** The command or the background process whose changes were put back. */
  id: uuid().primaryKey(),
  userId: integer("user_id").notNull(),
  /** Null while it is being undone in its transaction. */
  answer: jsonb().$type<Undone>(),
});
