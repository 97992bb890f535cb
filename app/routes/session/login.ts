import { publicRoute, resource } from "~/services/route.server";
import { beginSignIn } from "~/services/sign-in.server";

/** Starts the sign-in redirect and stores the requested address. */
export const loader = resource(publicRoute(beginSignIn));
