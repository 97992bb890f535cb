/** Files that are read from a supplier's own system again and again. */
import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { FeedRunOutcome } from "#contract/stock-feeds/schema.ts";
import { moment, momentOfInsert } from "./moment.ts";
import { suppliers } from "./suppliers.ts";

export const stockFeeds = pgTable(
  "stock_feeds",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id),
    /** Whom its imports name; from the same sequence as users. */
    callerId: integer("caller_id").notNull(),
    name: text().notNull(),
    address: text().notNull(),
    userName: text("user_name").notNull().default(""),
    /** Sealed together with the feed's caller: the password, or the private key of `publicKey`. Null without either. */
    password: text(),
    /** As a line for `authorized_keys`; null if the feed signs in with its password. */
    publicKey: text("public_key"),
    /** The fingerprint of the key of an SFTP server; null until it has accepted the sign-in. */
    hostKey: text("host_key"),
    /** Minutes. */
    every: integer().notNull(),
    isPaused: boolean("is_paused").notNull().default(false),
    /** How to read it (`Source` of the product imports); null until its columns are assigned. */
    source: jsonb(),
    /** The titles of the columns that were assigned. */
    titles: jsonb().$type<string[]>().notNull().default([]),
    /** SHA-256 of the file that was imported last, and what its server said of its version. */
    digest: text(),
    etag: text(),
    lastModified: text("last_modified"),
    /** Rows of the file that was applied last. */
    rows: integer(),
    readAt: moment("read_at"),
    /** Null while it is paused. */
    nextReadAt: moment("next_read_at"),
    /** While an API process reads the file: when another one may begin, because this one has not finished. */
    claimedUntil: moment("claimed_until"),
    problem: text().notNull().default(""),
    /** Attempts that have failed since the last success. */
    failures: integer().notNull().default(0),
    createdBy: integer("created_by").notNull(),
    createdAt: momentOfInsert("created_at"),
  },
  (t) => [
    index("stock_feeds_supplier").on(t.supplierId),
    uniqueIndex("stock_feeds_caller").on(t.callerId),
    index("stock_feeds_due").on(t.nextReadAt).where(sql`${t.nextReadAt} is not null`),
  ],
);

/** A file that differed from the one before. */
export const stockFeedRuns = pgTable(
  "stock_feed_runs",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    feedId: integer("feed_id")
      .notNull()
      .references(() => stockFeeds.id, { onDelete: "cascade" }),
    outcome: text().$type<FeedRunOutcome>().notNull(),
    rows: integer().notNull(),
    changed: integer(),
    refused: integer(),
    problem: text().notNull().default(""),
    /** The check, and then the import that applies it. Processes are deleted after a week. */
    processId: uuid("process_id").notNull(),
    startedAt: momentOfInsert("started_at"),
  },
  (t) => [
    index("stock_feed_runs_feed").on(t.feedId, t.id),
    index("stock_feed_runs_process").on(t.processId),
    index("stock_feed_runs_open").on(t.id).where(sql`${t.outcome} in ('checking', 'applying')`),
  ],
);
