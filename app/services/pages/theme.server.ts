import { isTheme, type Theme } from "#app/lib/theme.ts";
import { cookieName, oneYear, parseCookies, serializeCookie } from "#app/services/session/sealed-cookie.server.ts";

const name = cookieName("theme");

/** Returns the user's colour mode, or the system's if none was chosen. */
export function themeOf(request: Request): Theme {
  const chosen = parseCookies(request.headers.get("cookie")).get(name);
  return isTheme(chosen) ? chosen : "system";
}

export function themeCookie(chosen: unknown): string {
  return serializeCookie(name, isTheme(chosen) ? chosen : "system", oneYear);
}
