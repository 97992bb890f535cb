import { z } from "zod";
import { recordId, text } from "#contract/fields.ts";

/** The records that have a discussion. */
export const discussed = ["order", "product", "supplier", "shipment"] as const;
export type Discussed = (typeof discussed)[number];

/** The readers of a message: the operator's staff alone, or the staff of the record's supplier as well. */
export const messageAudiences = ["operators", "supplier"] as const;
export const audienceRequired = "Please choose who can read this message.";

const longestMessage = 4_000;
/** Most messages in one answer. */
export const messagesAtOnce = 20;

export const messageSchema = z.object({
  id: z.number().int(),
  text: z.string(),
  audience: z.enum(messageAudiences),
  authorName: z.string(),
  /** UTC, in ISO 8601. */
  writtenAt: z.string(),
  canDelete: z.boolean(),
});
export type Message = z.output<typeof messageSchema>;

export const discussionSchema = z.object({
  /** The latest messages, or those before the given one, oldest first. */
  messages: z.array(messageSchema),
  /** True if there are earlier ones. */
  hasEarlier: z.boolean(),
  canWrite: z.boolean(),
});

/** The people who can be mentioned in a message, each as it is written after the `@`. */
export const peopleSchema = z.object({
  operators: z.array(z.string()),
  /** Empty while the record has no supplier. */
  supplier: z.array(z.string()),
  /** Audiences that the caller can choose. */
  audiences: z.array(z.enum(messageAudiences)),
});

export const writeMessage = z.object({
  About: z.enum(discussed),
  RecordId: recordId,
  Text: text({ max: longestMessage, breaks: "kept" }),
  Audience: z.enum(messageAudiences, audienceRequired),
});

export const messageForm = writeMessage.pick({ Text: true, Audience: true });

export const discussionTexts = {
  written: "Message has been sent successfully.",
  deleted: "Message has been deleted successfully.",
  notWritten: "Oh dear, the message could not be sent due to an unexpected error. Please try again.",
  notDeleted: "Oh dear, the message could not be deleted due to an unexpected error. Please try again.",
};
