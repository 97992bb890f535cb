import { publicRoute } from "~/services/route.server";

/** For whatever watches this process: it is up. */
export const loader = publicRoute(async () => new Response("up"));
