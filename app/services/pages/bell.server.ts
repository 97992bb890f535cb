/** The number of unread notifications, which every page shows. */
import { setTimeout } from "node:timers/promises";
import { hasFeature } from "#app/services/session/features.server.ts";
import { cachedForSession } from "#app/services/session/session-cache.server.ts";
import { notifications } from "#contract/notifications/operations.ts";
import { mostUnread } from "#contract/notifications/schema.ts";

/** No page waits longer for the number. */
const maxWaitMs = 1_000;

/** An empty text for none; undefined if the API has no notifications. Kept for half a minute, because every page asks. */
export const unreadNotifications = cachedForSession(30_000, async (context) => {
  if (!(await hasFeature(notifications.unread.feature))) return undefined;
  const asked = context.api(notifications.unread, {}).catch(() => 0);
  const count = await Promise.race([asked, setTimeout(maxWaitMs, 0, { ref: false })]);
  return count > mostUnread ? `${mostUnread}+` : count > 0 ? String(count) : "";
});
