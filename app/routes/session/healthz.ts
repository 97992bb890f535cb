import { publicRoute, resource } from "~/services/route.server";

/** Liveness check. */
export const loader = resource(publicRoute(async () => new Response("up")));
