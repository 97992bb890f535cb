import { publicRoute } from "#app/services/request/route.server.ts";
import { beginSignIn } from "#app/services/session/sign-in.server.ts";

/** Starts the sign-in redirect and stores the requested address. */
export const loader = publicRoute(beginSignIn);

/** Never shown; with a component, an error is a page with a button to try again. */
export default function Login() {
  return null;
}
