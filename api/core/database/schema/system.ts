/** Infrastructure tables. */
import { sql } from "drizzle-orm";
import { customType, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment, momentOfInsert } from "./moment.ts";

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * Every command that took effect: its content, its sender, its time and its answer. Makes repeated commands harmless,
 * and serves as the record of what each user did.
 */
export const commands = pgTable(
  "commands",
  {
    id: uuid().primaryKey(),
    operation: text().notNull(),
    userId: integer("user_id").notNull(),
    input: jsonb().notNull(),
    /** Null while the command is running in its transaction. */
    answer: jsonb(),
    at: momentOfInsert("at"),
  },
  (t) => [
    index("commands_user").on(t.userId, t.at),
    // To erase what was typed for an address.
    index("commands_address").on(sql`(${t.answer} #>> '{}')`).where(sql`operation = 'locations.findOrCreateAddress'`),
  ],
);

export const files = pgTable("files", {
  id: uuid().primaryKey().defaultRandom(),
  /** `FileLocation`. */
  location: integer().notNull(),
  name: text().notNull(),
  contentType: text("content_type").notNull(),
  size: integer().notNull(),
  /** Images only; pixels. */
  width: integer(),
  height: integer(),
  /** For files that are not public: the supplier whose staff may read it. */
  supplierId: integer("supplier_id"),
  createdBy: integer("created_by"),
  createdAt: momentOfInsert("created_at"),
  content: bytea().notNull(),
});

/** Keys and other secrets that one process creates and all processes share. */
export const secrets = pgTable("secrets", {
  name: text().primaryKey(),
  value: jsonb().notNull(),
});

/** State of the built-in OpenID provider: sessions, grants, codes, tokens. */
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

/**
 * Sessions of an external identity provider that were signed out here: digests of the access token and of the back
 * office's session key. Stored until the longest session would have ended.
 */
export const endedSessions = pgTable(
  "ended_sessions",
  { id: text().primaryKey(), expiresAt: moment("expires_at").notNull() },
  (t) => [index("ended_sessions_expires").on(t.expiresAt)],
);

/** Recent failed sign-ins, by the entered user name and the browser, shared by all processes. */
export const failedSignIns = pgTable(
  "failed_sign_ins",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userName: text("user_name").notNull(),
    /** Id of a browser that has signed in to this account before; empty for all other browsers together. */
    browser: text().notNull().default(""),
    at: momentOfInsert("at"),
  },
  (t) => [index("failed_sign_ins_name").on(t.userName, t.browser, t.at)],
);

/** Sign-ins that are refused for a while after too many failures. A lock never ends a running session. */
export const signInLocks = pgTable(
  "sign_in_locks",
  {
    userName: text("user_name").notNull(),
    /** As in `failed_sign_ins`. */
    browser: text().notNull().default(""),
    /** Number of locks in a row; each lasts twice as long as the one before. */
    count: integer().notNull(),
    until: moment("until").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userName, t.browser] })],
);

/** One-time corrections of stored data that have run, at the first start after an update. */
export const upgrades = pgTable("upgrades", {
  name: text().primaryKey(),
  doneAt: momentOfInsert("done_at"),
});

/** What an update leaves to be done in steps in the background. The row is deleted when nothing is left. */
export const unfinishedUpgrades = pgTable("unfinished_upgrades", {
  name: text().primaryKey(),
  /** The greatest id that is left; the steps go from the newest rows to the oldest. */
  upTo: integer("up_to").notNull(),
});
