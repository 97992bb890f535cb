/**
 * The first page that a browser opens contains the style sheet, and has it fetch the same as a file. This cookie comes
 * with that file and says which version is in the browser's cache, so that later pages only link to it.
 */
import { cookieName, parseCookies, serializeCookie } from "#app/services/session/sealed-cookie.server.ts";

const name = cookieName("style-sheet");
const oneYear = 365 * 24 * 60 * 60;
/** The file that is built from `tailwind.css`, with a hash of its content in its name. */
const fileName = /tailwind-[\w-]+\.css$/;

/** Returns the cookie that accompanies a file; undefined for files other than the style sheet. */
export function styleSheetCookie(path: string): string | undefined {
  const [file] = fileName.exec(path) ?? [];
  return file && serializeCookie(name, file, oneYear);
}

/** Returns whether the browser has the style sheet of this address. */
export function hasStyleSheet(request: Request, path: string): boolean {
  const [file] = fileName.exec(path) ?? [];
  return file !== undefined && parseCookies(request.headers.get("cookie")).get(name) === file;
}
