/** Charges and credits to suppliers that belong to no order. Dollars. */
import { sql } from "drizzle-orm";
import { type AnyPgColumn, date, index, integer, numeric, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ChargeKind } from "#contract/rules/charge.ts";
import type { TaxClass } from "#contract/rules/tax-class.ts";
import { invoices } from "./invoices.ts";
import { moment } from "./moment.ts";
import { marketplaces, suppliers } from "./suppliers.ts";

const cents = (name: string) => numeric(name, { precision: 16, scale: 2, mode: "number" }).notNull();

const charged = () => ({
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  supplierId: integer("supplier_id")
    .notNull()
    .references(() => suppliers.id),
  marketplaceId: integer("marketplace_id")
    .notNull()
    .references(() => marketplaces.id),
  kind: text().$type<ChargeKind>().notNull(),
  description: text().notNull(),
  taxClass: text("tax_class").$type<TaxClass>().notNull(),
  /** What the supplier pays; negative for a credit. */
  exTax: cents("ex_tax"),
  tax: cents("tax"),
  enteredAt: moment("entered_at").notNull(),
  /** A user or a key. */
  enteredBy: integer("entered_by").notNull(),
});

/** Charges that are entered again every month by themselves. */
export const monthlyCharges = pgTable(
  "monthly_charges",
  {
    ...charged(),
    /** The first day, whose day of the month is that of all: at most the 28th. */
    firstDay: date("first_day", { mode: "string" }).notNull(),
    /** Null without an end. */
    lastDay: date("last_day", { mode: "string" }),
    /** The day that is entered next; null after the last one. */
    nextDay: date("next_day", { mode: "string" }),
    endedAt: moment("ended_at"),
    endedBy: integer("ended_by"),
  },
  (t) => [
    index("monthly_charges_supplier").on(t.supplierId, t.id),
    index("monthly_charges_next").on(t.nextDay).where(sql`${t.nextDay} is not null`),
  ],
);

/** The next document of the supplier and marketplace takes a charge. After that is issued, nothing of it changes. */
export const charges = pgTable(
  "charges",
  {
    ...charged(),
    /** The day to which it belongs. */
    day: date({ mode: "string" }).notNull(),
    /** The number that another system has for it, once for each supplier; empty without one. */
    reference: text().notNull().default(""),
    monthlyChargeId: integer("monthly_charge_id").references((): AnyPgColumn => monthlyCharges.id),
    /** The document that has it; null until then. */
    invoiceId: integer("invoice_id").references(() => invoices.id),
    withdrawnAt: moment("withdrawn_at"),
    withdrawnBy: integer("withdrawn_by"),
    withdrawalReason: text("withdrawal_reason").notNull().default(""),
  },
  (t) => [
    index("charges_supplier").on(t.supplierId, t.day, t.id),
    index("charges_day").on(t.day, t.id),
    index("charges_invoice").on(t.invoiceId).where(sql`${t.invoiceId} is not null`),
    index("charges_waiting")
      .on(t.supplierId, t.marketplaceId)
      .where(sql`${t.invoiceId} is null and ${t.withdrawnAt} is null`),
    uniqueIndex("charges_reference")
      .on(t.supplierId, sql`lower(${t.reference})`)
      .where(sql`${t.reference} <> '' and ${t.withdrawnAt} is null`),
    uniqueIndex("charges_monthly").on(t.monthlyChargeId, t.day).where(sql`${t.monthlyChargeId} is not null`),
  ],
);
