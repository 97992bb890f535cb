import type { Permissions } from "@contract/permissions.ts";
import { users } from "@contract/users/operations.ts";
import { ApiRefusal } from "./api.server";
import type { Call } from "./call.server";
import { keptForSession } from "./session-cache.server";

/**
 * For what a screen shows; the API decides for itself, at every call. Kept for half a second: a right that is withdrawn,
 * and a session that is signed out, is gone from every page within a second.
 */
export const permissionsOf = keptForSession<Permissions>(500, (call) => call.api(users.permissions, {}));

/**
 * For pages that ask the API for nothing else, or answer from what they keep.
 * @throws ApiRefusal 401 when the session has ended; an API that is away ends nobody's session
 */
export async function assertSignedIn(call: Call): Promise<void> {
  try {
    await permissionsOf(call);
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 401) throw error;
  }
}
