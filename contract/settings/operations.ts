import { z } from "zod";
import { command, edit, query } from "#contract/operation.ts";
import {
  proposePayer,
  settingsSchema,
  updateMail,
  updateOrganisation,
  updateRetention,
  updateTimeZone,
} from "./schema.ts";

const change = { permission: "settings.edit", feature: "settings" } as const;
const nothing = z.object({});

/** The settings of the organisation, in one record. Not part of other APIs. */
export const settings = {
  get: query("settings", {
    description:
      "Returns the settings of the organisation. Secrets, such as the password of the mail server, are not answered.",
    permission: "settings.view",
    feature: "settings",
    input: nothing,
    output: settingsSchema,
  }),
  updateOrganisation: command("settings/UpdateOrganisation", {
    description: "Changes the name and the logo of the organisation.",
    ...change,
    effect: "work",
    input: updateOrganisation.extend(edit),
  }),
  updateTimeZone: command("settings/UpdateTimeZone", {
    description: "Changes the time zone of the organisation.",
    ...change,
    effect: "work",
    input: updateTimeZone.extend(edit),
  }),
  updateRetention: command("settings/UpdateRetention", {
    description: "Changes how long the history and the personal data of customers are kept.",
    ...change,
    effect: "work",
    input: updateRetention.extend(edit),
  }),
  updateMail: command("settings/UpdateMail", {
    description: "Changes the mail server and the sender of emails.",
    ...change,
    effect: "destination",
    input: updateMail.extend(edit),
    secretFields: ["Server"],
  }),
  removeMailServer: command("settings/RemoveMailServer", {
    description: "Removes the mail server. Emails are written to a folder from then on.",
    ...change,
    effect: "destination",
    input: nothing,
  }),
  sendTestMail: query("settings/SendTestMail", {
    description:
      "Sends an email to the caller and waits up to 10 seconds for the mail server. Changes nothing. `problem` says what to do, with the server's codes and none of its words.",
    ...change,
    method: "POST",
    input: nothing,
    output: z.object({ to: z.string(), problem: z.string().nullable(), isWrittenToFolder: z.boolean() }),
  }),
  proposePayer: command("settings/ProposePayer", {
    description: "Proposes the account that suppliers are paid from. It is used when somebody else has confirmed it.",
    ...change,
    effect: "money",
    input: proposePayer,
  }),
  confirmPayer: command("settings/ConfirmPayer", {
    description:
      "Confirms the proposed account that suppliers are paid from. Must be done by somebody other than who entered it. The fields must be the ones that are waiting.",
    permission: "settings.confirm",
    effect: "money",
    feature: "settings",
    input: proposePayer,
  }),
  withdrawPayer: command("settings/WithdrawPayer", {
    description: "Drops the account that waits for confirmation.",
    ...change,
    effect: "withdrawal",
    input: nothing,
  }),
};
