import { choosing, toStart } from "#app/services/pages/preference.server.ts";
import { themeCookie } from "#app/services/pages/theme.server.ts";

/** Sets the colour mode, and returns to the page. */
export const action = choosing((form) => themeCookie(form.get("theme")));

export const loader = toStart;
