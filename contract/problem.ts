import { z } from "zod";

/** What the API answers when it refuses: problem+json (RFC 9457) with a sentence for people and messages by field. */
export const problemSchema = z.object({
  status: z.number().int().optional(),
  title: z.string().optional(),
  /** For people, in words; at most 300 characters are shown. */
  message: z.string().optional(),
  /** By the wire's field name. */
  errors: z.record(z.string(), z.array(z.string())).optional(),
  requestId: z.string().optional(),
});
export type Problem = z.output<typeof problemSchema>;
