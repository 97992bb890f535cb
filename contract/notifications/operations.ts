import { z } from "zod";
import { recordIdOrNone } from "#contract/fields.ts";
import { command, edit, query } from "#contract/operation.ts";
import { mailSettings, mostUnread, notificationKinds, notificationSchema, unsubscribeKey } from "./schema.ts";

const feature = "notifications";

/** Notifications of the caller. Not part of other APIs. */
export const notifications = {
  list: query("notifications", {
    description: "Returns the caller's latest notifications, or those before the given one. Newest first.",
    permission: "signedIn",
    feature,
    input: z.object({ before: recordIdOrNone }),
    output: z.object({ items: z.array(notificationSchema), hasEarlier: z.boolean() }),
  }),
  unread: query("notifications/unread", {
    description: "Returns the number of unread notifications.",
    permission: "signedIn",
    feature,
    input: z.object({}),
    output: z
      .number()
      .int()
      .max(mostUnread + 1),
  }),
  open: command("notifications/Open", {
    description:
      "Marks a notification as read. Returns the path that it leads to; that of all notifications if there is no such one.",
    permission: "signedIn",
    effect: "own",
    feature,
    input: z.object({ NotificationId: recordIdOrNone }),
    output: z.string(),
  }),
  markAllRead: command("notifications/MarkAllRead", {
    description: "Marks those notifications as read that are not newer than this one, which the caller has seen.",
    permission: "signedIn",
    effect: "own",
    feature,
    input: z.object({ LatestId: recordIdOrNone }),
  }),
  emailsUnderWay: query("notifications/emailsUnderWay", {
    description: "Returns how many emails that the caller has caused leave later, because they are many.",
    permission: "signedIn",
    feature,
    input: z.object({}),
    output: z.object({
      count: z.number().int(),
      /** When the last one leaves, UTC. */
      lastDate: z.string().nullable(),
    }),
  }),
  mailSettings: query("notifications/emails", {
    description: "Returns when the caller is sent emails.",
    permission: "signedIn",
    feature,
    input: z.object({}),
    output: mailSettings,
  }),
  updateMailSettings: command("notifications/UpdateEmails", {
    description: "Changes when the caller is sent emails.",
    permission: "signedIn",
    effect: "own",
    feature,
    input: mailSettings.extend(edit),
  }),
  unsubscribe: command("notifications/Unsubscribe", {
    description:
      "Stops emails, for the link in an email and without signing in. Without a kind it stops the emails about all of them. Returns false if nobody has the key.",
    permission: "anyone",
    effect: "anonymous",
    feature,
    input: z.object({ Key: unsubscribeKey, Kind: z.enum(notificationKinds).optional() }),
    output: z.boolean(),
  }),
};
