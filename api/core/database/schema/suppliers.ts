import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { InvoiceFiles } from "#contract/suppliers/invoice-files.ts";
import type { OrderEmails } from "#contract/suppliers/order-emails.ts";
import { moment, momentOfInsert } from "./moment.ts";

/** Every distinct address that was ever entered. Rows are never edited, because several records may refer to them. */
export const addresses = pgTable(
  "addresses",
  {
    id: uuid().primaryKey().defaultRandom(),
    unitNumber: text("unit_number").notNull().default(""),
    streetAddress: text("street_address").notNull(),
    streetAddress2: text("street_address_2").notNull().default(""),
    city: text().notNull(),
    state: text().notNull().default(""),
    postCode: text("post_code").notNull(),
    countryCode: text("country_code").notNull(),
    /** Digest of the seven fields, so that one statement finds or creates the address. */
    digest: text().notNull(),
  },
  (t) => [uniqueIndex("addresses_digest").on(t.digest)],
);

export const suppliers = pgTable(
  "suppliers",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    name: text().notNull(),
    legalName: text("legal_name").notNull().default(""),
    logoId: uuid("logo_id"),
    /** Sanitised HTML. */
    description: text().notNull().default(""),
    orderContactEmails: text("order_contact_emails").notNull().default(""),
    /** When the contacts for orders are emailed about new ones. */
    orderEmails: text("order_emails").$type<OrderEmails>().notNull().default("atOnce"),
    notes: text().notNull().default(""),
    businessPhoneNumber: text("business_phone_number").notNull().default(""),
    /** Working days; null for `defaultHandlingDays`. */
    handlingDays: integer("handling_days"),
    /** Digits only, or empty. */
    abn: text().notNull().default(""),
    /** Null until somebody has checked it; reset when the ABN changes. */
    gstRegistered: boolean("gst_registered"),
    /** The first day of the registration, if known. */
    gstRegisteredFrom: date("gst_registered_from", { mode: "string" }),
    /** The last day of the registration, if it has ended or will end. */
    gstRegisteredUntil: date("gst_registered_until", { mode: "string" }),
    /** Why nothing is withheld without an ABN; empty if something is. */
    noAbnReason: text("no_abn_reason").notNull().default(""),
    gstCheckedAt: moment("gst_checked_at"),
    gstCheckedBy: integer("gst_checked_by"),
    bsb: text().notNull().default(""),
    accountName: text("account_name").notNull().default(""),
    accountNumber: text("account_number").notNull().default(""),
    /** Time and author of the last change of BSB, account name or account number. */
    bankDetailsChangedAt: moment("bank_details_changed_at"),
    bankDetailsChangedBy: integer("bank_details_changed_by"),
    /** Null until a second person has verified the current details; nothing is paid before that. */
    bankDetailsVerifiedAt: moment("bank_details_verified_at"),
    bankDetailsVerifiedBy: integer("bank_details_verified_by"),
    billingContactEmails: text("billing_contact_emails").notNull().default(""),
    /** What is attached to the emails with its documents. */
    invoiceFiles: text("invoice_files").$type<InvoiceFiles>().notNull().default("pdf"),
    billingAddressId: uuid("billing_address_id").references(() => addresses.id),
    /** The key of the supplier's carrier, Shippit, encrypted (`api/core/secrets/carrier-keys.ts`); null if there is none. */
    carrierKeySealed: text("carrier_key_sealed"),
    /** The last four characters of the key; null if there is no key or it is too short to show any of it. */
    carrierKeyEnding: text("carrier_key_ending"),
    /** Null if the key is from a version that did not record it. */
    carrierKeySetAt: moment("carrier_key_set_at"),
    carrierKeySetBy: integer("carrier_key_set_by"),
    /** Keys that earlier versions stored unencrypted. The API encrypts and clears them when it starts. */
    unsealedCarrierKey: text("shippit_api_key"),
    createdAt: momentOfInsert("created_at"),
  },
  (t) => [index("suppliers_name").on(sql`lower(${t.name}) collate "C"`, t.id)],
);

export const marketplaces = pgTable(
  "marketplaces",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    name: text().notNull(),
    legalName: text("legal_name").notNull(),
    abn: text().notNull(),
    /** Begins the numbers of orders that are entered here without one; empty for the common prefix. */
    orderNumberPrefix: text("order_number_prefix").notNull().default(""),
    /** The marketplace's terms for suppliers beyond the common ones: one clause per line. */
    terms: text().notNull().default(""),
    logoId: uuid("logo_id"),
    businessAddressId: uuid("business_address_id").references(() => addresses.id),
    isDisabled: boolean("is_disabled").notNull().default(false),
    /** Whether businesses can apply to sell there. */
    takesApplications: boolean("takes_applications").notNull().default(true),
    /**
     * The first day, in the operator's time zone, whose orders it sells as agent of its suppliers. Null where it buys
     * from them. It is never moved across orders.
     */
    agentFrom: date("agent_from", { mode: "string" }),
    /** Where listings are posted; null for the built-in channel. */
    webhookUrl: text("webhook_url"),
    /** Sealed together with the marketplace's id. */
    webhookSecret: text("webhook_secret"),
    webhookSecretSetAt: moment("webhook_secret_set_at"),
    webhookSecretSetBy: integer("webhook_secret_set_by"),
    /** The secret of the product feed's address is derived from it; null while the feed is off. */
    feedNonce: uuid("feed_nonce"),
    /** Address of a product in the shop, with `{sku}` or `{id}`; empty if unknown. */
    feedProductLink: text("feed_product_link").notNull().default(""),
  },
  (t) => [
    uniqueIndex("marketplaces_order_number_prefix").on(t.orderNumberPrefix).where(sql`${t.orderNumberPrefix} <> ''`),
  ],
);

/** A supplier's agreement with a marketplace. */
export const supplierMarketplaces = pgTable(
  "supplier_marketplaces",
  {
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id, { onDelete: "cascade" }),
    marketplaceId: integer("marketplace_id")
      .notNull()
      .references(() => marketplaces.id),
    /** `SupplierMarketplaceStatus`. */
    status: integer().notNull(),
    /** As a fraction. */
    commissionRate: numeric("commission_rate", { precision: 6, scale: 4, mode: "number" }).notNull(),
    /** Dollars ex GST per click. */
    referralCostPerClick: numeric("referral_cost_per_click", { precision: 12, scale: 4, mode: "number" }),
    agreedAt: moment("agreed_at"),
    agreedBy: integer("agreed_by"),
    agreementFileId: uuid("agreement_file_id"),
  },
  (t) => [primaryKey({ columns: [t.supplierId, t.marketplaceId] })],
);

/** The statements of each version of an agreement's document, so that a later version can list the differences. */
export const agreementDocuments = pgTable("agreement_documents", {
  fileId: uuid("file_id").primaryKey(),
  supplierId: integer("supplier_id")
    .notNull()
    .references(() => suppliers.id, { onDelete: "cascade" }),
  /** Texts by subject, as `agreementStatements` returns them. */
  statements: jsonb().$type<Record<string, string>>().notNull(),
});
