import { cookieName, oneYear, parseCookies, serializeCookie } from "#app/services/session/sealed-cookie.server.ts";

const name = cookieName("low-data");

/** Returns true if pages are sent without scripts: the user chose it, or the browser asks to save data. */
export function isLowData(request: Request): boolean {
  return choice(request) ?? request.headers.get("save-data")?.toLowerCase() === "on";
}

/** Returns the user's choice; undefined if none was made. */
function choice(request: Request): boolean | undefined {
  const chosen = parseCookies(request.headers.get("cookie")).get(name);
  return chosen === undefined ? undefined : chosen === "on";
}

export function lowDataCookie(on: boolean): string {
  return serializeCookie(name, on ? "on" : "off", oneYear);
}
