/** What one caller may ask for within an hour or a day, counted for all API processes together. */
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { momentOfInsert } from "./moment.ts";

/** One row for each action and each key that it counts for; rows older than the longest limit are deleted. */
export const countedActions = pgTable(
  "counted_actions",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    /** What is counted and for whom, for example `mail to kim@example.com`. */
    key: text().notNull(),
    at: momentOfInsert("at"),
  },
  (t) => [index("counted_actions_key").on(t.key, t.at), index("counted_actions_at").on(t.at)],
);

/** Emails above a limit that must arrive all the same: they are sent together, in one email, when the limit allows it. */
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
