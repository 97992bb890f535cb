/** Edits of records that somebody else may have changed since the sender's form was opened. */
import { type EditRules, mergeEdit, readShown } from "../../contract/rules/edits.ts";
import { ChangedMeanwhile } from "./refusal.ts";

/**
 * What an edit command is to write: with `Shown`, only what its sender changed; everything else as it is now.
 * @param current the locked record, in the words of the command
 * @throws Refusal 409 when others have changed the same fields
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
