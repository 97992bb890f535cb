import { and, eq } from "drizzle-orm";
import { heldClosedMonth } from "#api/areas/shared/closed-months.ts";
import { edited } from "#api/core/commands/edits.ts";
import { files } from "#api/core/database/schema/index.ts";
import type { Context } from "#api/core/operations/context.ts";
import type { Handler } from "#api/core/operations/handlers.ts";
import { conflict, invalid } from "#api/core/refusals/refusal.ts";
import { effective } from "#api/core/settings/live-config.ts";
import { lockSettings, sealMailServer, writeSettings } from "#api/core/settings/stored-settings.ts";
import { FileLocation } from "#contract/enumerations.ts";
import type { Operations } from "#contract/operations.ts";
import { mailSettings, organisationSettings, retentionSettings, timeZoneSettings } from "#contract/settings/edits.ts";

type Settings = Operations["settings"];

const fixed = (variable: string) =>
  conflict(`The variable ${variable} of the server gives this value, so it cannot be changed here.`);

export const updateOrganisation: Handler<Settings["updateOrganisation"]> = async (sent, context) => {
  const stored = await lockSettings(context.db);
  const { organisation } = effective(context.config, stored, undefined);
  const input = edited(sent, organisationSettings(organisation));
  if (input.LogoId !== null && input.LogoId !== stored.logoId) await assertLogo(context, input.LogoId);
  await writeSettings(context.db, { organisationName: input.Name, logoId: input.LogoId });
  return null;
};

/** Users cannot attach files uploaded by others. */
async function assertLogo({ db, caller }: Context, fileId: string): Promise<void> {
  const [file] = await db
    .select({ id: files.id })
    .from(files)
    .where(
      and(eq(files.id, fileId), eq(files.location, FileLocation.organisationLogo), eq(files.createdBy, caller.userId)),
    );
  if (!file) throw invalid({ LogoId: ["Please upload the logo again."] });
}

export const updateTimeZone: Handler<Settings["updateTimeZone"]> = async (sent, { db, config }) => {
  if (config.given.timeZone) throw fixed("TIME_ZONE");
  const stored = await lockSettings(db);
  const now = effective(config, stored, undefined).timeZone;
  const input = edited(sent, timeZoneSettings(now));
  if (input.TimeZone !== now && (await heldClosedMonth(db)) !== null) throw conflict(daysWouldMove);
  await writeSettings(db, { timeZone: input.TimeZone });
  return null;
};

const daysWouldMove =
  "Months are closed in the books, and in another time zone some documents would move to other days. Reopen them first.";

export const updateRetention: Handler<Settings["updateRetention"]> = async (sent, { db, config }) => {
  const stored = await lockSettings(db);
  const now = effective(config, stored, undefined);
  const history = { value: now.historyMonths, isFixed: config.given.historyMonths };
  const input = edited(sent, retentionSettings({ history, customers: now.customerMonths }));
  if (config.given.historyMonths && input.HistoryMonths !== now.historyMonths) throw fixed("HISTORY_MONTHS");
  await writeSettings(db, {
    historyMonths: config.given.historyMonths ? stored.historyMonths : input.HistoryMonths,
    customerMonths: input.CustomerMonths,
  });
  return null;
};

/** An empty server keeps the one that is set. */
export const updateMail: Handler<Settings["updateMail"]> = async (sent, { db, config, caller, now }) => {
  const stored = await lockSettings(db);
  const { mail } = effective(config, stored, undefined);
  const input = edited(sent, mailSettings(mail.from));
  if (config.given.mailFrom && input.From !== mail.from) throw fixed("MAIL_FROM");
  if (config.given.smtpUrl && input.Server !== "") throw fixed("SMTP_URL");
  await writeSettings(db, {
    mailFrom: config.given.mailFrom ? stored.mailFrom : input.From,
    ...(input.Server !== "" && {
      mailServerSealed: await sealMailServer(config.settingsSecrets, input.Server),
      mailServerSetAt: now,
      mailServerSetBy: caller.userId,
    }),
  });
  return null;
};

export const removeMailServer: Handler<Settings["removeMailServer"]> = async (_input, { db, config }) => {
  if (config.given.smtpUrl) throw fixed("SMTP_URL");
  await lockSettings(db);
  await writeSettings(db, { mailServerSealed: null, mailServerSetAt: null, mailServerSetBy: null });
  return null;
};
