import { z } from "zod";

export const processingMessage = z.object({
  /** From 1, in the order of the messages. */
  id: z.number().int(),
  /** `ProcessingMessageType`. */
  messageType: z.number().int(),
  friendlyMessage: z.string(),
  /** The product that the message is about, and the beginning of the message, which names it. */
  product: z.object({ id: z.number().int(), name: z.string() }).nullish(),
});

export const processingSchema = z.object({
  /** `ProcessingStatus`. */
  status: z.number().int(),
  /** From 0 to 100; never decreases. */
  percentageComplete: z.number(),
  processingMessages: z.array(processingMessage).default([]),
});
export type Processing = z.output<typeof processingSchema>;
