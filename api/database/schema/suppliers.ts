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
import { moment, momentOfInsert } from "./moment.ts";

/** One row for each address that was ever given; never edited, because several records may point to it. */
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
    /** A digest of the seven parts, so that finding and creating is one statement. */
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
    /** Cleaned HTML. */
    description: text().notNull().default(""),
    orderContactEmails: text("order_contact_emails").notNull().default(""),
    notes: text().notNull().default(""),
    businessPhoneNumber: text("business_phone_number").notNull().default(""),
    /** Digits only, or empty. */
    abn: text().notNull().default(""),
    /** Null while nobody has checked it, and again when the ABN changes. */
    gstRegistered: boolean("gst_registered"),
    /** The first day of the registration, where it is known. */
    gstRegisteredFrom: date("gst_registered_from", { mode: "string" }),
    gstCheckedAt: moment("gst_checked_at"),
    gstCheckedBy: integer("gst_checked_by"),
    bsb: text().notNull().default(""),
    accountName: text("account_name").notNull().default(""),
    accountNumber: text("account_number").notNull().default(""),
    /** Of BSB, account name and account number, when and by whom. */
    bankDetailsChangedAt: moment("bank_details_changed_at"),
    bankDetailsChangedBy: integer("bank_details_changed_by"),
    /** Null until somebody else has compared them, as they are now: until then nothing is paid to them. */
    bankDetailsVerifiedAt: moment("bank_details_verified_at"),
    bankDetailsVerifiedBy: integer("bank_details_verified_by"),
    billingContactEmails: text("billing_contact_emails").notNull().default(""),
    billingAddressId: uuid("billing_address_id").references(() => addresses.id),
    shippitApiKey: text("shippit_api_key"),
    createdAt: momentOfInsert("created_at"),
  },
  (t) => [index("suppliers_name").on(sql`lower(${t.name}) collate "C"`, t.id)],
);

export const marketplaces = pgTable("marketplaces", {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  name: text().notNull(),
  legalName: text("legal_name").notNull(),
  abn: text().notNull(),
  /** What this marketplace asks of its suppliers beside the common terms: one clause in each line. */
  terms: text().notNull().default(""),
  logoId: uuid("logo_id"),
  businessAddressId: uuid("business_address_id").references(() => addresses.id),
});

/** The agreement of a supplier with a marketplace. */
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
    /** A fraction. */
    commissionRate: numeric("commission_rate", { precision: 6, scale: 4, mode: "number" }).notNull(),
    /** Dollars ex GST for a click. */
    referralCostPerClick: numeric("referral_cost_per_click", { precision: 12, scale: 4, mode: "number" }),
    agreedAt: moment("agreed_at"),
    agreedBy: integer("agreed_by"),
    agreementFileId: uuid("agreement_file_id"),
  },
  (t) => [primaryKey({ columns: [t.supplierId, t.marketplaceId] })],
);

/** What each document of an agreement states, so that a later version can say what differs. */
export const agreementDocuments = pgTable("agreement_documents", {
  fileId: uuid("file_id").primaryKey(),
  supplierId: integer("supplier_id")
    .notNull()
    .references(() => suppliers.id, { onDelete: "cascade" }),
  /** Texts by subject, as `agreementStatements` returns them. */
  statements: jsonb().$type<Record<string, string>>().notNull(),
});
