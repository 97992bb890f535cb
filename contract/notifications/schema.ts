import { z } from "zod";
import { text } from "#contract/fields.ts";

/** The kinds of notifications, in the order in which the settings show them. */
export const notificationKinds = [
  "mentioned",
  "queried",
  "refused",
  "imported",
  "failed",
  "feeds",
  "unreachable",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** When a notification is sent by email as well. */
export const mailModes = ["atOnce", "daily", "off"] as const;
export type MailMode = (typeof mailModes)[number];

/** Used until somebody chooses otherwise. */
export const defaultMailModes: Readonly<Record<NotificationKind, MailMode>> = {
  mentioned: "atOnce",
  queried: "atOnce",
  refused: "daily",
  imported: "off",
  failed: "daily",
  feeds: "atOnce",
  unreachable: "atOnce",
};

export const kindNames: Readonly<Record<NotificationKind, string>> = {
  mentioned: "Messages for me",
  queried: "Queries about invoices, and their answers",
  refused: "Products that were disabled",
  imported: "Imports and other long work of mine that is done",
  failed: "What failed: imports, and products that a marketplace refused",
  feeds: "Stock feeds that wait for somebody, or cannot be read",
  unreachable: "Marketplaces that cannot be reached",
};

/** Most notifications in one answer. */
export const notificationsAtOnce = 50;
/** Unread notifications are counted up to this number. */
export const mostUnread = 99;
/** Notifications are deleted after this time. */
export const notificationDays = 90;

export const notificationSchema = z.object({
  id: z.number().int(),
  kind: z.string(),
  title: z.string(),
  /** Path in the back office. */
  path: z.string(),
  /** Number of further events of the same kind in this notification. */
  more: z.number().int(),
  /** UTC, in ISO 8601: the latest event. */
  at: z.string(),
  isRead: z.boolean(),
});
export type Notification = z.output<typeof notificationSchema>;

const mode = z.enum(mailModes, "Please choose one from the list.");
/** The fields of the command, which are those of the form. */
export const mailSettings = z.object({
  Mentioned: mode,
  Queried: mode,
  Refused: mode,
  Imported: mode,
  Failed: mode,
  Feeds: mode,
  Unreachable: mode,
});
export type MailSettings = z.output<typeof mailSettings>;

/** Name of the field for each kind. */
export const fieldOfKind = {
  mentioned: "Mentioned",
  queried: "Queried",
  refused: "Refused",
  imported: "Imported",
  failed: "Failed",
  feeds: "Feeds",
  unreachable: "Unreachable",
} as const satisfies Record<NotificationKind, keyof MailSettings>;

const incompleteLink = "This link is not complete. Please open it from the email again.";
/** The key in the link of an email, which is enough to stop emails. */
export const unsubscribeKey = text({ max: 80, required: incompleteLink, tooLong: incompleteLink }).regex(
  /^[\w-]{20,80}$/,
  incompleteLink,
);

export const notificationTexts = {
  allRead: "All notifications have been marked as read.",
  notRead: "Oh dear, the notifications could not be marked as read due to an unexpected error. Please try again.",
  saved: "Emails have been saved successfully.",
  notSaved: "Oh dear, the emails could not be saved due to an unexpected error. Please try again.",
};
