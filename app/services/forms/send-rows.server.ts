/** Forms of many rows, of which each is saved or refused for itself. */

import { v4 as uuid } from "uuid";
import type { FormAnswer } from "#app/lib/form-answer.ts";
import { bothVersions, type ConflictFields } from "#app/services/forms/edit-conflicts.server.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import type { Problem } from "#contract/problem.ts";

type Errors = NonNullable<FormAnswer["errors"]>;

/**
 * Sends a command that saves rows. Who goes back to a form that was saved, and saves it with other values, changes what
 * they saved.
 * @returns the answer, and the id of the command that got it
 */
export async function sendRows<Answer extends object>(
  Id: string,
  send: (about: { Id: string; After?: string }) => Promise<Answer>,
): Promise<Answer & { id: string }> {
  try {
    return { ...(await send({ Id })), id: Id };
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.isAlreadySent)) throw error;
    const id = uuid();
    return { ...(await send({ Id: id, After: Id })), id };
  }
}

interface RefusedRow extends Pick<Problem, "errors" | "theirs" | "by"> {
  message: string;
}

/**
 * Returns the errors of a refused row by its fields, without the row's prefix. None if the message is about the whole
 * row.
 */
export async function errorsInRow(
  { theirs, by, errors = {}, message }: RefusedRow,
  sent: object | undefined,
  conflicts: ConflictFields,
  context: RequestContext,
): Promise<Errors> {
  if (theirs) return bothVersions(sent ?? {}, { theirs, by }, conflicts, context);
  return Object.fromEntries(
    Object.entries(errors).map(([field, [text = message]]) => [field, { type: "server", message: text }]),
  );
}
