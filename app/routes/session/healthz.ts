import { publicRoute, resource } from "~/services/route.server";

/** For whatever watches this process: it is up. */
export const loader = resource(publicRoute(async () => new Response("up")));
