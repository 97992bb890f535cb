/** The suppliers' side of the books. The journal itself is read from documents and payments. */
import { sql } from "drizzle-orm";
import { date, integer, numeric, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { invoices } from "./invoices.ts";
import { moment } from "./moment.ts";
import { users } from "./people.ts";
import { bytea } from "./system.ts";

/** A month that was closed, with all before it. Its row stays when it is reopened. */
export const closings = pgTable(
  "closings",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    /** As `2026-03`. */
    month: text().notNull(),
    closedAt: moment("closed_at").notNull(),
    closedBy: integer("closed_by")
      .notNull()
      .references(() => users.id),
    reopenedAt: moment("reopened_at"),
    reopenedBy: integer("reopened_by").references(() => users.id),
    reopenReason: text("reopen_reason").notNull().default(""),
  },
  (t) => [uniqueIndex("closings_month").on(t.month).where(sql`${t.reopenedAt} is null`)],
);

/** An export of documents for an accounting program, with the bytes that every download returns. */
export const billExports = pgTable("bill_exports", {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  fromDay: date("from_day", { mode: "string" }).notNull(),
  toDay: date("to_day", { mode: "string" }).notNull(),
  documents: integer().notNull(),
  /** Dollars inc GST. */
  total: numeric({ precision: 16, scale: 2, mode: "number" }).notNull(),
  madeAt: moment("made_at").notNull(),
  madeBy: integer("made_by")
    .notNull()
    .references(() => users.id),
  fileName: text("file_name").notNull(),
  content: bytea().notNull(),
  /** SHA-256 in hexadecimal. */
  sha256: text().notNull(),
});

/** A document that an export has. No other export takes it. */
export const exportedBills = pgTable("exported_bills", {
  invoiceId: integer("invoice_id")
    .primaryKey()
    .references(() => invoices.id),
  exportId: integer("export_id")
    .notNull()
    .references(() => billExports.id),
});
