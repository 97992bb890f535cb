import { lowDataCookie } from "#app/services/pages/low-data.server.ts";
import { choosing, toStart } from "#app/services/pages/preference.server.ts";

/** Switches scripts off or on, and returns to the page. */
export const action = choosing((form) => lowDataCookie(form.get("lowData") === "on"));

export const loader = toStart;
