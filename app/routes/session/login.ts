import { publicRoute, resource } from "~/services/route.server";
import { beginSignIn } from "~/services/sign-in.server";

/** Starts the sign-in redirect and remembers where the person wanted to go. */
export const loader = resource(publicRoute(beginSignIn));
