import { redirect } from "@remix-run/node";
import { samePath } from "~/lib/paths";
import { readForm } from "~/services/form-reader.server";
import { limitRequests } from "~/services/rate-limit.server";
import { publicRoute, resource } from "~/services/route.server";
import { themeCookie } from "~/services/theme.server";

/** Sets the colour mode, and returns to the page. */
export const action = resource(
  publicRoute(async (call) => {
    await limitRequests(call);
    const { request, state } = call;
    const { fields: form } = await readForm(request, { maxFields: 10, maxTextBytes: 16 * 1024 });
    state.pendingCookies.push(themeCookie(form.get("theme")));
    return redirect(samePath(String(form.get("back") ?? "")));
  }),
);

export const loader = resource(publicRoute(async () => redirect("/")));
