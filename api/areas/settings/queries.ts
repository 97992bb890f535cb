import { inArray } from "drizzle-orm";
import type { Db } from "#api/core/database/connection.ts";
import { users } from "#api/core/database/schema/index.ts";
import { letterheadOf } from "#api/core/documents/letterhead.ts";
import { written } from "#api/core/mail/emails.ts";
import { mailerOf } from "#api/core/mail/mailer.ts";
import { whyNotSent } from "#api/core/mail/why-not-sent.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { effective } from "#api/core/settings/live-config.ts";
import { mailServerOf, readSettings, withoutPassword } from "#api/core/settings/stored-settings.ts";
import { fullName } from "#api/modules/identity/index.ts";
import type { Operations } from "#contract/operations.ts";

type Settings = Operations["settings"];

/** Read from the database and not from the configuration in effect, so that a change is shown at once. */
export const get: Handler<Settings["get"]> = async (_input, { db, config, caller }) => {
  const stored = await readSettings(db);
  const mailServer = await mailServerOf(config.settingsSecrets, stored);
  const { timeZone, payer, mail, organisation, historyMonths, customerMonths } = effective(config, stored, mailServer);
  const { given, publicUrl } = config;
  const names = await namesOf(db, [stored.mailServerSetBy, stored.payerConfirmedBy, stored.payerProposedBy]);
  const done = (at: Date | null, by: number | null) =>
    at && by !== null ? { at: at.toISOString(), by: names.get(by) ?? "a former user" } : null;
  const entered = done(stored.payerProposedAt, stored.payerProposedBy);
  return {
    organisation,
    timeZone: { value: timeZone, isFixed: given.timeZone },
    retention: { history: { value: historyMonths, isFixed: given.historyMonths }, customers: customerMonths },
    mail: {
      from: { value: mail.from, isFixed: given.mailFrom },
      server: {
        shown: mail.smtpUrl ? withoutPassword(mail.smtpUrl) : null,
        isFixed: given.smtpUrl,
        set: given.smtpUrl ? null : done(stored.mailServerSetAt, stored.mailServerSetBy),
      },
    },
    payer: {
      account: payer ?? null,
      isFixed: given.payer,
      confirmed: given.payer ? null : done(stored.payerConfirmedAt, stored.payerConfirmedBy),
      proposed:
        stored.proposedPayer && entered
          ? { account: stored.proposedPayer, entered, isOwn: stored.payerProposedBy === caller.userId }
          : null,
    },
    signInAddress: publicUrl,
  };
};

async function namesOf(db: Db, ids: (number | null)[]): Promise<Map<number, string>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await db.select().from(users).where(inArray(users.id, known));
  return new Map(rows.map((user) => [user.id, fullName(user) || user.email]));
}

/** Milliseconds to wait for the mail server, while somebody waits for the answer. */
const patienceMs = 10_000;

export const sendTestMail: Handler<Settings["sendTestMail"]> = async (_input, { db, files, config, caller }) => {
  const stored = await readSettings(db);
  const mailServer = await mailServerOf(config.settingsSecrets, stored);
  const { mail, organisation } = effective(config, stored, mailServer);
  const send = mailerOf(
    { mail, dataDir: config.dataDir },
    () => letterheadOf({ db, files, config: { organisation } }),
    patienceMs,
  );
  const email = written(`Test email from ${organisation.name}`, [
    "This email was sent from the settings, to find out whether emails arrive. They do.",
    config.publicUrl,
  ]);
  const to = caller.email;
  const problem = await send({ ...email, to, id: crypto.randomUUID() }).then(() => null, whyNotSent);
  return { to, problem, isWrittenToFolder: mail.smtpUrl === undefined };
};
