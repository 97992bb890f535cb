/** Loaders and forms of the settings. */
import { paths } from "#app/lib/paths.ts";
import { type CommandForm, commandForm, newCommandId } from "#app/services/forms/command-form.server.ts";
import { imageConflict } from "#app/services/forms/edit-conflicts.server.ts";
import { operatorZone } from "#app/services/pages/time-zone.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { redirectWithSuccess } from "#app/services/request/toast.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { configuration } from "#app/services/session/identity.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { customers } from "#contract/customers/operations.ts";
import { deliveries } from "#contract/deliveries/operations.ts";
import { keys } from "#contract/keys/operations.ts";
import { can } from "#contract/permissions.ts";
import { shownText } from "#contract/rules/edits.ts";
import { formatMoment } from "#contract/rules/moments.ts";
import { mailSettings, organisationSettings, retentionSettings, timeZoneSettings } from "#contract/settings/edits.ts";
import { settings } from "#contract/settings/operations.ts";
import {
  proposePayer,
  retentionForm,
  settingsMessages,
  updateMail,
  updateOrganisation,
  updateTimeZone,
} from "#contract/settings/schema.ts";

const cards = ["organisation", "time-zone", "retention", "emails", "paying-account"];

export async function loadSettings(context: RequestContext) {
  const [current, permissions, zone, { cdnBaseUrl }] = await Promise.all([
    context.api(settings.get, {}),
    permissionsOf(context),
    operatorZone(),
    configuration(),
  ]);
  const canEdit = can(permissions, settings.updateOrganisation);
  const edit = context.url.searchParams.get("edit") ?? "";
  const when = (done: { by: string; at: string } | null) => done && `by ${done.by} on ${formatMoment(done.at, zone)}`;
  return {
    settings: current,
    canEdit,
    hasDeliveries: can(permissions, deliveries.list) && (await hasFeature(deliveries.list.feature)),
    hasKeys: can(permissions, keys.add) && (await hasFeature(keys.add.feature)),
    hasPersonalData: can(permissions, customers.find) && (await hasFeature(customers.find.feature)),
    hasSetup: canEdit && (await hasFeature("setup")),
    canConfirm: can(permissions, settings.confirmPayer),
    editing: canEdit && cards.includes(edit) ? edit : undefined,
    mailServerSet: when(current.mail.server.set),
    payerConfirmed: when(current.payer.confirmed),
    payerEntered: when(current.payer.proposed?.entered ?? null),
    shown: {
      organisation: shownText(organisationSettings(current.organisation)),
      timeZone: shownText(timeZoneSettings(current.timeZone.value)),
      retention: shownText(retentionSettings(current.retention)),
      mail: shownText(mailSettings(current.mail.from.value)),
    },
    zones: edit === "time-zone" ? zoneOptions() : [],
    cdnBaseUrl,
    commandId: newCommandId(),
  };
}

/** Data of the settings page. */
export type SettingsPage = Awaited<ReturnType<typeof loadSettings>>;

/** Australia's zones first. */
function zoneOptions() {
  const all = Intl.supportedValuesOf("timeZone");
  const isOurs = (zone: string) => zone.startsWith("Australia/");
  return [...all.filter(isOurs), ...all.filter((zone) => !isOurs(zone))].map((zone) => ({
    value: zone,
    label: zone.replaceAll("_", " "),
  }));
}

const next = (card: string) => () => `${paths.settings()}#${card}`;
const texts = { saved: settingsMessages.saved, notSaved: settingsMessages.notSaved };
/** Sends an email, which changes no record, so it is not a command. */
const testMail: CommandForm = {
  uploads: {},
  secretFields: [],
  notSaved: settingsMessages.testNotSent,
  refresh: (typed) => typed,
  async run(_form, _id, context) {
    const { to, problem, isWrittenToFolder } = await context.api(settings.sendTestMail, {});
    if (problem !== null) return { status: 422, failure: `${settingsMessages.testNotSent} ${problem}` };
    const done = isWrittenToFolder
      ? `No mail server is set, so the email to ${to} was written to the folder of emails on the server.`
      : `The mail server has accepted an email to ${to}.`;
    return redirectWithSuccess(`${paths.settings()}#emails`, done);
  },
};

export const settingsForms: Record<string, CommandForm> = {
  organisation: commandForm({
    operation: settings.updateOrganisation,
    schema: updateOrganisation,
    input: (values) => values,
    conflictFields: { LogoId: imageConflict },
    uploads: { LogoFile: { to: "LogoId", location: 6, failure: settingsMessages.logoNotUploaded } },
    next: next("organisation"),
    ...texts,
  }),
  "time-zone": commandForm({
    operation: settings.updateTimeZone,
    schema: updateTimeZone,
    input: (values) => values,
    next: next("time-zone"),
    ...texts,
  }),
  retention: commandForm({
    operation: settings.updateRetention,
    schema: retentionForm,
    input: (values) => values,
    next: next("retention"),
    ...texts,
  }),
  emails: commandForm({
    operation: settings.updateMail,
    schema: updateMail,
    input: (values) => values,
    next: next("emails"),
    ...texts,
  }),
  testMail,
  removeMailServer: commandForm({
    operation: settings.removeMailServer,
    input: () => ({}),
    next: next("emails"),
    ...texts,
  }),
  "paying-account": commandForm({
    operation: settings.proposePayer,
    schema: proposePayer,
    input: (values) => values,
    next: next("paying-account"),
    saved: settingsMessages.proposed,
    notSaved: settingsMessages.notSaved,
  }),
  withdrawPayer: commandForm({
    operation: settings.withdrawPayer,
    input: () => ({}),
    next: next("paying-account"),
    ...texts,
  }),
};

export const confirmPayerForms: Record<string, CommandForm> = {
  confirm: commandForm({
    operation: settings.confirmPayer,
    schema: proposePayer,
    input: (values) => values,
    next: next("paying-account"),
    saved: settingsMessages.confirmed,
    notSaved: settingsMessages.notSaved,
  }),
};
