import { z } from "zod";
import { recordId, recordIdOrNone } from "#contract/fields.ts";
import { command, query } from "#contract/operation.ts";
import { discussed, discussionSchema, peopleSchema, writeMessage } from "./schema.ts";

const feature = "discussion";
const record = z.object({ about: z.enum(discussed), recordId });

/** Messages about a record, between operators and its supplier or among operators. Not part of other APIs. */
export const discussion = {
  list: query("discussion/{about}/{recordId}", {
    description:
      "Returns the messages about a record to whoever may view it. Supplier staff get only those that are for them.",
    permission: "signedIn",
    feature,
    input: record.extend({ before: recordIdOrNone }),
    output: discussionSchema,
  }),
  people: query("discussion/{about}/{recordId}/people", {
    description: "Returns the people who can be mentioned in a message about a record.",
    permission: "mayWrite",
    feature,
    input: record,
    output: peopleSchema,
  }),
  write: command("discussion/WriteMessage", {
    description:
      "Writes a message about a record. Notifies the people who are mentioned and those who took part in the discussion. Returns the id.",
    permission: "mayWrite",
    effect: "message",
    feature,
    input: writeMessage,
    output: z.number().int(),
  }),
  remove: command("discussion/DeleteMessage", {
    description: "Deletes a message, for its author and administrators. Deleting one that no longer exists succeeds.",
    permission: "mayWrite",
    effect: "work",
    feature,
    input: z.object({ MessageId: recordId }),
  }),
};
