import { z } from "zod";
import { recordId, recordIdOrNone } from "#contract/fields.ts";
import { command, query } from "#contract/operation.ts";
import { discussed, discussionSchema, peopleSchema, writeMessage } from "./schema.ts";

const feature = "discussion";
const record = z.object({ about: z.enum(discussed), recordId });

/** Messages about a record, between operators and its supplier or among operators. Not part of other APIs. */
export const discussion = {
  /** Whoever may view the record reads its messages; supplier staff only those that are for them. */
  list: query("discussion/{about}/{recordId}", {
    permission: "signedIn",
    feature,
    input: record.extend({ before: recordIdOrNone }),
    output: discussionSchema,
  }),
  people: query("discussion/{about}/{recordId}/people", {
    permission: "mayWrite",
    feature,
    input: record,
    output: peopleSchema,
  }),
  /** Returns the id. Notifies the people who are mentioned and those who took part in the discussion. */
  write: command("discussion/WriteMessage", {
    permission: "mayWrite",
    effect: "message",
    feature,
    input: writeMessage,
    output: z.number().int(),
  }),
  /** For the author and administrators. Deleting a message that no longer exists succeeds. */
  remove: command("discussion/DeleteMessage", {
    permission: "mayWrite",
    effect: "work",
    feature,
    input: z.object({ MessageId: recordId }),
  }),
};
