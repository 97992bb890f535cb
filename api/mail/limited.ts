/** Emails that somebody can set off again and again: how many one address gets, and how many one sender causes. */
import { asc, eq, inArray } from "drizzle-orm";
import type { Config } from "../config.ts";
import type { Database, Db } from "../database/connection.ts";
import { heldMails } from "../database/schema/index.ts";
import type { Context } from "../http/context.ts";
import { Refusal } from "../http/refusal.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { countAction, day, hour, inWords, type Limit, waitFor } from "../limits/quota.ts";
import { gatheredLetter, type Written } from "./letters.ts";

type Limits = Config["limits"];

const toAddress = (to: string, { mailsPerAddressHour }: Limits): Limit => ({
  key: `mail to ${to.toLowerCase()}`,
  most: mailsPerAddressHour,
  seconds: hour,
});
/** @param sender who causes the email: a user's id, or a hash of an address */
export const bySender = (sender: string, { mailsPerSenderDay }: Limits): Limit => ({
  key: `mail by ${sender}`,
  most: mailsPerSenderDay,
  seconds: day,
});

type Sending = Pick<Context, "db" | "jobs" | "config" | "caller">;
const limitsOf = ({ config: { limits }, caller }: Sending, to: string) => [
  toAddress(to, limits),
  bySender(`user ${caller.userId}`, limits),
];

/** For an email that is what the command is for. With its transaction. @throws Refusal 429 above a limit: nothing is changed then */
export async function sendOrRefuse(context: Sending, to: string, letter: Written): Promise<void> {
  const seconds = await countAction(context.db, limitsOf(context, to));
  if (seconds > 0) {
    const message = `No more emails can be sent to this address, or by you, for now. Nothing was changed. Please try again in ${inWords(seconds)}.`;
    throw new Refusal(429, message, undefined, seconds);
  }
  await context.jobs.enqueue(context.db, "mail", { to, ...letter });
}

/** For an email that tells of a change and must arrive: above a limit it is held, and sent later together with others. */
export async function sendOrHold(context: Sending, to: string, letter: Written): Promise<void> {
  const seconds = await countAction(context.db, limitsOf(context, to));
  if (seconds === 0) await context.jobs.enqueue(context.db, "mail", { to, ...letter });
  else await context.db.insert(heldMails).values({ to, subject: letter.subject, text: letter.text, html: letter.html });
}

/** Sends what was held to each address that may get an email again: one, with all of it. */
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
  const { subject, text, html } = held.length === 1 ? first : gatheredLetter(held);
  await jobs.enqueue(db, "mail", { to, subject, text, html });
  await db.delete(heldMails).where(
    inArray(
      heldMails.id,
      held.map(({ id }) => id),
    ),
  );
}

const mostGathered = 100;
