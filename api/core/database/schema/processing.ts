/** Background processes and their rows. */
import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment, momentOfInsert } from "./moment.ts";
import { bytea } from "./system.ts";

export const processes = pgTable(
  "processes",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** One of the known kinds of processes. */
    kind: text().notNull(),
    /** The user who started it. It runs with their permissions, and only they see it. */
    askedBy: integer("asked_by").notNull(),
    input: jsonb().notNull(),
    /** `ProcessingStatus`. */
    status: integer().notNull().default(0),
    /** Number of rows, null until the file has been read, and number of processed rows. */
    total: integer(),
    done: integer().notNull().default(0),
    /** Consecutive failures at the same row. */
    failures: integer().notNull().default(0),
    /** The party that shares the API processes with others: a supplier, or a user who acts for none, see `partyOf`. */
    party: text().notNull().default(""),
    /** When a run last began to work on it. */
    turnAt: moment("turn_at"),
    /** The `jobRuns.id` that runs the process, until another run takes it over. */
    runId: uuid("run_id"),
    /** An import of a file: until it is finished, the user cannot start another import or export. */
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

/** The file that a process has to read; deleted afterwards. */
export const processFiles = pgTable("process_files", {
  processId: uuid("process_id")
    .primaryKey()
    .references(() => processes.id, { onDelete: "cascade" }),
  content: bytea().notNull(),
});

/** The rows that a process works through. Deleted when it is finished, except for those that its kind keeps. */
export const processRows = pgTable(
  "process_rows",
  {
    processId: uuid("process_id")
      .notNull()
      .references(() => processes.id, { onDelete: "cascade" }),
    /** From 1. */
    position: integer().notNull(),
    row: jsonb().notNull(),
    /** False if the row could not be done; null until it has been processed. */
    isDone: boolean("is_done"),
    /** The result, for kinds that return one. */
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
    /** From 1, in chronological order. */
    id: integer().notNull(),
    /** `ProcessingMessageType`. */
    type: integer().notNull(),
    text: text().notNull(),
    /** The product that the text begins with, by id and name. It may have been deleted since. */
    product: jsonb().$type<{ id: number; name: string }>(),
  },
  (t) => [primaryKey({ columns: [t.processId, t.id] })],
);

/** A job that an API process is running. */
export const jobRuns = pgTable(
  "job_runs",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Id in the tables of the job queue. */
    jobId: uuid("job_id").notNull(),
    /** Last heartbeat of the API process. */
    heardAt: momentOfInsert("heard_at"),
  },
  (t) => [index("job_runs_job").on(t.jobId)],
);

/** The running export or import of a user. */
export const transfers = pgTable("transfers", {
  userId: integer("user_id").primaryKey(),
  /** Identifies this transfer: it may be considered dead and be replaced by another one. */
  id: uuid().notNull(),
  kind: text().$type<"export" | "import">().notNull(),
  startedAt: moment("started_at").notNull(),
  /** Last heartbeat of the API process that runs it. */
  heardAt: moment("heard_at").notNull(),
});

/** Tables that were not exported from here, until their columns are assigned. Deleted after a week. */
export const sourceFiles = pgTable(
  "source_files",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Only this user sees it. */
    userId: integer("user_id").notNull(),
    fileName: text("file_name").notNull(),
    content: bytea().notNull(),
    /** One of `sourceFormats`, or null. */
    format: text(),
    headRow: integer("head_row").notNull(),
    /** Rows below the header row. */
    rows: integer().notNull(),
    titles: jsonb().$type<string[]>().notNull(),
    /** The texts of the first rows, by column. */
    examples: jsonb().$type<string[][]>().notNull(),
    createdAt: momentOfInsert("created_at"),
  },
  (t) => [index("source_files_user").on(t.userId, t.createdAt)],
);

/** The assignments of the columns of a supplier's files. */
export const sourceAssignments = pgTable(
  "source_assignments",
  {
    /** 0: the files have a column with the supplier. */
    supplierId: integer("supplier_id").notNull(),
    /** A digest of the titles. */
    signature: text().notNull(),
    /** Fields by the numbers of their columns. */
    columns: jsonb().$type<{ Column: number; Field: string }[]>().notNull(),
    productTypeId: integer("product_type_id"),
    pricesIncludeGst: boolean("prices_include_gst").notNull(),
    makesUnknown: boolean("makes_unknown").notNull(),
    /** How new products are shipped. */
    shipping: jsonb()
      .$type<{ method: number | null; domesticFlatRate: number | null; ruleId: number | null; notes: string }>()
      .notNull(),
    usedAt: moment("used_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.supplierId, t.signature] }), index("source_assignments_signature").on(t.signature)],
);
