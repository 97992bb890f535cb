/**
 * The first page that a browser opens contains the style sheet, and has it fetch the same as a file. This cookie comes
 * with that file and says which version is in the browser's cache, so that later pages only link to it.
 */
import { basename } from "node:path";
import { cookieName, oneYear, parseCookies, serializeCookie } from "#app/services/session/sealed-cookie.server.ts";

const name = cookieName("style-sheet");

/** Returns the cookie that accompanies a file; undefined for files other than the style sheet. */
export function styleSheetCookie(path: string): string | undefined {
  const file = basename(path);
  // Built from `tailwind.css`, with a hash of its content in its name.
  const isStyleSheet = file.startsWith("tailwind-") && file.endsWith(".css");
  return isStyleSheet ? serializeCookie(name, file, oneYear) : undefined;
}

/** Returns whether the browser has the style sheet of this address. */
export function hasStyleSheet(request: Request, path: string): boolean {
  return parseCookies(request.headers.get("cookie")).get(name) === basename(path);
}
