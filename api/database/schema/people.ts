import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, momentOfInsert } from "./moment.ts";
import { suppliers } from "./suppliers.ts";

/** Everyone who may sign in. `email` is the user name, unique without regard to case. */
export const users = pgTable(
  "users",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    email: text().notNull(),
    givenName: text("given_name").notNull(),
    surname: text().notNull(),
    /** scrypt; null until the person has set one. */
    passwordHash: text("password_hash"),
    isActive: boolean("is_active").notNull().default(true),
    roles: text().array().notNull().default(sql`'{}'`),
    createdAt: momentOfInsert("created_at"),
    /** By the built-in sign-in; null for people who have never signed in with it. */
    lastSignedInAt: moment("last_signed_in_at"),
  },
  (t) => [uniqueIndex("users_email").on(sql`lower(${t.email})`)],
);

/** Staff of suppliers, with a sum of the bits of `SupplierPermission`. */
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

/** People who were invited to a supplier's staff and have not accepted yet. */
export const supplierInvitations = pgTable(
  "supplier_invitations",
  {
    /** From the sequence of users: it stands for the person, and becomes their id where they have no account yet. */
    id: integer().primaryKey(),
    supplierId: integer("supplier_id")
      .notNull()
      .references(() => suppliers.id, { onDelete: "cascade" }),
    email: text().notNull(),
    permissions: integer().notNull(),
    /** Of the link in the mail. */
    tokenDigest: text("token_digest").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [
    uniqueIndex("supplier_invitations_email").on(t.supplierId, sql`lower(${t.email})`),
    uniqueIndex("supplier_invitations_token").on(t.tokenDigest),
  ],
);

/** Links in mails that lead to a page where a password is chosen. */
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

/** Letters for a new password that were sent on request, in the last hour: there is a limit for each person. */
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
