/** Work in the background that somebody waits for. */
import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytea } from "./house.ts";
import { moment, momentOfInsert } from "./moment.ts";

export const processes = pgTable(
  "processes",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Which of the kinds of work that are known. */
    kind: text().notNull(),
    /** The user who asked for it: it is done with their permissions, and shown to them alone. */
    askedBy: integer("asked_by").notNull(),
    input: jsonb().notNull(),
    /** `ProcessingStatus`. */
    status: integer().notNull().default(0),
    /** Rows in all, null until they were read from a file; and how many of them were looked at. */
    total: integer(),
    done: integer().notNull().default(0),
    /** How often in a row it broke down at the same place. */
    failures: integer().notNull().default(0),
    /** The `jobRuns.id` that does it, until another one takes it over. */
    runId: uuid("run_id"),
    /** The file that somebody imports: until it is finished, they begin no other import or export. */
    isImport: boolean("is_import").notNull().default(false),
    /** Result summary, shown after the process has finished. */
    result: jsonb(),
    createdAt: momentOfInsert("created_at"),
    finishedAt: moment("finished_at"),
  },
  (t) => [
    index("processes_unfinished").on(t.id).where(sql`${t.finishedAt} is null`),
    index("processes_finished").on(t.finishedAt),
  ],
);

/** The file that a process is to read; gone once it has. */
export const processFiles = pgTable("process_files", {
  processId: uuid("process_id")
    .primaryKey()
    .references(() => processes.id, { onDelete: "cascade" }),
  content: bytea().notNull(),
});

/** What a process has to do, one piece after the other; gone when it is finished, but for what its kind keeps. */
export const processRows = pgTable(
  "process_rows",
  {
    processId: uuid("process_id")
      .notNull()
      .references(() => processes.id, { onDelete: "cascade" }),
    /** From 1. */
    position: integer().notNull(),
    row: jsonb().notNull(),
    /** False for one that could not be done; null until it was looked at. */
    isDone: boolean("is_done"),
    /** What came of it, where its kind says so. */
    result: jsonb(),
  },
  (t) => [primaryKey({ columns: [t.processId, t.position] })],
);

export const processMessages = pgTable(
  "process_messages",
  {
    processId: uuid("process_id")
      .notNull()
      .references(() => processes.id, { onDelete: "cascade" }),
    /** From 1, in the order they were said. */
    id: integer().notNull(),
    /** `ProcessingMessageType`. */
    type: integer().notNull(),
    text: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.processId, t.id] })],
);

/** A job that an API process is doing. */
export const jobRuns = pgTable(
  "job_runs",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** In the tables of the job queue. */
    jobId: uuid("job_id").notNull(),
    /** When the API process last said that it is still at it. */
    heardAt: momentOfInsert("heard_at"),
  },
  (t) => [index("job_runs_job").on(t.jobId)],
);

/** The export or import that a user has running. */
export const transfers = pgTable("transfers", {
  userId: integer("user_id").primaryKey(),
  /** Of this one: it may be taken for gone, and another begin in its place. */
  id: uuid().notNull(),
  kind: text().$type<"export" | "import">().notNull(),
  startedAt: moment("started_at").notNull(),
  /** When the process that runs it last said so. */
  heardAt: moment("heard_at").notNull(),
});
