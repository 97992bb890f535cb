/** Payment runs to suppliers. Dollars. */
import { boolean, date, index, integer, numeric, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment } from "./moment.ts";
import { users } from "./people.ts";
import { suppliers } from "./suppliers.ts";
import { bytea } from "./system.ts";

const cents = (name: string) => numeric(name, { precision: 16, scale: 2, mode: "number" }).notNull();

/** A payment run is one bank file. It is made, and then either released or cancelled, once. */
export const paymentRuns = pgTable(
  "payment_runs",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    madeAt: moment("made_at").notNull(),
    madeBy: integer("made_by")
      .notNull()
      .references(() => users.id),
    /** The day on which the bank pays. Releasing may set another one. */
    bankDate: date("bank_date", { mode: "string" }).notNull(),
    total: cents("total"),
    /** The bank file, and its SHA-256 in hexadecimal; null until the release. */
    content: bytea(),
    sha256: text(),
    releasedAt: moment("released_at"),
    releasedBy: integer("released_by").references(() => users.id),
    /** Whoever made it released it, because nobody else may release payments. */
    isReleasedAlone: boolean("is_released_alone").notNull().default(false),
    cancelledAt: moment("cancelled_at"),
    cancelledBy: integer("cancelled_by").references(() => users.id),
    cancelReason: text("cancel_reason").notNull().default(""),
  },
  (t) => [index("payment_runs_made").on(t.madeAt, t.id)],
);

/** A supplier's payment in a run and its destination account: one credit in the file, for any number of invoices. */
export const supplierPayments = pgTable(
  "supplier_payments",
  {
    paymentRunId: integer("payment_run_id")
      .notNull()
      .references(() => paymentRuns.id),
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id),
    /** Position in the file, from 1. */
    position: integer().notNull(),
    /** What the bank pays. */
    amount: cents("amount"),
    /** What is kept for the Tax Office, because the supplier quoted no ABN. With the amount it is what the invoices total. */
    withheld: cents("withheld").default(0),
    bsb: text().notNull(),
    accountNumber: text("account_number").notNull(),
    accountName: text("account_name").notNull(),
    reference: text().notNull(),
    /** Time of the last change of these details, if within 24 hours before the run. */
    bankDetailsChangedAt: moment("bank_details_changed_at"),
    /** The email addresses that the remittance advice went to, with commas; empty if none was sent. */
    adviceTo: text("advice_to").notNull().default(""),
    /** The day on which the bank returned the credit; null if it has not. */
    returnedOn: date("returned_on", { mode: "string" }),
    returnReason: text("return_reason").notNull().default(""),
    returnedAt: moment("returned_at"),
    returnedBy: integer("returned_by").references(() => users.id),
    /** The invoices of a returned credit or a cancelled run. They can be paid again, and no longer point to this run. */
    formerInvoices: integer("returned_invoices").array().notNull().default([]),
  },
  (t) => [primaryKey({ columns: [t.paymentRunId, t.supplierId] })],
);
