/** Messages shown once, on the next page. */
import { createCookieSessionStorage, redirect } from "@remix-run/node";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { cookieName } from "#app/services/session/sealed-cookie.server.ts";
import { env } from "./environment.server.ts";
import type { RequestState } from "./request-state.server.ts";

// The library's own cookie is not securely signed.
const storage = createCookieSessionStorage({
  cookie: {
    name: cookieName("toast"),
    secrets: env.sessionSecrets,
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: env.isHttps,
  },
});
const toasts = createToastUtilsWithCustomSession(storage);

export interface Toast {
  message: string;
  type: "success" | "error";
  /** How long it is shown. */
  shownForMs?: number;
  /** Address of the page that undoes what the message is about. */
  undo?: string;
}

/** Returns the pending toast of this request, if any, and deletes its cookie. */
export async function takeToast(request: Request, state: RequestState): Promise<Toast | undefined> {
  const { toast, headers } = await toasts.getToast(request);
  if (!toast) return undefined;
  const line = headers.get("set-cookie");
  if (line) state.pendingCookies.push(line);
  const { message, type, description: undo } = toast;
  if (type === "error") return { message, type };
  return { message, type: "success", shownForMs: undo ? 10 * 60_000 : 6_000, undo };
}

export async function redirectWithError(to: string, message: string): Promise<Response> {
  return toasts.redirectWithError(to, message);
}

/** @param undo as in `Toast` */
export async function redirectWithSuccess(to: string, message: string, undo?: string): Promise<Response> {
  return message ? toasts.redirectWithSuccess(to, { message, description: undo }) : redirect(to);
}
