/** Preferences for a browser: stored in a cookie, set by a small form, which leads back to its page. */
import { redirect } from "@remix-run/node";
import { samePath } from "#app/lib/paths.ts";
import { readForm } from "#app/services/forms/form-reader.server.ts";
import { limitRequests } from "#app/services/request/rate-limit.server.ts";
import { publicRoute, resource } from "#app/services/request/route.server.ts";

/** Returns the action of the form, which sets the cookie that is made of its fields. */
export const choosing = (cookieFrom: (form: Pick<FormData, "get">) => string) =>
  resource(
    publicRoute(async (context) => {
      await limitRequests(context);
      const { request, state } = context;
      const { fields } = await readForm(request, { maxFields: 10, maxTextBytes: 16 * 1024 });
      state.pendingCookies.push(cookieFrom(fields));
      return redirect(samePath(String(fields.get("back") ?? "")));
    }),
  );

/** Opening the address of such a form leads to the home page. */
export const toStart = resource(publicRoute(async () => redirect("/")));
