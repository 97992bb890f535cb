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
}

/** Returns the pending toast of this request, if any, and deletes its cookie. */
export async function takeToast(request: Request, state: RequestState): Promise<Toast | undefined> {
  const { toast, headers } = await toasts.getToast(request);
  if (!toast) return undefined;
  const line = headers.get("set-cookie");
  if (line) state.pendingCookies.push(line);
  return { message: toast.message, type: toast.type === "error" ? "error" : "success" };
}

export async function redirectWithError(to: string, message: string): Promise<Response> {
  return toasts.redirectWithError(to, message);
}

export async function redirectWithSuccess(to: string, message: string): Promise<Response> {
  return message ? toasts.redirectWithSuccess(to, message) : redirect(to);
}
