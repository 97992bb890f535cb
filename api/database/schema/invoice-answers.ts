import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { invoiceRows } from "./invoice-rows.ts";
import { users } from "./people.ts";

/** It waits for an answer. Said the same way everywhere, so that the index has it. */
export const isOpenQuery = ({ isLatest, kind }: { isLatest: AnyPgColumn; kind: AnyPgColumn }): SQL =>
  sql`(${isLatest} and ${kind} = 'queried')`;

/** What was said to a row of an invoice, by its supplier or by Finance. Nothing of it is changed but whether it is the latest. */
export const invoiceAnswers = pgTable(
  "invoice_answers",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    invoiceId: integer("invoice_id").notNull(),
    lineItemId: integer("line_item_id").notNull(),
    kind: text({ enum: ["confirmed", "queried", "answered"] }).notNull(),
    note: text().notNull().default(""),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    /** Nothing was said to the row after it: how the row stands. */
    isLatest: boolean("is_latest").notNull().default(true),
  },
  (t) => [
    foreignKey({
      name: "invoice_answers_row",
      columns: [t.invoiceId, t.lineItemId],
      foreignColumns: [invoiceRows.invoiceId, invoiceRows.lineItemId],
    }),
    index("invoice_answers_of_row").on(t.invoiceId, t.lineItemId, t.id),
    uniqueIndex("invoice_answers_latest").on(t.invoiceId, t.lineItemId).where(sql`${t.isLatest}`),
    index("invoice_answers_queried").on(t.invoiceId).where(isOpenQuery(t)),
  ],
);
