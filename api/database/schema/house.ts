/** Tables that belong to no area. */
import { customType, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * Every command that took effect: what was asked, by whom, when, and what was answered. It is the memory that makes a
 * repeated command harmless, and the record of who did what.
 */
export const commands = pgTable(
  "commands",
  {
    id: uuid().primaryKey(),
    operation: text().notNull(),
    userId: integer("user_id").notNull(),
    input: jsonb().notNull(),
    /** Null while the command runs, in its own transaction. */
    answer: jsonb(),
    at: moment("at").notNull().defaultNow(),
  },
  (t) => [index("commands_at").on(t.at), index("commands_user").on(t.userId, t.at)],
);

export const files = pgTable("files", {
  id: uuid().primaryKey().defaultRandom(),
  /** `FileLocation`. */
  location: integer().notNull(),
  name: text().notNull(),
  contentType: text("content_type").notNull(),
  size: integer().notNull(),
  /** Images: pixels. */
  width: integer(),
  height: integer(),
  /** The supplier whose readers may see it, for files that are not public. */
  supplierId: integer("supplier_id"),
  createdBy: integer("created_by"),
  createdAt: moment("created_at").notNull().defaultNow(),
  content: bytea().notNull(),
});

/** Keys and other things that one process makes and all share. */
export const secrets = pgTable("secrets", {
  name: text().primaryKey(),
  value: jsonb().notNull(),
});

/** What the built-in OpenID provider remembers: sessions, grants, codes, tokens. */
export const identityPayloads = pgTable(
  "identity_payloads",
  {
    model: text().notNull(),
    id: text().notNull(),
    payload: jsonb().notNull(),
    grantId: text("grant_id"),
    userCode: text("user_code"),
    uid: text(),
    accountId: text("account_id"),
    consumedAt: moment("consumed_at"),
    expiresAt: moment("expires_at"),
  },
  (t) => [
    primaryKey({ columns: [t.model, t.id] }),
    index("identity_payloads_grant").on(t.grantId),
    index("identity_payloads_uid").on(t.uid),
    index("identity_payloads_account").on(t.accountId),
    index("identity_payloads_expires").on(t.expiresAt),
  ],
);

/** Failed sign-ins of the last while, by the name that was typed, so that lock-out is the same in all processes. */
export const failedSignIns = pgTable(
  "failed_sign_ins",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userName: text("user_name").notNull(),
    at: moment("at").notNull().defaultNow(),
  },
  (t) => [index("failed_sign_ins_name").on(t.userName, t.at)],
);
