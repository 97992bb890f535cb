import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, momentOfInsert } from "./moment.ts";
import { suppliers } from "./suppliers.ts";

/** All users who may sign in. `email` is the user name, unique case-insensitively. */
export const users = pgTable(
  "users",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    email: text().notNull(),
    givenName: text("given_name").notNull(),
    surname: text().notNull(),
    /** scrypt; null until the user has chosen a password. */
    passwordHash: text("password_hash"),
    isActive: boolean("is_active").notNull().default(true),
    roles: text().array().notNull().default(sql`'{}'`),
    createdAt: momentOfInsert("created_at"),
    /** Last sign-in with the built-in identity provider; null if there was none. */
    lastSignedInAt: moment("last_signed_in_at"),
  },
  (t) => [uniqueIndex("users_email").on(sql`lower(${t.email})`)],
);

/** Supplier staff, with the sum of their `SupplierPermission` bits. */
export const supplierUsers = pgTable(
  "supplier_users",
  {
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    permissions: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.supplierId, t.userId] }), index("supplier_users_user").on(t.userId)],
);

/** Pending invitations to a supplier's staff. */
export const supplierInvitations = pgTable(
  "supplier_invitations",
  {
    /**
     * From the sequence of user ids: it identifies the invited person, and becomes the user id if there is no account
     * yet.
     */
    id: integer().primaryKey(),
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id, { onDelete: "cascade" }),
    email: text().notNull(),
    permissions: integer().notNull(),
    /** Digest of the token in the emailed link. */
    tokenDigest: text("token_digest").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [
    uniqueIndex("supplier_invitations_email").on(t.supplierId, sql`lower(${t.email})`),
    uniqueIndex("supplier_invitations_token").on(t.tokenDigest),
  ],
);

/** Emailed links to the page where a password is chosen. */
export const passwordLinks = pgTable(
  "password_links",
  {
    tokenDigest: text("token_digest").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [index("password_links_user").on(t.userId)],
);

/** Emails for a new password that were requested within the last hour, for the rate limit per user. */
export const passwordMails = pgTable(
  "password_mails",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    at: momentOfInsert("at"),
  },
  (t) => [index("password_mails_user").on(t.userId, t.at)],
);

/** Addresses, printed on the server, at which somebody becomes an administrator. They work once. */
export const administratorLinks = pgTable("administrator_links", {
  tokenDigest: text("token_digest").primaryKey(),
  /** The email address of the invited person; null for the first administrator, who enters one. */
  email: text(),
  expiresAt: moment("expires_at").notNull(),
});
