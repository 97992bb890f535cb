import { z } from "zod";

/** The author of the latest change. */
const changedBy = z.object({
  /** Null for the system. */
  userName: z.string().nullable(),
  /** UTC. */
  at: z.string(),
  /** One of `historyWays`. */
  way: z.string(),
  /** The name of an imported file; empty for none. */
  detail: z.string(),
});
export type ChangedBy = z.output<typeof changedBy>;

/** The body of a refusal: problem+json (RFC 9457) with a message for users, and messages by field. */
export const problemSchema = z.object({
  status: z.number().int().optional(),
  title: z.string().optional(),
  /** For users; at most 300 characters are shown. */
  message: z.string().optional(),
  /** By field name of the API. */
  errors: z.record(z.string(), z.array(z.string())).optional(),
  requestId: z.string().optional(),
  /** Machine-readable reason: `insufficientAuthentication`, or `alreadySent` of a command. */
  code: z.string().optional(),
  /** For the first reason (RFC 9470): the greatest age of the last authentication in seconds, and the required method. */
  max_age: z.number().int().min(0).max(86_400).optional(),
  acr_values: z.string().max(300).optional(),
  /** For an edit: the current values of fields that both the sender and somebody else have changed, by field name. */
  theirs: z.record(z.string(), z.unknown()).optional(),
  /** For an edit with `theirs`: who has changed these fields. Not part of other APIs. */
  by: z.record(z.string(), changedBy).optional(),
  /** For an edit with `theirs`: the value of `Shown` to send with the next attempt, which then overwrites them. */
  shown: z.string().optional(),
});
/** The body of the refusal to delete a record that others use: these. */
export const usersSchema = z.array(z.object({ id: z.number().int(), name: z.string() }));
export type Users = z.output<typeof usersSchema>;

/** The authentication of the request is too old or not strong enough (RFC 9470). */
export const insufficientAuthentication = "insufficient_user_authentication";

export type Problem = z.output<typeof problemSchema>;
