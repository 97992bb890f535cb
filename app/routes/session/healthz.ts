import { publicRoute, resource } from "#app/services/request/route.server.ts";

/** Liveness check. */
export const loader = resource(publicRoute(async () => new Response("up")));
