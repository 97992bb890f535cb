import { redirect } from "@remix-run/node";
import { samePath } from "~/lib/paths";
import { readForm } from "~/services/guard.server";
import { lightModeCookie } from "~/services/light-mode.server";
import { publicRoute, resource } from "~/services/route.server";

/** Pages without scripts, or with them again; then back to where the switch was. */
export const action = resource(
  publicRoute(async ({ request, state }) => {
    const form = await readForm(request);
    state.pendingCookies.push(lightModeCookie(form.get("light") === "on"));
    return redirect(samePath(String(form.get("back") ?? "")));
  }),
);

export const loader = resource(publicRoute(async () => redirect("/")));
