/** Rate limits for emails that users can trigger repeatedly: per receiving address and per sender. */
import { asc, eq, inArray } from "drizzle-orm";
import type { Config } from "#api/config.ts";
import type { Database, Db } from "#api/database/connection.ts";
import { heldMails } from "#api/database/schema/index.ts";
import type { Jobs } from "#api/jobs/jobs.ts";
import { countAction, day, durationText, hour, type Limit, waitFor } from "#api/limits/quota.ts";
import type { Context } from "#api/operations/context.ts";
import { Refusal } from "#api/refusals/refusal.ts";
import { gatheredEmail, type Written } from "./emails.ts";

type Limits = Config["limits"];

const toAddress = (to: string, { mailsPerAddressHour }: Limits): Limit => ({
  key: `mail to ${to.toLowerCase()}`,
  most: mailsPerAddressHour,
  seconds: hour,
});
/** @param sender the cause of the email: a user id, or a hash of an address */
export const bySender = (sender: string, { mailsPerSenderDay }: Limits): Limit => ({
  key: `mail by ${sender}`,
  most: mailsPerSenderDay,
  seconds: day,
});

type Sending = Pick<Context, "db" | "jobs" | "config" | "addressHash"> & {
  caller: Pick<Context["caller"], "userId">;
};
const limitsOf = ({ config: { limits }, caller, addressHash }: Sending, to: string) => [
  toAddress(to, limits),
  bySender(addressHash === undefined ? `user ${caller.userId}` : `address ${addressHash}`, limits),
];

/**
 * For an email that is the purpose of the command; runs in its transaction.
 * @throws Refusal 429 above a limit, before anything is changed
 */
export async function sendOrRefuse(context: Sending, to: string, email: Written): Promise<void> {
  const seconds = await countAction(context.db, limitsOf(context, to));
  if (seconds > 0) {
    const message = `No more emails can be sent to this address, or by you, for now. Nothing was changed. Please try again in ${durationText(seconds)}.`;
    throw new Refusal(429, message, undefined, seconds);
  }
  await context.jobs.enqueue(context.db, "mail", { to, ...email });
}

/** For a notification that must arrive: above a limit it is held, and sent later together with others. */
export async function sendOrHold(context: Sending, to: string, email: Written): Promise<void> {
  const seconds = await countAction(context.db, limitsOf(context, to));
  if (seconds === 0) await context.jobs.enqueue(context.db, "mail", { to, ...email });
  else await context.db.insert(heldMails).values({ to, subject: email.subject, text: email.text, html: email.html });
}

/** Sends the held emails of each address whose limit allows it again, combined into one. */
export async function sendHeldMails(
  database: Pick<Database, "db" | "transaction">,
  jobs: Pick<Jobs, "enqueue">,
  limits: Limits,
): Promise<void> {
  const receivers = await database.db.selectDistinct({ to: heldMails.to }).from(heldMails);
  for (const { to } of receivers) await database.transaction((db) => sendHeldTo(db, jobs, to, toAddress(to, limits)));
}

async function sendHeldTo(db: Db, jobs: Pick<Jobs, "enqueue">, to: string, limit: Limit): Promise<void> {
  if ((await waitFor(db, limit)) > 0 || (await countAction(db, [limit])) > 0) return;
  const held = await db
    .select()
    .from(heldMails)
    .where(eq(heldMails.to, to))
    .orderBy(asc(heldMails.id))
    .limit(mostGathered)
    .for("update", { skipLocked: true });
  const [first] = held;
  if (!first) return;
  const { subject, text, html } = held.length === 1 ? first : gatheredEmail(held);
  await jobs.enqueue(db, "mail", { to, subject, text, html });
  await db.delete(heldMails).where(
    inArray(
      heldMails.id,
      held.map(({ id }) => id),
    ),
  );
}

const mostGathered = 100;
