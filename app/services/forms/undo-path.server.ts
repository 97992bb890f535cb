import { historyPaths, openedFrom } from "#app/lib/history-paths.ts";
import { withParams } from "#app/lib/paths.ts";
import { ApiRefusal } from "#app/services/request/api.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { history } from "#contract/history/operations.ts";

/** A message is a cookie, which has no room for a search of hundreds of products. */
const longestBack = 1_000;

/**
 * Returns the address of the page that undoes a command or a process.
 * @param back the page that it leads back to
 */
export const undoAddress = (id: string, back: string): string =>
  withParams(historyPaths.undo(id), { [openedFrom]: back.length <= longestBack ? back : null });

/**
 * Returns the address that undoes a command or a process; null where nothing was changed. Undefined where that cannot be
 * asked, or is not for the user to undo: what was saved is saved all the same.
 */
export async function undoPathOf(
  context: RequestContext,
  id: string,
  back: string,
): Promise<string | null | undefined> {
  if (!(await hasFeature("history"))) return undefined;
  try {
    const { canUndo } = await context.api(history.undoable, { id });
    return canUndo ? undoAddress(id, back) : undefined;
  } catch (error) {
    return error instanceof ApiRefusal && error.status === 404 ? null : undefined;
  }
}
