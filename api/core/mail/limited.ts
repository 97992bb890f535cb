/** Rate limits for emails that users can trigger repeatedly: per receiving address and per sender. */
import { and, count, eq, gt, max, sql } from "drizzle-orm";
import type { Caller } from "#api/core/access/caller.ts";
import type { Config } from "#api/core/config.ts";
import { claimDue } from "#api/core/database/claim-due.ts";
import type { Database, Db } from "#api/core/database/connection.ts";
import { countedActions, heldMails } from "#api/core/database/schema/index.ts";
import type { Jobs } from "#api/core/jobs/jobs.ts";
import {
  countAction,
  day,
  durationText,
  hour,
  type Limit,
  lockCounts,
  planAction,
  waitFor,
} from "#api/core/limits/quota.ts";
import type { Context } from "#api/core/operations/context.ts";
import { Refusal } from "#api/core/refusals/refusal.ts";
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

/**
 * For the sake of the mail server, emails of one operator leave in groups. A server that takes more of them a day takes
 * larger groups.
 */
const groupOf = ({ mailsPerOperatorDay }: Limits) => ({
  most: Math.max(30, Math.ceil(0.015 * mailsPerOperatorDay)),
  seconds: 5 * 60,
});
const byOperator = ({ mailsPerOperatorDay }: Limits) => ({ most: mailsPerOperatorDay, seconds: day });

/** The user who causes an email. Operators have the limit of an organisation that moves in. */
export type Sender = Pick<Caller, "userId" | "seesAllSuppliers">;

interface Sending extends Pick<Context, "db" | "jobs" | "config"> {
  /** Undefined if nobody causes the email but the system, which has no limit of its own. */
  caller: Sender | undefined;
  /** Of a visitor who is not signed in. */
  addressHash?: string | undefined;
}

const keyOf = ({ userId }: Pick<Sender, "userId">) => `user ${userId}`;

/**
 * Counts the email.
 * @returns when it leaves, if not now; or the seconds until it could be sent, if it was not counted
 */
async function place(context: Sending, to: string): Promise<{ seconds: number; at?: Date | undefined }> {
  const { db, config, caller, addressHash } = context;
  const address = toAddress(to, config.limits);
  if (addressHash !== undefined)
    return { seconds: await countAction(db, [address, bySender(`address ${addressHash}`, config.limits)]) };
  if (!caller) return { seconds: await countAction(db, [address]) };
  const sender = bySender(keyOf(caller), config.limits);
  if (!caller.seesAllSuppliers) return { seconds: await countAction(db, [address, sender]) };
  await lockCounts(db, [address.key, sender.key]);
  const seconds = await countAction(db, [address]);
  return seconds > 0 ? { seconds } : { seconds, at: await planByOperator(context, caller) };
}

const planByOperator = ({ db, config }: Pick<Sending, "db" | "config">, caller: Pick<Sender, "userId">) =>
  planAction(db, bySender(keyOf(caller), config.limits).key, [groupOf(config.limits), byOperator(config.limits)]);

/**
 * For an email that is the purpose of the command; runs in its transaction.
 * @throws Refusal 429 above a limit, before anything is changed
 */
export async function sendOrRefuse(context: Sending, to: string, email: Written): Promise<void> {
  const { db, jobs, config, caller } = context;
  const full = caller?.seesAllSuppliers
    ? await waitFor(db, { ...bySender(keyOf(caller), config.limits), ...byOperator(config.limits) })
    : 0;
  const { seconds, at } = full > 0 ? { seconds: full } : await place(context, to);
  if (seconds > 0) {
    const message = `No more emails can be sent to this address, or by you, for now. Nothing was changed. Please try again in ${durationText(seconds)}.`;
    throw new Refusal(429, message, undefined, seconds);
  }
  await jobs.enqueue(db, "mail", { to, ...email }, at);
}

/** For a notification that must arrive: above a limit it is held, and sent later together with others. */
export async function sendOrHold(context: Sending, to: string, email: Written): Promise<void> {
  const { db, jobs } = context;
  const { seconds, at } = await place(context, to);
  if (seconds === 0) await jobs.enqueue(db, "mail", { to, ...email }, at);
  else await db.insert(heldMails).values({ to, subject: email.subject, text: email.text, html: email.html });
}

/** How an email leaves whose number is limited elsewhere. */
export type Send = (
  context: Pick<Sending, "db" | "jobs" | "config"> & { caller: Pick<Sender, "userId"> },
  to: string,
  email: Written,
) => Promise<void>;

/** For an email that is the only one of its command. */
export const sendAtOnce: Send = ({ db, jobs }, to, email) => jobs.enqueue(db, "mail", { to, ...email });

/** For one of many emails that an operator sends at once: it leaves in its turn, to whichever address. */
export const sendInTurn: Send = async (context, to, email) => {
  await context.jobs.enqueue(context.db, "mail", { to, ...email }, await planByOperator(context, context.caller));
};

/** Returns how many emails of this user have not left yet because of their number, and when the last one leaves. */
export async function emailsUnderWay(
  { db, config }: Pick<Sending, "db" | "config">,
  caller: Sender,
): Promise<{ count: number; lastAt: Date | null }> {
  const { key, at } = countedActions;
  const [row] = await db
    .select({ count: count(), lastAt: max(at) })
    .from(countedActions)
    .where(and(eq(key, bySender(keyOf(caller), config.limits).key), gt(at, sql`now()`)));
  return row ?? { count: 0, lastAt: null };
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
  const claimed = await claimDue(db, heldMails, {
    due: eq(heldMails.to, to),
    first: heldMails.id,
    limit: mostGathered,
    lease: "delete",
  });
  const held = claimed.toSorted((a, b) => a.id - b.id);
  const [first] = held;
  if (!first) return;
  const { subject, text, html } = held.length === 1 ? first : gatheredEmail(held);
  await jobs.enqueue(db, "mail", { to, subject, text, html });
}

const mostGathered = 100;
