/** The notifications of the caller, and when they are sent by email. */
import { and, desc, eq, isNull, lt, lte, sql } from "drizzle-orm";
import { edited } from "#api/core/commands/edits.ts";
import { notificationSettings, notifications as notificationsTable } from "#api/core/database/schema/index.ts";
import { emailsUnderWay } from "#api/core/mail/limited.ts";
import { unsubscribeLink } from "#api/core/notifications/notify.ts";
import { stillSeen } from "#api/core/notifications/still-seen.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { AreaHandlers } from "#api/core/operations/handlers.ts";
import {
  defaultMailModes,
  fieldOfKind,
  type MailMode,
  type MailSettings,
  mostUnread,
  type NotificationKind,
  notificationKinds,
  notificationsAtOnce,
} from "#contract/notifications/schema.ts";
import type { Operations } from "#contract/operations.ts";

const { id, userId, readAt } = notificationsTable;

type Modes = Partial<Record<NotificationKind, MailMode>>;

async function storedModes({ db, caller }: Context): Promise<Modes> {
  const [settings] = await db
    .select({ modes: notificationSettings.modes })
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, caller.userId));
  return settings?.modes ?? {};
}

const settingsOf = (modes: Modes) =>
  Object.fromEntries(
    notificationKinds.map((kind) => [fieldOfKind[kind], modes[kind] ?? defaultMailModes[kind]]),
  ) as MailSettings;

export const notifications: AreaHandlers<Operations["notifications"]> = {
  async list({ before }, { db, caller }) {
    const rows = await db
      .select()
      .from(notificationsTable)
      .where(and(eq(userId, caller.userId), stillSeen(caller), before === null ? undefined : lt(id, Number(before))))
      .orderBy(desc(id))
      .limit(notificationsAtOnce + 1);
    const items = rows.slice(0, notificationsAtOnce).map((row) => ({
      id: row.id,
      kind: row.kind,
      title: row.title,
      path: row.path,
      more: row.count - 1,
      at: row.latestAt.toISOString(),
      isRead: row.readAt !== null,
    }));
    return { items, hasEarlier: rows.length > notificationsAtOnce };
  },

  async unread(_input, { db, caller }) {
    const some = db
      .select({ id })
      .from(notificationsTable)
      .where(and(eq(userId, caller.userId), stillSeen(caller), isNull(readAt)))
      .limit(mostUnread + 1)
      .as("some");
    return db.$count(some);
  },

  async open({ NotificationId }, { db, caller, now }) {
    const [opened] = await db
      .update(notificationsTable)
      .set({ readAt: sql`coalesce(${readAt}, ${now.toISOString()}::timestamptz)`, isForDigest: false })
      .where(and(eq(id, Number(NotificationId)), eq(userId, caller.userId)))
      .returning({ path: notificationsTable.path });
    return opened?.path ?? "/notifications";
  },

  async markAllRead({ LatestId }, { db, caller, now }) {
    await db
      .update(notificationsTable)
      .set({ readAt: now, isForDigest: false })
      .where(and(eq(userId, caller.userId), isNull(readAt), lte(id, Number(LatestId))));
    return null;
  },

  async emailsUnderWay(_input, context) {
    const { count, lastAt } = await emailsUnderWay(context, context.caller);
    return { count, lastDate: lastAt?.toISOString() ?? null };
  },

  async mailSettings(_input, context) {
    return settingsOf(await storedModes(context));
  },

  async updateMailSettings(sent, context) {
    const { db, config, caller } = context;
    // Makes the row that is locked next.
    await unsubscribeLink({ db, config }, caller.userId);
    const input = edited(sent, settingsOf(await storedModes(context)));
    const modes = Object.fromEntries(notificationKinds.map((kind) => [kind, input[fieldOfKind[kind]]]));
    await db.update(notificationSettings).set({ modes }).where(eq(notificationSettings.userId, caller.userId));
    return null;
  },

  async unsubscribe({ Key, Kind }, { db }) {
    const isKey = eq(notificationSettings.unsubscribeKey, Key);
    const [settings] = await db.select().from(notificationSettings).where(isKey).for("update");
    if (!settings) return false;
    const stopped = Kind ? [Kind] : notificationKinds;
    const modes = { ...settings.modes, ...Object.fromEntries(stopped.map((kind) => [kind, "off"])) };
    await db.update(notificationSettings).set({ modes }).where(isKey);
    return true;
  },
};
