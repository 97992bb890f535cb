/** Rate limits per hour or day, counted across all API processes. */
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { momentOfInsert } from "./moment.ts";

/** One row per counted action and key; rows older than the longest limit are deleted. */
export const countedActions = pgTable(
  "counted_actions",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    /** The action and its subject, for example `mail to kim@example.com`. */
    key: text().notNull(),
    at: momentOfInsert("at"),
  },
  (t) => [index("counted_actions_key").on(t.key, t.at), index("counted_actions_at").on(t.at)],
);

/**
 * Emails above a rate limit that must be delivered nevertheless: they are combined into one email as soon as the limit
 * allows.
 */
export const heldMails = pgTable(
  "held_mails",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    to: text("receiver").notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    at: momentOfInsert("at"),
  },
  (t) => [index("held_mails_receiver").on(t.to, t.id)],
);
