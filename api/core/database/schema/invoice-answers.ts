import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { charges } from "./charges.ts";
import { invoiceRows } from "./invoice-rows.ts";
import { users } from "./people.ts";

/** The row waits for an answer. The query must repeat this condition exactly to use the partial index. */
export const isOpenQuery = ({ isLatest, kind }: { isLatest: AnyPgColumn; kind: AnyPgColumn }): SQL =>
  sql`(${isLatest} and ${kind} = 'queried')`;

/**
 * Confirmations, queries and answers on rows and charges of invoices, by the supplier or Finance. Only `isLatest` of a row ever
 * changes.
 */
export const invoiceAnswers = pgTable(
  "invoice_answers",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    invoiceId: integer("invoice_id").notNull(),
    /** The row; null for a charge. */
    lineItemId: integer("line_item_id"),
    /** Null for a row of a line item. */
    chargeId: integer("charge_id").references(() => charges.id),
    kind: text({ enum: ["confirmed", "queried", "answered"] }).notNull(),
    note: text().notNull().default(""),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    /** The latest entry, which gives the status of the invoice row. */
    isLatest: boolean("is_latest").notNull().default(true),
  },
  (t) => [
    foreignKey({
      name: "invoice_answers_row",
      columns: [t.invoiceId, t.lineItemId],
      foreignColumns: [invoiceRows.invoiceId, invoiceRows.lineItemId],
    }),
    check("invoice_answers_about", sql`num_nonnulls(${t.lineItemId}, ${t.chargeId}) = 1`),
    index("invoice_answers_of_row").on(t.invoiceId, t.lineItemId, t.id),
    uniqueIndex("invoice_answers_latest").on(t.invoiceId, t.lineItemId).where(sql`${t.isLatest}`),
    uniqueIndex("invoice_answers_latest_of_charge").on(t.invoiceId, t.chargeId).where(sql`${t.isLatest}`),
    index("invoice_answers_queried").on(t.invoiceId).where(isOpenQuery(t)),
  ],
);
