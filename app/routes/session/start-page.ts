import { choosing, toStart } from "#app/services/pages/preference.server.ts";
import { startPageCookie } from "#app/services/pages/start-page.server.ts";

/** Chooses the page to start with, and returns to the page. */
export const action = choosing((form) => startPageCookie(form.get("startsWithHome") === "on"));

export const loader = toStart;
