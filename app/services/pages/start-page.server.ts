import { paths } from "#app/lib/paths.ts";
import { hasFeature } from "#app/services/session/features.server.ts";
import { cookieName, oneYear, parseCookies, serializeCookie } from "#app/services/session/sealed-cookie.server.ts";

const name = cookieName("start");

/** Returns true if the user chose the home page to start with, in place of the suppliers. */
export function startsWithHome(request: Request): boolean {
  return parseCookies(request.headers.get("cookie")).get(name) === "home";
}

export function startPageCookie(isHome: boolean): string {
  return serializeCookie(name, isHome ? "home" : "suppliers", oneYear);
}

/** The page that `/` leads to. */
export async function startPage(request: Request): Promise<string> {
  return startsWithHome(request) && (await hasFeature("home")) ? paths.dashboard() : paths.suppliers();
}
