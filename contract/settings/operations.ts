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

/** What an organisation sets for itself, in one record. Not part of other APIs. */
export const settings = {
  get: query("settings", { permission: "settings.view", feature: "settings", input: nothing, output: settingsSchema }),
  updateOrganisation: command("settings/UpdateOrganisation", {
    ...change,
    effect: "work",
    input: updateOrganisation.extend(edit),
  }),
  updateTimeZone: command("settings/UpdateTimeZone", { ...change, effect: "work", input: updateTimeZone.extend(edit) }),
  updateRetention: command("settings/UpdateRetention", {
    ...change,
    effect: "work",
    input: updateRetention.extend(edit),
  }),
  updateMail: command("settings/UpdateMail", {
    ...change,
    effect: "destination",
    input: updateMail.extend(edit),
    secretFields: ["Server"],
  }),
  /** Emails are written to a folder from then on. */
  removeMailServer: command("settings/RemoveMailServer", { ...change, effect: "destination", input: nothing }),
  /**
   * Sends an email to the caller and waits up to 10 seconds for the mail server; changes nothing. `problem` says
   * what to do, with the server's codes and none of its words.
   */
  sendTestMail: query("settings/SendTestMail", {
    ...change,
    method: "POST",
    input: nothing,
    output: z.object({ to: z.string(), problem: z.string().nullable(), isWrittenToFolder: z.boolean() }),
  }),
  /** Suppliers are paid from the account when somebody else has confirmed it. */
  proposePayer: command("settings/ProposePayer", { ...change, effect: "money", input: proposePayer }),
  /** Must be done by somebody other than who entered it. The fields must be the ones that are waiting. */
  confirmPayer: command("settings/ConfirmPayer", {
    permission: "settings.confirm",
    effect: "money",
    feature: "settings",
    input: proposePayer,
  }),
  /** Drops the account that waits for confirmation. */
  withdrawPayer: command("settings/WithdrawPayer", { ...change, effect: "withdrawal", input: nothing }),
};
