/** Invoices to suppliers. Dollars; amounts ex GST and their tax are pairs. */
import { sql } from "drizzle-orm";
import { boolean, date, index, integer, numeric, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { DocumentKind } from "#contract/rules/invoice.ts";
import { moment } from "./moment.ts";
import { paymentRuns } from "./payment-runs.ts";
import { users } from "./people.ts";
import { addresses, marketplaces, suppliers } from "./suppliers.ts";

/** The amounts that make up what a supplier is paid. */
export const invoicedAmounts = () => {
  const cents = (name: string) => numeric(name, { precision: 16, scale: 2, mode: "number" }).notNull().default(0);
  return {
    purchaseExTax: cents("purchase_ex_tax"),
    purchaseTax: cents("purchase_tax"),
    commissionExTax: cents("commission_ex_tax"),
    commissionTax: cents("commission_tax"),
    shippingExTax: cents("shipping_ex_tax"),
    shippingTax: cents("shipping_tax"),
  };
};

export const invoices = pgTable(
  "invoices",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id),
    marketplaceId: integer("marketplace_id")
      .notNull()
      .references(() => marketplaces.id),
    invoicedAt: moment("invoiced_at").notNull(),
    /** An adjustment note, which changes the amounts of earlier documents of the same kind. */
    isAdjustment: boolean("is_adjustment").notNull().default(false),
    /** `DocumentKind`. Of a draft: when it was last generated; what it is now follows from the facts of now. */
    documentKind: text("document_kind").$type<DocumentKind>().notNull().default("taxInvoice"),
    /** Copies of both parties' details at the time of creation, because a tax invoice must not change with them. */
    supplierLegalName: text("supplier_legal_name").notNull().default(""),
    supplierAbn: text("supplier_abn").notNull().default(""),
    supplierAddressId: uuid("supplier_address_id").references(() => addresses.id),
    supplierBsb: text("supplier_bsb").notNull().default(""),
    supplierAccountNumber: text("supplier_account_number").notNull().default(""),
    supplierAccountName: text("supplier_account_name").notNull().default(""),
    marketplaceLegalName: text("marketplace_legal_name").notNull().default(""),
    marketplaceAbn: text("marketplace_abn").notNull().default(""),
    marketplaceAddressId: uuid("marketplace_address_id").references(() => addresses.id),
    /** Totals of the rows. */
    ...invoicedAmounts(),
    /** Total of the charges in it, which the supplier pays; negative for credits. */
    chargesExTax: numeric("charges_ex_tax", { precision: 16, scale: 2, mode: "number" }).notNull().default(0),
    chargesTax: numeric("charges_tax", { precision: 16, scale: 2, mode: "number" }).notNull().default(0),
    /**
     * When the supplier was notified, which is the date of issue. Before that it is a draft, which the supplier does
     * not see; after that its amounts never change.
     */
    notifiedAt: moment("notified_at"),
    notifiedBy: integer("notified_by").references(() => users.id),
    /** Whether the supplier was registered for GST on the day of every order in it; null if unknown. */
    supplierGstRegistered: boolean("supplier_gst_registered"),
    /** Whether the supplier and the marketplace had an active agreement at the date of issue. */
    hasAgreement: boolean("has_agreement").notNull().default(false),
    /** A void draft is empty. The number stays taken. */
    voidedAt: moment("voided_at"),
    voidedBy: integer("voided_by").references(() => users.id),
    expectedPaymentDate: date("expected_payment_date", { mode: "string" }),
    /** Since when Finance holds its payment, and why, which the supplier sees; null if it does not. */
    heldAt: moment("held_at"),
    heldBy: integer("held_by").references(() => users.id),
    holdReason: text("hold_reason").notNull().default(""),
    /** The payment run that paid it; null until then. */
    paymentRunId: integer("payment_run_id").references(() => paymentRuns.id),
  },
  (t) => [
    index("invoices_invoiced").on(t.invoicedAt, t.id),
    index("invoices_supplier").on(t.supplierId, t.marketplaceId, t.id),
    index("invoices_marketplace").on(t.marketplaceId, t.invoicedAt, t.id),
    index("invoices_unpaid")
      .on(t.supplierId, t.id)
      .where(sql`${t.notifiedAt} is not null and ${t.paymentRunId} is null`),
    index("invoices_payment_run").on(t.paymentRunId, t.supplierId).where(sql`${t.paymentRunId} is not null`),
  ],
);

/** The emails with an invoice: one per billing contact. */
export const invoiceEmails = pgTable(
  "invoice_letters",
  {
    id: uuid().primaryKey().defaultRandom(),
    invoiceId: integer("invoice_id")
      .notNull()
      .references(() => invoices.id),
    address: text().notNull(),
    /** Null until sent. Sending is retried for hours before it counts as failed. */
    sentAt: moment("sent_at"),
    failedAt: moment("failed_at"),
  },
  (t) => [uniqueIndex("invoice_letters_address").on(t.invoiceId, t.address)],
);
