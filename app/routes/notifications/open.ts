import { openNotification } from "#app/services/notifications/notifications.server.ts";
import { resource, screen } from "#app/services/request/route.server.ts";

export const loader = resource(screen(openNotification));
