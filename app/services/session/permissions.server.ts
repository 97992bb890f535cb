import { ApiRefusal } from "#app/services/request/api.server.ts";
import type { Call } from "#app/services/request/call.server.ts";
import type { Permissions } from "#contract/permissions.ts";
import { users } from "#contract/users/operations.ts";
import { keptForSession } from "./session-cache.server.ts";

/**
 * The user's permissions, for what a page shows; the API checks every request itself. Cached for half a second, so that
 * a withdrawn permission or a session that was signed out disappears from all pages within a second.
 */
export const permissionsOf = keptForSession<Permissions>(500, (call) => call.api(users.permissions, {}));

/**
 * For pages that send the API no other request, or answer from a cache.
 * @throws ApiRefusal 401 if the session has ended; an unavailable API does not end a session
 */
export async function assertSignedIn(call: Call): Promise<void> {
  try {
    await permissionsOf(call);
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 401) throw error;
  }
}
