import { z } from "zod";
import { recordIdOrNone } from "#contract/fields.ts";
import { command, edit, query } from "#contract/operation.ts";
import { mailSettings, mostUnread, notificationKinds, notificationSchema, unsubscribeKey } from "./schema.ts";

const feature = "notifications";

/** What concerns the caller. Not part of other APIs. */
export const notifications = {
  /** The latest ones, or those before the given one, newest first. */
  list: query("notifications", {
    permission: "signedIn",
    feature,
    input: z.object({ before: recordIdOrNone }),
    output: z.object({ items: z.array(notificationSchema), hasEarlier: z.boolean() }),
  }),
  /** The number of unread ones. */
  unread: query("notifications/unread", {
    permission: "signedIn",
    feature,
    input: z.object({}),
    output: z
      .number()
      .int()
      .max(mostUnread + 1),
  }),
  /** Marks it as read. Returns the path that it leads to; that of all notifications if there is no such one. */
  open: command("notifications/Open", {
    permission: "signedIn",
    effect: "own",
    feature,
    input: z.object({ NotificationId: recordIdOrNone }),
    output: z.string(),
  }),
  /** Marks those as read that are not newer than this one, which the caller has seen. */
  markAllRead: command("notifications/MarkAllRead", {
    permission: "signedIn",
    effect: "own",
    feature,
    input: z.object({ LatestId: recordIdOrNone }),
  }),
  /** Emails that the caller has caused and that leave later, because they are many. */
  emailsUnderWay: query("notifications/emailsUnderWay", {
    permission: "signedIn",
    feature,
    input: z.object({}),
    output: z.object({
      count: z.number().int(),
      /** When the last one leaves, UTC. */
      lastDate: z.string().nullable(),
    }),
  }),
  /** When the caller is sent emails. */
  mailSettings: query("notifications/emails", {
    permission: "signedIn",
    feature,
    input: z.object({}),
    output: mailSettings,
  }),
  updateMailSettings: command("notifications/UpdateEmails", {
    permission: "signedIn",
    effect: "own",
    feature,
    input: mailSettings.extend(edit),
  }),
  /**
   * For the link in an email, without signing in. Without a kind it stops the emails about all of them. Returns false if
   * nobody has the key.
   */
  unsubscribe: command("notifications/Unsubscribe", {
    permission: "anyone",
    effect: "anonymous",
    feature,
    input: z.object({ Key: unsubscribeKey, Kind: z.enum(notificationKinds).optional() }),
    output: z.boolean(),
  }),
};
