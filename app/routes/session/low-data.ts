import { redirect } from "@remix-run/node";
import { samePath } from "~/lib/paths";
import { readForm } from "~/services/form-reader.server";
import { lowDataCookie } from "~/services/low-data.server";
import { limitRequests } from "~/services/rate-limit.server";
import { publicRoute, resource } from "~/services/route.server";

/** Switches scripts off or on, and returns to the page. */
export const action = resource(
  publicRoute(async (call) => {
    await limitRequests(call);
    const { request, state } = call;
    const { fields: form } = await readForm(request, { maxFields: 10, maxTextBytes: 16 * 1024 });
    state.pendingCookies.push(lowDataCookie(form.get("lowData") === "on"));
    return redirect(samePath(String(form.get("back") ?? "")));
  }),
);

export const loader = resource(publicRoute(async () => redirect("/")));
