/** Notifies people: in the back office, and by email when they have chosen so. */
import { randomBytes } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { notificationSettings, notifications, users } from "#api/core/database/schema/index.ts";
import { type Written, withUnsubscribing, written } from "#api/core/mail/emails.ts";
import { type Sender, sendOrHold } from "#api/core/mail/limited.ts";
import type { Context } from "#api/core/operations/context.ts";
import { defaultMailModes, type MailMode, type NotificationKind } from "#contract/notifications/schema.ts";
import { at } from "#contract/rules/at.ts";

interface News {
  kind: NotificationKind;
  /** One line. */
  title: string;
  /** Path in the back office. */
  path: string;
  /** Unread notifications about the same topic become one. */
  topic?: string;
  messageId?: number;
  /** The email in place of the usual one; it is sent each time, also where notifications become one. */
  email?: Written;
}

export type Notifying = Pick<Context, "db" | "jobs" | "config">;

const longestTitle = 200;

/**
 * Runs in the transaction of what happened, so that nobody is notified of what did not happen. Users who were
 * deactivated are left out.
 * @param by the user who caused it, to whose limit of emails these count; undefined for the system
 */
export async function notify(
  { db, jobs, config }: Notifying,
  userIds: readonly number[],
  { email, title, ...news }: News,
  by?: Sender,
): Promise<void> {
  const people = await receivers(db, userIds);
  if (people.length === 0) return;
  const shortened = title.length > longestTitle ? `${title.slice(0, longestTitle - 1).trimEnd()}…` : title;
  const modeFor = (modes: Partial<Record<string, MailMode>> | null) =>
    modes?.[news.kind] ?? defaultMailModes[news.kind];
  const rows = people.map(({ id, modes }) => ({
    ...news,
    title: shortened,
    userId: id,
    isForDigest: modeFor(modes) === "daily",
  }));
  const insert = db.insert(notifications).values(rows);
  const stored = await (news.topic === undefined
    ? insert
    : insert.onConflictDoUpdate({
        target: [notifications.userId, notifications.kind, notifications.topic],
        targetWhere: sql`${notifications.readAt} is null and ${notifications.topic} is not null`,
        set: { count: sql`${notifications.count} + 1`, latestAt: sql`date_trunc('milliseconds', now())` },
      })
  ).returning({ userId: notifications.userId, count: notifications.count });
  for (const person of people) {
    const isFirst = stored.some(({ userId, count }) => userId === person.id && count === 1);
    if (modeFor(person.modes) !== "atOnce" || !(isFirst || email)) continue;
    const link = await unsubscribeLink({ db, config }, person.id, news.kind);
    const usual = () =>
      written(shortened, ["Hello,", shortened, { button: "Open it", href: `${config.publicUrl}${news.path}` }]);
    const sent = withUnsubscribing(email ?? usual(), link);
    await sendOrHold({ db, jobs, config, caller: by }, person.email, sent);
  }
}

/** In the order of their ids, so that two transactions never wait for each other. */
async function receivers(db: Db, userIds: readonly number[]) {
  if (userIds.length === 0) return [];
  return db
    .select({ id: users.id, email: users.email, modes: notificationSettings.modes })
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(and(inArray(users.id, [...userIds]), eq(users.isActive, true)))
    .orderBy(users.id);
}

/**
 * Returns the address at which the emails about this kind, or without it about all kinds, are stopped without signing
 * in.
 */
export async function unsubscribeLink(
  { db, config }: Pick<Notifying, "db" | "config">,
  userId: number,
  kind?: NotificationKind,
): Promise<string> {
  const rows = await db
    .insert(notificationSettings)
    .values({ userId, unsubscribeKey: randomBytes(24).toString("base64url") })
    .onConflictDoUpdate({ target: notificationSettings.userId, set: { userId } })
    .returning({ key: notificationSettings.unsubscribeKey });
  const params = new URLSearchParams({ key: at(rows, 0).key, ...(kind && { kind }) });
  return `${config.publicUrl}/unsubscribe?${params}`;
}
