import { ApiRefusal } from "#app/services/request/api.server.ts";
import type { RequestContext } from "#app/services/request/request-context.server.ts";
import type { Permissions } from "#contract/permissions.ts";
import { users } from "#contract/users/operations.ts";
import { cachedForSession } from "./session-cache.server.ts";

/**
 * The user's permissions, for what a page shows; the API checks every request itself. Cached for half a second, so that
 * a withdrawn permission or a session that was signed out disappears from all pages within a second.
 */
export const permissionsOf = cachedForSession<Permissions>(500, (context) => context.api(users.permissions, {}));

/**
 * For pages that send the API no other request, or answer from a cache.
 * @throws ApiRefusal 401 if the session has ended; an unavailable API does not end a session
 */
export async function assertSignedIn(context: RequestContext): Promise<void> {
  try {
    await permissionsOf(context);
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 401) throw error;
  }
}
