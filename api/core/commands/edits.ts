/** Edits of records that may have changed since the sender's form was opened. */

import { ChangedMeanwhile } from "#api/core/refusals/refusal.ts";
import { type EditRules, mergeEdit, readShown } from "#contract/rules/edits.ts";

/**
 * Returns what an edit command has to write. With `Shown`, only the fields that its sender changed; the others stay as
 * they are now.
 * @param current the locked record, with the field names of the command
 * @throws Refusal 409 if others have changed the same fields
 */
export function edited<Sent extends { Shown?: string | undefined }>(
  sent: Sent,
  current: { [Field in keyof Sent]?: unknown },
  rules?: EditRules,
): Sent {
  if (sent.Shown === undefined) return sent;
  const { input, theirs, shown } = mergeEdit(sent, readShown(sent.Shown), current, rules);
  if (Object.keys(theirs).length > 0) throw new ChangedMeanwhile(theirs, shown);
  return input;
}
