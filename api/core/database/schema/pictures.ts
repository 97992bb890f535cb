/** Pictures of products that are on their way: fetched from addresses, or taken from zip files. */
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { products } from "./catalogue.ts";
import { moment, momentOfInsert } from "./moment.ts";
import { suppliers } from "./suppliers.ts";
import { bytea } from "./system.ts";

/** Pictures that imports have named by their addresses. Those that were fetched stay, so that they are fetched once. */
export const fetchedPictures = pgTable(
  "fetched_pictures",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** 0: of the product itself. */
    variantId: integer("variant_id").notNull().default(0),
    address: text().notNull(),
    host: text().notNull(),
    /** Its place among the pictures of its cell, from 1. */
    position: integer().notNull(),
    /** The row of the file that named it, as Excel counts; null for pictures of zip files. */
    row: integer("row_number"),
    /** The import that named it, and the user or key that started that. */
    processId: uuid("process_id"),
    userId: integer("user_id").notNull(),
    /** Null until it has been fetched. */
    fileId: uuid("file_id"),
    /** Why it could not be fetched; empty while that is being tried. */
    problem: text().notNull().default(""),
    attempts: integer().notNull().default(0),
    /** When it may be tried next. Null if it is not tried any more. */
    nextAttemptAt: moment("next_attempt_at"),
    /** Until when an API process has claimed it for fetching. */
    claimedUntil: moment("claimed_until"),
  },
  (t) => [
    uniqueIndex("fetched_pictures_address").on(t.productId, t.variantId, t.address),
    index("fetched_pictures_due").on(t.host, t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
    index("fetched_pictures_process").on(t.processId),
  ],
);

/** Zip files with pictures of products. */
export const pictureUploads = pgTable(
  "picture_uploads",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: integer("user_id").notNull(),
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id),
    fileName: text("file_name").notNull(),
    createdAt: momentOfInsert("created_at"),
    /** Pictures that were sent before. */
    known: integer().notNull().default(0),
    leftOut: integer("left_out").notNull().default(0),
    /** The first files that were left out, and why. */
    problems: jsonb().$type<{ name: string; why: string }[]>().notNull().default([]),
  },
  (t) => [index("picture_uploads_user").on(t.userId, t.createdAt)],
);

/** The pictures of zip files, as they were sent, until they are stored as files. */
export const sentPictures = pgTable("sent_pictures", {
  id: integer()
    .primaryKey()
    .references(() => fetchedPictures.id, { onDelete: "cascade" }),
  uploadId: uuid("upload_id")
    .notNull()
    .references(() => pictureUploads.id, { onDelete: "cascade" }),
  content: bytea().notNull(),
});
