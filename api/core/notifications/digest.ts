/** The daily email with the notifications that nobody has read, and the end of old notifications. */
import { and, eq, getTableColumns, inArray, lt, sql } from "drizzle-orm";
import { DateTime } from "luxon";
import { callerBehind } from "#api/core/access/behind.ts";
import type { Config } from "#api/core/config.ts";
import { claimDue } from "#api/core/database/claim-due.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { lockIfFree } from "#api/core/database/lock-if-free.ts";
import { notificationSettings, notifications, users } from "#api/core/database/schema/index.ts";
import type { Jobs } from "#api/core/jobs/jobs.ts";
import { withUnsubscribing, written } from "#api/core/mail/emails.ts";
import { sendOrHold } from "#api/core/mail/limited.ts";
import { defaultMailModes, notificationDays } from "#contract/notifications/schema.ts";
import { unsubscribeLink } from "./notify.ts";
import { stillSeen } from "./still-seen.ts";

/** Local time of the operator. */
const hourOfDigest = 7;
/** Most people in one pass; the next pass follows within a minute. */
const peopleAtOnce = 200;
/** Most notifications that one email names. */
const mostNamed = 50;

interface Parts {
  database: Pick<Database, "db" | "transaction">;
  jobs: Pick<Jobs, "enqueue">;
  config: Config;
}

/** Sends what came before the last time that it was seven in the morning. Safe to run in several processes at once. */
export async function sendDigests(parts: Parts, now: Date): Promise<void> {
  const { database, config } = parts;
  const until = lastDigest(now, config.timeZone);
  const due = await database.db
    .selectDistinct({ userId: notifications.userId })
    .from(notifications)
    .where(and(eq(notifications.isForDigest, true), lt(notifications.createdAt, until)))
    .limit(peopleAtOnce);
  for (const { userId } of due) await database.transaction((db) => sendDigest(parts, db, userId, until));
}

/** @param timeZone an IANA name */
export function lastDigest(now: Date, timeZone: string): Date {
  const local = DateTime.fromJSDate(now, { zone: timeZone });
  const today = local.set({ hour: hourOfDigest, minute: 0, second: 0, millisecond: 0 });
  return (today > local ? today.minus({ days: 1 }) : today).toJSDate();
}

async function sendDigest({ jobs, config }: Parts, db: Db, userId: number, until: Date): Promise<void> {
  if (!(await lockIfFree(db, users, userId))) return;
  const caller = await callerBehind(db, userId);
  const claimed = await claimDue(db, notifications, {
    due: and(eq(notifications.userId, userId), eq(notifications.isForDigest, true), lt(notifications.createdAt, until)),
    first: notifications.id,
    lease: { isForDigest: false },
  });
  if (claimed.length === 0) return;
  const ids = claimed.map(({ id }) => id);
  const waiting = await db
    .select({ ...getTableColumns(notifications), isSeen: (caller && stillSeen(caller)) ?? sql`true` })
    .from(notifications)
    .where(inArray(notifications.id, ids))
    .orderBy(notifications.id);
  const [person] = await db
    .select({ email: users.email, isActive: users.isActive, modes: notificationSettings.modes })
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(eq(users.id, userId));
  const unread = waiting.filter(
    ({ kind, readAt, isSeen }) =>
      isSeen && readAt === null && (person?.modes?.[kind] ?? defaultMailModes[kind]) === "daily",
  );
  if (!person?.isActive || unread.length === 0) return;
  const subject = unread.length === 1 ? "1 notification" : `${unread.length} notifications`;
  const link = (path: string) => `${config.publicUrl}${path}`;
  const email = written(`${subject} from Countinghouse`, [
    "Hello,",
    "This is what you have not read yet:",
    ...unread.slice(0, mostNamed).map(({ title, count, path }) => ({
      button: count > 1 ? `${title} and ${(count - 1).toLocaleString("en-AU")} more` : title,
      href: link(path),
    })),
    ...(unread.length > mostNamed ? [`… and ${unread.length - mostNamed} more.`] : []),
    { button: "See all notifications", href: link("/notifications") },
  ]);
  const sent = withUnsubscribing(email, await unsubscribeLink({ db, config }, userId));
  await sendOrHold({ db, jobs, config, caller: undefined }, person.email, sent);
}

export async function deleteExpiredNotifications({ db }: Pick<Database, "db">): Promise<void> {
  const retention = sql`now() - make_interval(days => ${notificationDays})`;
  await db.delete(notifications).where(lt(notifications.latestAt, retention));
}
