import { historyPaths } from "#app/lib/history-paths.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { history } from "#contract/history/operations.ts";

/**
 * Returns the address that undoes a command or a process. Undefined where nothing was changed, and where that cannot be
 * asked: what was saved is saved all the same.
 */
export async function undoPathOf(context: RequestContext, id: string): Promise<string | undefined> {
  if (!(await hasFeature("history"))) return undefined;
  const canUndo = await context.api(history.undoable, { id }).then(
    (answer) => answer.canUndo,
    () => false,
  );
  return canUndo ? historyPaths.undo(id) : undefined;
}
