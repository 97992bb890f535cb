import type { Permissions } from "@contract/permissions.ts";
import { users } from "@contract/users/operations.ts";
import { keptForSession } from "./session-cache.server";

/** For what a screen shows; the API decides for itself, at every call. */
export const permissionsOf = keptForSession<Permissions>((call) => call.api(users.permissions, {}));
