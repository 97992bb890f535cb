import { publicRoute, resource } from "#app/services/request/route.server.ts";
import { sessionOf } from "#app/services/session/session.server.ts";

/** Renews the session if it is about to end. Optional: every page does the same before it calls the API. */
export const loader = resource(
  publicRoute(async ({ state }) => {
    await sessionOf(state);
    return new Response(null, { status: 204 });
  }),
);
