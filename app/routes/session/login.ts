import { publicRoute, resource } from "#app/services/request/route.server.ts";
import { beginSignIn } from "#app/services/session/sign-in.server.ts";

/** Starts the sign-in redirect and stores the requested address. */
export const loader = resource(publicRoute(beginSignIn));
