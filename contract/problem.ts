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
  /** What a program has to know of the refusal: `insufficientAuthentication` is the only one so far. */
  code: z.string().optional(),
  /** Of that one (RFC 9470): seconds since the last proof of identity, and how it has to be given. */
  max_age: z.number().int().min(0).max(86_400).optional(),
  acr_values: z.string().max(300).optional(),
  /** Of an edit: what others made of fields that it changes as well, by the wire's field name. */
  theirs: z.record(z.string(), z.unknown()).optional(),
  /** Of an edit with `theirs`: what to send as `Shown` once they were shown, so that the next try decides. */
  shown: z.string().optional(),
});
/** The proof of identity that came with the request is too old, or not strong enough (RFC 9470). */
export const insufficientAuthentication = "insufficient_user_authentication";

export type Problem = z.output<typeof problemSchema>;
