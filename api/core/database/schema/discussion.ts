/** Messages about records, and notifications of people. */
import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Discussed } from "#contract/discussion/schema.ts";
import type { MailMode, NotificationKind } from "#contract/notifications/schema.ts";
import { moment, momentOfInsert } from "./moment.ts";
import { users } from "./people.ts";

export const messages = pgTable(
  "messages",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    /** The kind of record, and its id. These records are never deleted. */
    about: text().$type<Discussed>().notNull(),
    recordId: integer("record_id").notNull(),
    text: text().notNull(),
    /** For the operator's staff alone. */
    isInternal: boolean("is_internal").notNull(),
    authorId: integer("author_id")
      .notNull()
      .references(() => users.id),
    writtenAt: momentOfInsert("written_at"),
  },
  (t) => [index("messages_record").on(t.about, t.recordId, t.id)],
);

export const notifications = pgTable(
  "notifications",
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text().$type<NotificationKind>().notNull(),
    title: text().notNull(),
    /** Path in the back office. */
    path: text().notNull(),
    /** Later events of the same topic are added to an unread notification. Null for events that stay on their own. */
    topic: text(),
    /** Number of events. */
    count: integer().notNull().default(1),
    messageId: integer("message_id").references(() => messages.id, { onDelete: "cascade" }),
    createdAt: momentOfInsert("created_at"),
    latestAt: momentOfInsert("latest_at"),
    readAt: moment("read_at"),
    /** It goes into the next daily email, unless it is read before. */
    isForDigest: boolean("is_for_digest").notNull(),
  },
  (t) => [
    index("notifications_user").on(t.userId, t.id),
    index("notifications_unread").on(t.userId).where(sql`${t.readAt} is null`),
    uniqueIndex("notifications_topic")
      .on(t.userId, t.kind, t.topic)
      .where(sql`${t.readAt} is null and ${t.topic} is not null`),
    index("notifications_digest").on(t.createdAt).where(sql`${t.isForDigest}`),
    index("notifications_latest").on(t.latestAt),
    index("notifications_message").on(t.messageId).where(sql`${t.messageId} is not null`),
  ],
);

/** When somebody is sent emails about notifications; without a row the defaults hold. */
export const notificationSettings = pgTable("notification_settings", {
  userId: integer("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Only the modes that differ from the defaults. */
  modes: jsonb().$type<Partial<Record<NotificationKind, MailMode>>>().notNull().default({}),
  /** In the links of emails: whoever has it can stop them. */
  unsubscribeKey: text("unsubscribe_key").notNull().unique(),
});
