/** Payments of invoices to suppliers. Dollars. */
import { date, index, integer, numeric, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytea } from "./house.ts";
import { moment } from "./moment.ts";
import { users } from "./people.ts";
import { suppliers } from "./suppliers.ts";

const cents = (name: string) => numeric(name, { precision: 16, scale: 2, mode: "number" }).notNull();

/** Each is one file for the bank, made once. Nothing about it is ever changed. */
export const paymentRuns = pgTable(
  "payment_runs",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    madeAt: moment("made_at").notNull(),
    madeBy: integer("made_by")
      .notNull()
      .references(() => users.id),
    /** When the bank pays. */
    bankDate: date("bank_date", { mode: "string" }).notNull(),
    total: cents("total"),
    /** The file itself, and the SHA-256 of its bytes in hexadecimal. */
    content: bytea().notNull(),
    sha256: text().notNull(),
  },
  (t) => [index("payment_runs_made").on(t.madeAt, t.id)],
);

/** What a supplier gets with a run, and where it went: one credit in the file, for any number of invoices. */
export const supplierPayments = pgTable(
  "supplier_payments",
  {
    paymentRunId: integer("payment_run_id")
      .notNull()
      .references(() => paymentRuns.id),
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id),
    /** In the file, from 1. */
    position: integer().notNull(),
    amount: cents("amount"),
    bsb: text().notNull(),
    accountNumber: text("account_number").notNull(),
    accountName: text("account_name").notNull(),
    reference: text().notNull(),
    /** When these details were changed, where that was in the 24 hours before the run. */
    bankDetailsChangedAt: moment("bank_details_changed_at"),
  },
  (t) => [primaryKey({ columns: [t.paymentRunId, t.supplierId] })],
);
