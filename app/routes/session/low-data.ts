import { redirect } from "@remix-run/node";
import { samePath } from "#app/lib/paths.ts";
import { readForm } from "#app/services/forms/form-reader.server.ts";
import { lowDataCookie } from "#app/services/pages/low-data.server.ts";
import { limitRequests } from "#app/services/request/rate-limit.server.ts";
import { publicRoute, resource } from "#app/services/request/route.server.ts";

/** Switches scripts off or on, and returns to the page. */
export const action = resource(
  publicRoute(async (context) => {
    await limitRequests(context);
    const { request, state } = context;
    const { fields: form } = await readForm(request, { maxFields: 10, maxTextBytes: 16 * 1024 });
    state.pendingCookies.push(lowDataCookie(form.get("lowData") === "on"));
    return redirect(samePath(String(form.get("back") ?? "")));
  }),
);

export const loader = resource(publicRoute(async () => redirect("/")));
