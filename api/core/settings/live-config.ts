/**
 * The configuration with what people set in the back office. The environment wins over settings, settings win over
 * defaults. A schedule reads the stored settings again every two seconds, so a change needs no restart.
 */
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#api/core/config.ts";
import type { Database } from "#api/core/database/connection.ts";
import { mailServerOf, readSettings, type StoredSettings } from "./stored-settings.ts";

type Changing = Pick<Config, "timeZone" | "payer" | "mail" | "organisation" | "historyMonths" | "customerMonths">;

/** Returns the settings in effect with these stored ones. */
export function effective(config: Config, stored: StoredSettings, mailServer: string | undefined): Changing {
  const { given } = config;
  return {
    timeZone: given.timeZone ? config.timeZone : (stored.timeZone ?? config.timeZone),
    payer: given.payer ? config.payer : (stored.payer ?? config.payer),
    mail: {
      smtpUrl: given.smtpUrl ? config.mail.smtpUrl : mailServer,
      from: given.mailFrom ? config.mail.from : (stored.mailFrom ?? config.mail.from),
    },
    historyMonths: given.historyMonths ? config.historyMonths : (stored.historyMonths ?? config.historyMonths),
    customerMonths: stored.customerMonths ?? config.customerMonths,
    organisation: { name: stored.organisationName ?? config.organisation.name, logoId: stored.logoId },
  };
}

export interface LiveConfig {
  /** Its properties change; a copy of it does not. */
  config: Config;
  refresh(): Promise<void>;
}

export async function liveConfig(config: Config, database: Database, log: FastifyBaseLogger): Promise<LiveConfig> {
  let current: Changing = config;
  const refresh = async () => {
    const stored = await readSettings(database.db);
    const mailServer = await mailServerOf(config.settingsSecrets, stored);
    if (stored.mailServerSealed !== null && mailServer === undefined)
      log.error("the mail server's address cannot be opened: SETTINGS_SECRET is not the one it was sealed with");
    current = effective(config, stored, mailServer);
  };
  await refresh();
  return {
    config: {
      ...config,
      get timeZone() {
        return current.timeZone;
      },
      get payer() {
        return current.payer;
      },
      get mail() {
        return current.mail;
      },
      get historyMonths() {
        return current.historyMonths;
      },
      get customerMonths() {
        return current.customerMonths;
      },
      get organisation() {
        return current.organisation;
      },
    },
    refresh,
  };
}
