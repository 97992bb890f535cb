import type { Permissions } from "@contract/permissions.ts";
import { users } from "@contract/users/operations.ts";
import { cachedBy } from "./cache.server";
import type { Call } from "./call.server";
import { sessionOf } from "./session.server";

const bySession = cachedBy<Permissions>(60_000);

/** For what a screen shows; the API decides for itself, at every call. Fetched once a minute for a session. */
export async function permissionsOf(call: Call): Promise<Permissions> {
  const session = await sessionOf(call.state);
  const key = session.status === "none" ? "" : session.signedIn.key;
  return bySession(key, () => call.api(users.permissions, {}));
}
