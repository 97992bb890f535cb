import { v4 as uuid } from "uuid";
import { ApiRefusal } from "#app/services/request/api.server.ts";

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
