/** Settings in the fields of the commands that change them, to compare what a form shows with the current values. */
import type { Settings } from "./schema.ts";

/** `settings/UpdateOrganisation` */
export const organisationSettings = ({ name, logoId }: Settings["organisation"]) => ({ Name: name, LogoId: logoId });

/** `settings/UpdateTimeZone` */
export const timeZoneSettings = (timeZone: string) => ({ TimeZone: timeZone });

/** `settings/UpdateRetention` */
export const retentionSettings = ({ history, customers }: Settings["retention"]) => ({
  HistoryMonths: history.value,
  CustomerMonths: customers,
});

/** `settings/UpdateMail`; the mail server is write-only. */
export const mailSettings = (from: string) => ({ From: from, Server: "" });
