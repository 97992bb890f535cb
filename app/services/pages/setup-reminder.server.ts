/** Whether an administrator is reminded that something is left to set up. */
import { hasFeature } from "#app/services/session/features.server.ts";
import { permissionsOf } from "#app/services/session/permissions.server.ts";
import { cachedForSession } from "#app/services/session/session-cache.server.ts";
import { can } from "#contract/permissions.ts";
import { setup } from "#contract/setup/operations.ts";

const minute = 60_000;

/** True while a step is left and the reminder has not been dismissed. Cached for a minute. */
export const isSetupOpen = cachedForSession<boolean>(minute, async (context) => {
  if (!(await hasFeature("setup")) || !can(await permissionsOf(context), setup.get)) return false;
  const { steps, isDismissed } = await context.api(setup.get, {});
  return !isDismissed && steps.some(({ isDone }) => !isDone);
});
