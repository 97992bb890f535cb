import type { DeclaredConfirmation } from "#app/lib/confirmation.ts";
import { newCommandId } from "#app/services/forms/command-form.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { screen, screenFor } from "#app/services/request/route.server.ts";
import type { Operation } from "#contract/operation.ts";

type Load<T> = (context: RequestContext) => Promise<T>;
type Declare<T> = (loaded: T) => Omit<DeclaredConfirmation, "commandId">;

/** Returns the loader of a page that asks before a command: it declares what to ask about the loaded record. */
export function confirmation<T>(load: Load<T>, declare: Declare<T>) {
  return screen(declared(load, declare));
}

/** The same for a page that only users with permission for the operation may open. */
export function confirmationFor<T>(operation: Operation, load: Load<T>, declare: Declare<T>) {
  return screenFor(operation, declared(load, declare));
}

function declared<T>(load: Load<T>, declare: Declare<T>) {
  return async (context: RequestContext): Promise<DeclaredConfirmation> => ({
    ...declare(await load(context)),
    commandId: newCommandId(),
  });
}
