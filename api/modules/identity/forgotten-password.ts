/** Emails a link to choose a new password. */
import { and, count, eq, gt, lt, sql } from "drizzle-orm";
import type { Database, Db } from "#api/core/database/connection.ts";
import { passwordMails } from "#api/core/database/schema/index.ts";
import type { Jobs } from "#api/core/jobs/jobs.ts";
import { countAction, type Limit } from "#api/core/limits/quota.ts";
import { newPasswordEmail } from "#api/core/mail/emails.ts";
import { findUserByEmail, lockUser } from "./accounts.ts";
import { makePasswordLink } from "./password-links.ts";

/** Emails per user within the window, so that no mailbox is flooded. */
const maxEmails = 3;
const emailWindow = sql`now() - interval '1 hour'`;

const validMinutes = 60;

interface Parts {
  authority: string;
  database: Database;
  jobs: Pick<Jobs, "enqueue">;
  /** Limits the sender, for all recipients together. */
  sender: Limit;
}

/** Returns nothing, so that the response does not reveal whether the account exists. */
export async function sendNewPassword({ authority, database, jobs, sender }: Parts, email: string): Promise<void> {
  const known = await findUserByEmail(database.db, email);
  if (!known) return;
  await database.transaction(async (db) => {
    const user = await lockUser(db, known.id);
    if (!user?.isActive || (await emailsTo(db, user.id)) >= maxEmails) return;
    if ((await countAction(db, [sender])) > 0) return;
    await db.insert(passwordMails).values({ userId: user.id });
    const link = await makePasswordLink(db, authority, user.id, new Date(Date.now() + validMinutes * 60 * 1000));
    await jobs.enqueue(db, "mail", { to: user.email, ...newPasswordEmail({ link, validMinutes }) });
  });
}

async function emailsTo(db: Db, userId: number): Promise<number> {
  const [row] = await db
    .select({ emails: count() })
    .from(passwordMails)
    .where(and(eq(passwordMails.userId, userId), gt(passwordMails.at, emailWindow)));
  return row?.emails ?? 0;
}

export async function deleteExpiredPasswordMails(db: Db): Promise<void> {
  await db.delete(passwordMails).where(lt(passwordMails.at, emailWindow));
}
